import { translatorOf } from '@heartwood/messages/catalogues';
import { acceptedLanguage } from '@heartwood/messages/languages';
import { textOf } from '@heartwood/messages/message';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log.ts';
import { drain } from './drain.ts';
import { refuse } from './refusal.ts';
import { headerPatience } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
  interface FastifyRequest {
    /** The door at which it is counted, while it is worked at. */
    countedAt: string | undefined;
  }
}

// [Note: How much work is let in]
// Whoever asks more than can be done is refused at once, so that those who are let in are answered soon: what is let in is what can be done in
// half a second. How much that is, is measured ten times a second, at each door (the first two names of a path) by itself: log-ins, which wait
// for one another, or a table that is locked, keep nobody out elsewhere. Only what was done counts, not what failed.
// A request counts from when all of it is there until its answer is, or begins: so whoever sends or reads slowly takes nobody's place, nor
// does an open stream. Files that are sent are not counted: they have limits of their own. Those who ask how the server is are always let in.
// A refusal costs little, or ten times the load would leave no time for answers: it is written before Fastify sees the request.

/** Seconds of work that are let in, and the fewest requests whatever is measured. */
const room = { seconds: 0.5, least: 8 };
/** Answers a second that are assumed where nothing was measured. */
const assumed = 120;
/** Requests at once from which a door is busy: a process has as many connections to the database. One that lets in fewer is busy when it is full. */
const busy = 20;
/** Measurements a second, and how much of the last one counts. */
const measuring = { perSecond: 10, share: 0.2 };
/** Milliseconds between two lines in the log about it. */
const quiet = 10_000;

/** What happens at one door. */
interface Door {
  working: number;
  done: number;
  wasBusy: boolean;
  rate: number;
}

/** How many requests are let in at a door. */
const roomOf = ({ rate }: Door): number => Math.max(room.least, rate * room.seconds);

/** What a process works at. See [Note: How much work is let in]. */
export class Load {
  private readonly doors = new Map<string, Door>();
  /** How many requests were refused, since the process started. */
  refused = 0;

  /** Whether there is no room for another request at a door. */
  isFull(name: string): boolean {
    const door = this.doors.get(name);
    return door !== undefined && door.working >= roomOf(door);
  }

  enter(name: string): void {
    const door = this.doors.get(name) ?? { working: 0, done: 0, wasBusy: false, rate: assumed };
    this.doors.set(name, door);
    door.working += 1;
  }

  /** @param isDone whether what was asked was done: a failure says nothing of what can be done */
  leave(name: string, isDone: boolean): void {
    const door = this.doors.get(name);
    if (!door) return;
    door.working -= 1;
    if (isDone) door.done += 1;
  }

  /** Learns from what was done since it was called last, a tenth of a second ago. Doors where nothing happens are forgotten. */
  measure(): void {
    for (const [name, door] of this.doors) {
      const isBusy = door.working >= Math.min(busy, Math.floor(roomOf(door)));
      const now = isBusy && door.wasBusy ? door.done * measuring.perSecond : Math.max(assumed, door.rate);
      door.rate += (now - door.rate) * measuring.share;
      if (door.working === 0 && door.rate > assumed * 0.9) this.doors.delete(name);
      door.wasBusy = isBusy;
      door.done = 0;
    }
  }
}

/** The first two names of a path. */
export const doorOf = (url = ''): string => /^\/[^/?]*(?:\/[^/?]*)?/.exec(url)?.[0] ?? '';

/** Those who ask how the server is. */
const isExempt = (door: string): boolean => door === '/api/health' || door === '/metrics';

/** What the server listens with. */
interface Given {
  load: Load;
  log: Log;
  /** Headers of an answer that is no page. */
  headers: OutgoingHttpHeaders;
  /** Origins that may read answers. */
  origins: readonly string[];
  /** Milliseconds without a request, and without a byte. */
  keepAlive: number;
  connection: number;
}

/** The server whose requests Fastify handles; those there is no room for are refused before. */
export function serverWithLimit(handle: RequestListener, given: Given): Server {
  const { load, log } = given;
  let told = -Infinity;
  const server = createServer(headerPatience, (request, response) => {
    const door = doorOf(request.url);
    if (isExempt(door) || !load.isFull(door)) return handle(request, response);
    load.refused += 1;
    if (performance.now() - told > quiet) {
      told = performance.now();
      log.warn({ refused: load.refused }, 'more is asked than can be done; what is too much is refused');
    }
    refuseExcess(request, response, given);
  });
  server.keepAliveTimeout = given.keepAlive;
  server.requestTimeout = 0;
  return server.setTimeout(given.connection);
}

/** What a refusal says, by the Accept-Language of who asks: worked out once for each. */
const refused = refuse.unavailable();
const words = new Map<string, string>();
const mostWords = 1_000;

function wordsFor(asked = ''): string {
  const known = words.get(asked);
  if (known !== undefined) return known;
  const text = asciiJson(textOf(translatorOf(acceptedLanguage(asked) ?? 'en'), refused.text));
  if (words.size < mostWords) words.set(asked, text);
  return text;
}

/** A text as JSON without a character beyond ASCII: head and body of an answer are then written in one piece. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

function refuseExcess(request: IncomingMessage, response: ServerResponse, { headers, origins }: Given): void {
  const { origin, 'accept-language': asked } = request.headers;
  const message = wordsFor(asked);
  const body = `{"success":false,"status_code":"${refused.code}","message":${message},"request_id":"${randomUUID()}"}`;
  response.writeHead(refused.status, {
    ...headers,
    ...(origin && origins.includes(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after' }
      : {}),
    vary: 'Origin',
    'retry-after': String(refused.retryAfter),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body, 'latin1');
  drain(request);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Counts what is worked at. See [Note: How much work is let in]. */
export function countWork(app: FastifyInstance, load: Load): void {
  app.decorate('load', load);
  app.decorateRequest('countedAt', undefined);
  const enter = (request: FastifyRequest) => {
    const door = doorOf(request.raw.url);
    if (isExempt(door)) return;
    load.enter(door);
    request.countedAt = door;
  };
  const leave = async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    if (request.countedAt !== undefined) load.leave(request.countedAt, statusCode < 500);
    request.countedAt = undefined;
  };
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request.raw)) enter(request);
  });
  app.addHook('preValidation', async (request) => {
    if (!hasBody(request.raw) || request.isMultipart() || request.routeOptions.config.endpoint?.stream) return;
    // While its body was on its way, others have come.
    if (load.isFull(doorOf(request.raw.url))) throw refuse.unavailable();
    enter(request);
  });
  app.addHook('onSend', leave);
  app.addHook('onResponse', leave);
  const timer = setInterval(() => load.measure(), 1_000 / measuring.perSecond).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
