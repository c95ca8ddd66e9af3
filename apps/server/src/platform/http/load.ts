import { translatorOf } from '@heartwood/messages/catalogues';
import { acceptedLanguage } from '@heartwood/messages/languages';
import { textOf } from '@heartwood/messages/message';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
// Whoever asks more than can be done is refused, so that those who are let in are answered soon. At each door (the first two names of a path) so
// many requests are worked at at once; a few more wait for their turn; the rest are refused at once. Each door counts by itself: log-ins, which
// wait for one another, or a table that is locked, keep nobody out elsewhere.
// Many who come at once are answered, however long it takes: a large family on Christmas Eve. Where somebody has waited all the time for two
// seconds, more is asked than can be done: from then on nobody waits longer than half a second ("controlled delay", Maurer, Fail at Scale,
// ACM Queue 2015). And where nobody leaves for two seconds, all of them wait for something that does not come, a locked table, say: whoever
// stands behind them is told so, instead of waiting for the same after them.
// A request counts from when all of it is there until its answer is, or begins: so whoever sends or reads slowly takes nobody's place, nor
// does an open stream. Files that are sent are not counted: they have limits of their own. Those who ask how the server is are always let in.
// A refusal costs little, or ten times the load would leave no time for answers: it is written before Fastify sees the request.

/** Requests worked at at once at one door. A process has 20 connections to the database: one door does not take all of them. */
const room = 16;
/** Requests that wait at one door for their turn. A page of photos asks for hundreds at once, each is answered in a moment, and no picture asks again. */
const longest = (door: string): number => (door === '/api/private' ? 1_000 : 64);
/** Milliseconds that somebody waits; after which a queue that was never empty is too much; that somebody waits then; and that nobody leaves. */
const patience = { usual: 10_000, standing: 2_000, short: 500, stuck: 2_000 };
/** Milliseconds between two lines in the log about it. */
const quiet = 10_000;

/** Somebody who waits for their turn. */
interface Waiting {
  /** Lets them in, or not. */
  decide(isIn: boolean): void;
  isGone(): boolean;
}

/** What happens at one door. */
interface Door {
  working: number;
  waiting: Waiting[];
  /** When nobody waited, by the clock of the process. */
  emptyAt: number;
  /** Runs while somebody waits and nobody leaves. */
  watch?: ReturnType<typeof setTimeout> | undefined;
}

/** What a process works at. See [Note: How much work is let in]. */
export class Load {
  private readonly doors = new Map<string, Door>();
  private readonly log: Log;
  private told = -Infinity;
  /** How many requests were refused, since the process started. */
  refused = 0;

  constructor(log: Log) {
    this.log = log;
  }

  /** Whether nobody more may wait at a door. */
  isFull(name: string): boolean {
    return (this.doors.get(name)?.waiting.length ?? 0) >= longest(name);
  }

  /**
   * Lets somebody in at a door, at once or when it is their turn. Whoever is in has to leave.
   * @param isGone whether nobody waits for the answer any more
   * @throws Refused unavailable, counted, where it was not their turn in time
   */
  async enter(name: string, isGone: () => boolean): Promise<void> {
    const door = this.doors.get(name) ?? { working: 0, waiting: [], emptyAt: 0 };
    this.doors.set(name, door);
    if (door.working < room) {
      door.working += 1;
      return;
    }
    if (this.isFull(name) || !(await turnAt(door, isGone))) {
      this.noteRefused();
      throw refuse.tooMuch();
    }
  }

  /** Whoever was let in is done: it is somebody else's turn. */
  leave(name: string): void {
    const door = this.doors.get(name);
    if (!door) return;
    const isTaken = letNextIn(door);
    watchAnew(door);
    if (isTaken) return;
    door.working -= 1;
    if (door.working === 0) this.doors.delete(name);
  }

  /** Counts somebody who was not let in, and says so in the log now and then. */
  noteRefused(): void {
    this.refused += 1;
    if (performance.now() - this.told < quiet) return;
    this.told = performance.now();
    this.log.warn({ refused: this.refused }, 'more is asked than can be done; what is too much is refused');
  }
}

/** Lets in whoever waits longest and has not hung up. @returns whether there was somebody */
function letNextIn({ waiting }: Door): boolean {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const isIn = !next.isGone();
    next.decide(isIn);
    if (isIn) return true;
  }
  return false;
}

/** Begins to watch whether somebody leaves, as long as somebody waits. */
function watchAnew(door: Door): void {
  clearTimeout(door.watch);
  const turnAway = () => {
    door.watch = undefined;
    for (const one of door.waiting.splice(0)) one.decide(false);
  };
  door.watch = door.waiting.length > 0 ? setTimeout(turnAway, patience.stuck) : undefined;
}

/** Waits for one's turn. @returns whether one is let in */
function turnAt(door: Door, isGone: () => boolean): Promise<boolean> {
  const { waiting } = door;
  const now = performance.now();
  if (waiting.length === 0) door.emptyAt = now;
  return new Promise((resolve) => {
    const one: Waiting = {
      isGone,
      decide(isIn) {
        clearTimeout(timer);
        resolve(isIn);
      },
    };
    const timer = setTimeout(
      () => {
        waiting.splice(waiting.indexOf(one), 1);
        if (waiting.length === 0) watchAnew(door);
        resolve(false);
      },
      now - door.emptyAt < patience.standing ? patience.usual : patience.short,
    );
    waiting.push(one);
    if (!door.watch) watchAnew(door);
  });
}

/** The first two names of a path. */
export const doorOf = (url = ''): string => /^\/[^/?]*(?:\/[^/?]*)?/.exec(url)?.[0] ?? '';

/** Those who ask how the server is. */
const isExempt = (door: string): boolean => door === '/api/health' || door === '/metrics';

/** What the server listens with. */
interface Given {
  load: Load;
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
  const { load } = given;
  const server = createServer(headerPatience, (request, response) => {
    const door = doorOf(request.url);
    if (isExempt(door) || !load.isFull(door)) return handle(request, response);
    load.noteRefused();
    refuseExcess(request, response, given);
  });
  server.keepAliveTimeout = given.keepAlive;
  server.requestTimeout = 0;
  return server.setTimeout(given.connection);
}

/** What a refusal says, by the Accept-Language of who asks: worked out once for each. */
const refused = refuse.tooMuch();
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
  const enter = async (request: FastifyRequest) => {
    const door = doorOf(request.raw.url);
    if (isExempt(door)) return;
    await load.enter(door, () => request.raw.socket.destroyed);
    request.countedAt = door;
  };
  const leave = async (request: FastifyRequest) => {
    if (request.countedAt !== undefined) load.leave(request.countedAt);
    request.countedAt = undefined;
  };
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request.raw)) await enter(request);
  });
  app.addHook('preValidation', async (request) => {
    if (hasBody(request.raw) && !request.isMultipart() && !request.routeOptions.config.endpoint?.stream) await enter(request);
  });
  app.addHook('onSend', leave);
  app.addHook('onResponse', leave);
}
