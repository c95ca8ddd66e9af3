import { isMadeUp } from '@heartwood/messages/languages';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { message, textOf } from '@heartwood/messages/message';
import { isDeepStrictEqual } from 'node:util';
import type { Access, BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from '@heartwood/contract/endpoint';
import { fieldErrors } from '@heartwood/contract/validation';
import type { Problem } from '@heartwood/contract/validation';
import type { Message } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetFiles, readBody } from './body.ts';
import { EventStream } from './event-stream.ts';
import { holding } from './held-sessions.ts';
import type { Held } from './held-sessions.ts';
import { assertClean } from './sanitize.ts';
import { fingerprint } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { refuse } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
    gates: Gates;
  }
  interface FastifyRequest {
    session: Session | undefined;
    /** The language of the answer: the account's once it is known, before that what the request accepts. */
    language: ShownLanguage | undefined;
  }
  interface FastifyContextConfig {
    /** Who may call; a route without it belongs to the service (health, metrics). */
    access?: Access;
    /** What the contract says of the route. */
    endpoint?: Endpoint;
  }
}

/** Types that the gates return: accounts declares `session`, family declares `scope`. */
export interface GateTypes {}
type Session = GateTypes extends { session: infer S } ? S : never;
type Scope = GateTypes extends { scope: infer S } ? S : never;
/** Proof of a membership, as the platform knows it. */
export type GateScope = Scope;

/** Checks before every handler, in the order of their refusals: authentication, membership, coverage. */
export interface Gates {
  /**
   * @param withMembership also finds the membership that `enter` asks for, where nothing of the request is waited for any more
   * @throws Refused unauthenticated
   */
  authenticate(request: FastifyRequest, withMembership: boolean): Promise<Session>;
  /**
   * Keeps a session from ending, and the membership of a member's call from changing, until the transaction ends.
   * @throws Refused unauthenticated, not_found, conflict where the role is less than that of the scope
   */
  hold(tx: Tx, by: { session: Session; scope: Scope | undefined }, held: Held): Promise<void>;
  /** @throws Refused confirmation_required */
  assertFresh(session: Session): void;
  /** @throws Refused not_found */
  enter(session: Session, familyId: string | undefined): Promise<Scope>;
  /** Whether the user is in another family than their current one, which a form may name. */
  hasOtherFamily(session: Session): Promise<boolean>;
  /** @throws Refused subscription_inactive */
  assertCovered(scope: Scope): Promise<void>;
}

type SessionFor<E extends Endpoint> = E['access'] extends 'public' ? undefined : Session;
type ScopeFor<E extends Endpoint> = E['access'] extends 'member' ? Scope : undefined;

/** What a handler is given. */
interface Call<E extends Endpoint, Target> {
  /** In a writing call its transactions hold session and membership. See [Note: When a session is judged], [Note: When a membership is judged]. */
  platform: Platform;
  request: FastifyRequest;
  session: SessionFor<E>;
  scope: ScopeFor<E>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The object in the path, which the caller may see. */
  target: Target;
  /** Undefined when the request has no `Idempotency-Key`. */
  idempotency: Idempotency | undefined;
}

/** What is known before the body is validated. */
type Early<E extends Endpoint> = Pick<Call<E, never>, 'platform' | 'request' | 'session' | 'scope' | 'params'>;

interface Handler<E extends Endpoint, Target> {
  /** The family of the object in the path. Without it, or undefined: the family in the query or body, else the current one. Null: not found. */
  family?: (call: Pick<Call<E, never>, 'platform' | 'params'>) => Promise<string | null | undefined> | string | null | undefined;
  /** Finds the object in the path, before the body is validated. @throws Refused not_found */
  target?: (call: Early<E>) => Promise<Target>;
  /** Which memberships its transactions hold: all of the family where it changes some, else the caller's. */
  members?: Held['members'];
  handle: (call: Call<E, Target>) => Promise<DataOf<E> | Answer<DataOf<E>> | HeaderAnswer | EventStream>;
}

/** An answer with more than its data; its message is said in the language of the request. */
export class Answer<Data> {
  readonly data: Data;
  readonly more: { message?: Message; etag?: string };
  constructor(data: Data, more: { message?: Message; etag?: string }) {
    this.data = data;
    this.more = more;
  }
}

/** An answer in headers alone, for an endpoint that streams. */
export class HeaderAnswer {
  readonly headers: Record<string, string>;
  constructor(headers: Record<string, string>) {
    this.headers = headers;
  }
}

/** Methods that change nothing. */
const reading = new Set<string>(['GET', 'HEAD']);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const noId = '00000000-0000-0000-0000-000000000000';

// [Note: The order of refusals]
// A refusal must not tell a stranger more than "no such thing", and must not tell an uncovered family what was wrong with its request.
// So nothing is validated before 401, 404 and 402 are settled; Fastify's own validation is therefore not used, its route shape is.
// Leaving, taking back and deleting need no cover: they must not cost money.
// They are settled before a body is waited for, which may be gigabytes; only a form of a user with several families is read that far.

/** Serves one endpoint of the contract: gates, target, validation, handler, envelope. */
export function serve<E extends Endpoint, Target = undefined>(app: FastifyInstance, endpoint: E, handler: Handler<E, Target>): void {
  const { method, url, schema, access, summary } = endpoint;
  app.route({
    method,
    url,
    schema: { ...given(schema), summary, tags: [url.split('/')[2] ?? 'service'], ...(access === 'public' ? { security: [] } : {}) },
    config: { access, endpoint },
    // A HEAD would open a stream without a reader.
    exposeHeadRoute: !endpoint.events,
    onRequest: async (request) => {
      if (access === 'public') return;
      const session = await app.gates.authenticate(request, access === 'member' && reading.has(method));
      request.session = session;
      if (!isMadeUp(request.language)) request.language = session.language;
    },
    handler: async (request, reply) =>
      answer(request, reply, endpoint, await run(app, endpoint, handler, request).finally(() => forgetFiles(request, app.platform.log))),
  });
}

/** Omits properties that are undefined, because Fastify warns of them. */
const given = <T extends object>(parts: T): Partial<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Partial<T>;

async function run<E extends Endpoint, Target>(app: FastifyInstance, endpoint: E, handler: Handler<E, Target>, request: FastifyRequest) {
  const { platform, gates } = app;
  const isForm = request.isMultipart() && !endpoint.stream;
  const isWriting = endpoint.access !== 'public' && !reading.has(endpoint.method);
  const judgeAgain = async () => (request.session = await gates.authenticate(request, endpoint.access === 'member' && !endpoint.stream));
  // A form is read further down, and who sends it is judged again there.
  if (isWriting && !isForm) await judgeAgain();
  const params = readParams(endpoint, request.params) as ParamsOf<E>;
  let session = (endpoint.access === 'public' ? undefined : request.session) as SessionFor<E>;
  const choose = (fields: unknown) => enter(app, endpoint, handler, request, params, fields);
  const early = endpoint.stream ? undefined : request.body;
  const isOpen = isForm && endpoint.access === 'member' && !handler.family && chosenFamily(request.query) === undefined;
  // A form may name its family further down, where there is another one: until it has been read, the current one says nothing.
  const isUndecided = isOpen && (await gates.hasOtherFamily(session as Session));
  let missing: unknown;
  let scope = (await choose(early).catch((error: unknown) => {
    if (!isUndecided || handler.target) throw error;
    missing = error;
  })) as ScopeFor<E>;
  const target = (await handler.target?.({ platform, request, session, scope, params })) as Target;
  const admit = async (fields: unknown) => {
    if (endpoint.access !== 'member') return;
    if (isForm) scope = (await choose(fields)) as ScopeFor<E>;
    missing = undefined;
    if (endpoint.method !== 'DELETE') await gates.assertCovered(scope as Scope);
  };
  if (!isUndecided) await admit(early);
  if (endpoint.fresh) gates.assertFresh(session as Session);
  assertClean(request.params);
  assertClean(request.query);
  const query = parse(endpoint.schema.querystring, request.query) as QueryOf<E>;
  const rawBody = endpoint.stream
    ? undefined
    : await readBody(request, platform.tempDir, endpoint.multipart?.files ?? 0, admit).catch((error: unknown) => {
        throw missing ?? error;
      });
  if (isForm && isWriting) {
    session = (await judgeAgain()) as SessionFor<E>;
    await admit(rawBody);
    if (endpoint.fresh) gates.assertFresh(session as Session);
  }
  if (!endpoint.raw) assertClean(rawBody);
  const body = parse(endpoint.schema.body, rawBody) as BodyOf<E>;
  const held: Held = { sessions: endpoint.access === 'account' || endpoint.fresh ? 'all' : 'own', members: handler.members ?? 'own' };
  const by = { session: session as Session, scope };
  return handler.handle({
    platform: isWriting ? holding(platform, (tx) => gates.hold(tx, by, held)) : platform,
    request,
    session,
    scope,
    params,
    query,
    body,
    target,
    idempotency: idempotencyOf(request, session, scope, endpoint.stream ? tellingHeaders(request) : body),
  });
}

/** Parses the parameters in the path; invalid ones are answered with not_found. */
function readParams(endpoint: Endpoint, raw: unknown): unknown {
  const params = wellFormedIds(raw);
  const read = endpoint.schema.params?.safeParse(params) ?? { success: true, data: params };
  if (!read.success) throw refuse.notFound();
  return read.data;
}

async function enter<E extends Endpoint, Target>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, Target>,
  request: FastifyRequest,
  params: ParamsOf<E>,
  fields: unknown,
) {
  if (endpoint.access !== 'member') return undefined;
  const spokenOf = handler.family ? await handler.family({ platform: app.platform, params }) : undefined;
  if (spokenOf === null) throw refuse.notFound();
  return app.gates.enter(request.session as Session, spokenOf ?? chosenFamily(request.query, fields));
}

/** The family in the query or body; a malformed id becomes one that does not exist. */
function chosenFamily(...places: unknown[]): string | undefined {
  for (const place of places) {
    const value = typeof place === 'object' && place !== null && 'family_id' in place ? place.family_id : undefined;
    if (value === undefined || value === null || value === '') continue;
    return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : noId;
  }
  return undefined;
}

/** Replaces malformed ids in the path by one that does not exist, so that both get the same answer. */
function wellFormedIds(params: unknown): Record<string, string> {
  const entries = Object.entries((params ?? {}) as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, !/(^|_)id$/.test(name) ? value : uuid.test(value) ? value.toLowerCase() : noId]),
  );
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw refuse.invalid(messagesOf(fieldErrors(result.error.issues)));
  return result.data;
}

/** What is said of the problems of each field. */
function messagesOf(problems: Record<string, Problem[]>): Record<string, Message[]> {
  return Object.fromEntries(Object.entries(problems).map(([path, found]) => [path, found.map((problem) => problemMessage(problem))]));
}

function idempotencyOf(request: FastifyRequest, session: unknown, scope: unknown, body: unknown): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !uuid.test(key)) throw refuse.malformed(message('app.refusals.idempotencyKey'));
  const { userId } = (session ?? { userId: null }) as { userId: string | null };
  const secret = request.server.platform.secrets.key('idempotency');
  const { familyId } = (scope ?? { familyId: '' }) as { familyId: string };
  const what = `${request.method} ${request.url.split('?')[0]} ${familyId}`;
  return { userId, key: key.toLowerCase(), fingerprint: fingerprint(secret, what, body) };
}

/** The headers that describe a streamed upload, for the fingerprint of its Idempotency-Key. */
const tellingHeaders = ({ headers }: FastifyRequest) => [headers['upload-length'], headers['upload-metadata']];

function answer(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  // A proxy in front must hand on what comes as it comes; `X-Accel-Buffering` tells nginx so.
  if (result instanceof EventStream)
    return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(result);
  if (result instanceof HeaderAnswer) return reply.code(endpoint.status).header('cache-control', 'no-store').headers(result.headers).send();
  const { data, more } = result instanceof Answer ? result : { data: result, more: {} as Answer<unknown>['more'] };
  if (more.etag) void reply.header('etag', more.etag);
  void reply.header('cache-control', 'no-store');
  const body = { success: true, data, ...(more.message ? { message: textOf(translatorOf(request.language ?? 'en'), more.message) } : {}) };
  if (reply.server.platform.config.checkResponses) assertPromised(endpoint, body);
  return reply.code(endpoint.status).send(body);
}

/** Checks an answer against the contract: it has every field of it, and no other. */
function assertPromised(endpoint: Endpoint, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const promised: unknown = JSON.parse(JSON.stringify(endpoint.schema.response[endpoint.status]?.parse(sent)));
  if (!isDeepStrictEqual(sent, promised)) throw new Error(`${endpoint.method} ${endpoint.url} answers more than the contract says`);
}
