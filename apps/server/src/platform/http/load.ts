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
import { headerTimeouts } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
  interface FastifyRequest {
    /** The route group in which it is counted, from its admission until its answer. */
    countedIn: string | undefined;
  }
}

// [Note: How many requests are admitted]
// A server that takes every request answers none in time once more are sent than it can answer. So each route group (the first two names of a
// path) has a limit of requests that run at once, a queue of limited length for more, and refuses the rest. Groups are counted apart: requests
// that wait for a locked table, or for passwords to be hashed, leave the other groups their places.
// A burst waits in the queue until it has been answered. A queue that has not been empty for two seconds shows that more is asked than can be
// answered: from then on a request waits half a second at most ("controlled delay", Maurer, Fail at Scale, ACM Queue 2015). Where none of the
// running requests ends within two seconds they wait for something that does not come, a locked table, say: the whole queue is refused,
// because its requests would wait for the same.
// A request counts from when its body has arrived until its answer is complete or a stream begins, so a slow client or an open stream takes no
// place. Uploads of files are not counted: they have limits of their own. Health checks and metrics are always admitted.
// A refusal is written before Fastify sees the request: at ten times the load anything that takes more CPU time would leave none for answers.

/** Requests of one route group that run at once; fewer than a process has connections to the database (20), so that other groups have some. */
const maxRunning = 16;
/** Requests of one route group in its queue. A page shows hundreds of photos, each is answered at once, and a browser does not retry a picture. */
const maxQueued = (group: string): number => (group === '/api/private' ? 1_000 : 64);
/** Milliseconds a request waits; a queue may go without being empty; a request waits after that; and may pass without a request that ends. */
const limitsMs = { wait: 10_000, standing: 2_000, shortWait: 500, stuck: 2_000 };
/** Milliseconds between two warnings in the log. */
const warningIntervalMs = 10_000;

/** A request in a queue. */
interface Queued {
  /** Admits it, or refuses it. */
  decide(isAdmitted: boolean): void;
  /** Whether its client has disconnected. */
  isGone(): boolean;
}

/** The requests of a route group. */
interface Group {
  running: number;
  queue: Queued[];
  /** When the queue was last empty, by the clock of the process. */
  emptyAt: number;
  /** Refuses the queue where no running request ends in time. */
  watch?: ReturnType<typeof setTimeout> | undefined;
}

/** The requests that run and wait in this process. See [Note: How many requests are admitted]. */
export class Load {
  private readonly groups = new Map<string, Group>();
  private readonly log: Log;
  private warnedAt = -Infinity;
  /** How many requests were refused, since the process started. */
  refused = 0;

  constructor(log: Log) {
    this.log = log;
  }

  /** Whether the queue of a route group is full. */
  isFull(name: string): boolean {
    return (this.groups.get(name)?.queue.length ?? 0) >= maxQueued(name);
  }

  /**
   * Admits a request to a route group, at once or after waiting in its queue. Each that is admitted is to be released.
   * @param isGone whether its client has disconnected
   * @throws Refused unavailable, counted, where the queue is full or it has waited too long
   */
  async admit(name: string, isGone: () => boolean): Promise<void> {
    const group = this.groups.get(name) ?? { running: 0, queue: [], emptyAt: 0 };
    this.groups.set(name, group);
    if (group.running < maxRunning) {
      group.running += 1;
      return;
    }
    if (this.isFull(name) || !(await waitIn(group, isGone))) {
      this.noteRefused();
      throw refuse.tooMuch();
    }
  }

  /** Ends a request that was admitted, and admits the next one of the queue. */
  release(name: string): void {
    const group = this.groups.get(name);
    if (!group) return;
    const isTaken = admitNext(group);
    restartWatch(group);
    if (isTaken) return;
    group.running -= 1;
    if (group.running === 0) this.groups.delete(name);
  }

  /** Counts a refused request, and warns in the log from time to time. */
  noteRefused(): void {
    this.refused += 1;
    if (performance.now() - this.warnedAt < warningIntervalMs) return;
    this.warnedAt = performance.now();
    this.log.warn({ refused: this.refused }, 'more is asked than can be done; what is too much is refused');
  }
}

/** Admits the oldest request of a queue whose client is still connected. @returns whether there was one */
function admitNext({ queue }: Group): boolean {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const isAdmitted = !next.isGone();
    next.decide(isAdmitted);
    if (isAdmitted) return true;
  }
  return false;
}

/** Measures anew how long no running request ends, as long as others wait. */
function restartWatch(group: Group): void {
  clearTimeout(group.watch);
  const refuseQueue = () => {
    group.watch = undefined;
    for (const one of group.queue.splice(0)) one.decide(false);
  };
  group.watch = group.queue.length > 0 ? setTimeout(refuseQueue, limitsMs.stuck) : undefined;
}

/** Waits in the queue of a route group. @returns whether the request is admitted */
function waitIn(group: Group, isGone: () => boolean): Promise<boolean> {
  const { queue } = group;
  const now = performance.now();
  if (queue.length === 0) group.emptyAt = now;
  return new Promise((resolve) => {
    const one: Queued = {
      isGone,
      decide(isAdmitted) {
        clearTimeout(timer);
        resolve(isAdmitted);
      },
    };
    const timer = setTimeout(
      () => {
        queue.splice(queue.indexOf(one), 1);
        if (queue.length === 0) restartWatch(group);
        resolve(false);
      },
      now - group.emptyAt < limitsMs.standing ? limitsMs.wait : limitsMs.shortWait,
    );
    queue.push(one);
    if (!group.watch) restartWatch(group);
  });
}

/** The first two names of a path. */
const groupOf = (url = ''): string => /^\/[^/?]*(?:\/[^/?]*)?/.exec(url)?.[0] ?? '';

/** Health checks and metrics. */
const isExempt = (group: string): boolean => group === '/api/health' || group === '/metrics';

/** What the server listens with. */
interface Given {
  load: Load;
  /** Headers of an answer that is no page. */
  headers: OutgoingHttpHeaders;
  /** Origins that may read answers. */
  origins: readonly string[];
  /** Milliseconds without a request after which a connection is closed. */
  keepAlive: number;
}

/** The server whose requests Fastify handles; those that do not fit into a queue are refused before. */
export function createLimitedServer(handle: RequestListener, given: Given): Server {
  const { load } = given;
  const server = createServer(headerTimeouts, (request, response) => {
    const group = groupOf(request.url);
    if (isExempt(group) || !load.isFull(group)) return handle(request, response);
    load.noteRefused();
    refuseExcess(request, response, given);
  });
  server.keepAliveTimeout = given.keepAlive;
  // Neither a body nor our own work has a limit in time: [Note: Which clients are slow].
  server.requestTimeout = 0;
  server.timeout = 0;
  return server;
}

/** The texts of refusals by Accept-Language, each written once. */
const refused = refuse.tooMuch();
const refusals = new Map<string, string>();
const mostRefusals = 1_000;

function refusalFor(asked = ''): string {
  const known = refusals.get(asked);
  if (known !== undefined) return known;
  const text = asciiJson(textOf(translatorOf(acceptedLanguage(asked) ?? 'en'), refused.text));
  if (refusals.size < mostRefusals) refusals.set(asked, text);
  return text;
}

/** A text as JSON without a character beyond ASCII: head and body of an answer are then written at once. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

function refuseExcess(request: IncomingMessage, response: ServerResponse, { headers, origins }: Given): void {
  const { origin, 'accept-language': asked } = request.headers;
  const message = refusalFor(asked);
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

/** Admits requests and releases them. See [Note: How many requests are admitted]. */
export function limitLoad(app: FastifyInstance, load: Load): void {
  app.decorate('load', load);
  app.decorateRequest('countedIn', undefined);
  const admit = async (request: FastifyRequest) => {
    const group = groupOf(request.raw.url);
    if (isExempt(group)) return;
    await load.admit(group, () => request.raw.socket.destroyed);
    request.countedIn = group;
  };
  const release = async (request: FastifyRequest) => {
    if (request.countedIn !== undefined) load.release(request.countedIn);
    request.countedIn = undefined;
  };
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request.raw)) await admit(request);
  });
  app.addHook('preValidation', async (request) => {
    if (hasBody(request.raw) && !request.isMultipart() && !request.routeOptions.config.endpoint?.stream) await admit(request);
  });
  app.addHook('onSend', release);
  app.addHook('onResponse', release);
}
