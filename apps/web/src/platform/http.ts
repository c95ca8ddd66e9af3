import type { BodyInput, DataOf, ParamsOf, QueryInput, Refusal } from '@heartwood/contract/endpoint';
import { failureOf, type FailureCode } from '@heartwood/contract/failures';
import { currentLanguage, t } from '@heartwood/messages/current';
import { failureMessages } from '@heartwood/messages/failures';
import { toFormData } from '@heartwood/contract/form-data';
import type { Endpoints, Route } from '@heartwood/contract/routes';
import { ofetch, type FetchContext, type FetchError } from 'ofetch';
import { device } from './device.ts';
import { pageStays } from './leaving.ts';
import { navigation } from './navigation.ts';
import { loadRuntimeConfig, runtimeConfig } from './runtime-config.ts';
import { session } from './session.ts';
import { noAnswer, type CallRefusal } from './trouble.ts';

const paywall = '/paywall';

/** How long a page may take to go, in milliseconds: until then what else it has asked for and is refused does not send it off anew. */
const goesWithin = 10_000;
let goesSince = Number.NEGATIVE_INFINITY;

// A page that is kept for a way back has come back.
globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) goesSince = Number.NEGATIVE_INFINITY;
});

/** Moves to the paywall: on the web by a full navigation, in the shells inside the app. Not from the paywall to itself. */
function toPaywall(): void {
  if (globalThis.location?.pathname === paywall) return;
  if (device.platform !== 'web') return navigation.inApp(paywall);
  const now = performance.now();
  if (now - goesSince < goesWithin) return;
  goesSince = now;
  navigation.fully(paywall);
}

function onResponse({ response }: FetchContext): void {
  // On the web and on iOS any 402 leads to the paywall, also one that is not an error; on Android only the error below.
  if (response?.status === 402 && device.platform !== 'android') toPaywall();
}

function onResponseError(context: FetchContext): void {
  endedBy(context);
  const { response } = context;
  const body: unknown = response?._data;
  if (response?.status === 402 && isRefusal(body) && body.status_code === 'subscription_inactive') toPaywall();
}

/** A 401 says that the session of the request's token is over: it ends here, too. A wrong password (`invalid_credentials`) says nothing of it. */
function endedBy({ response, options }: FetchContext): void {
  const body: unknown = response?._data;
  if (response?.status !== 401 || !isRefusal(body) || body.status_code !== 'unauthenticated') return;
  session.lose(new Headers(options.headers).get('Authorization')?.replace('Bearer ', ''));
}

/**
 * The client that every request goes through: the configured base address, the bearer header when there is a token,
 * JSON bodies serialised and form data left as it is, one retry of reads (writes are not retried), no timeout, 400 to 599 are errors.
 */
export const http = ofetch.create({
  retryStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  async onRequest({ request, options }) {
    await loadRuntimeConfig(fetchFile);
    // Refused, it would look like a session that has ended elsewhere.
    if (session.isLeaving() && request !== '/api/logout') throw new Error('somebody is logging out');
    options.baseURL ??= runtimeConfig().api_base;
    options.headers = new Headers(options.headers);
    options.headers.set('Accept', 'application/json');
    options.headers.set('Accept-Language', currentLanguage.get());
    const { token } = session.get();
    if (token && !options.headers.has('Authorization')) options.headers.set('Authorization', `Bearer ${token}`);
  },
  onResponse,
  onResponseError,
});

/** What a call carries. `multipart` sends the body as form data also when it holds no file. */
interface CallRequest<R extends Route> {
  params?: { [Name in keyof ParamsOf<Endpoints[R]>]: string };
  query?: QueryInput<Endpoints[R]> | undefined;
  body?: BodyInput<Endpoints[R]> | undefined;
  /** A UUID: the same key and body make the same thing once. */
  idempotencyKey?: string;
  /** The ETag of what is changed; 409 where it has changed since. */
  ifMatch?: string;
  multipart?: boolean;
  signal?: AbortSignal;
  /** It goes on when the page is left, for a body of less than 64 KiB (Fetch standard, 'keepalive'). */
  keepalive?: boolean;
}

/** A call that was refused or did not get through. `status` is 0 without an answer. `body` is the server's, or one like it. */
export class CallError extends Error {
  readonly status: number;
  readonly body: CallRefusal;
  constructor(status: number, body: CallRefusal, cause: unknown) {
    super(body.message, { cause });
    this.name = 'CallError';
    this.status = status;
    this.body = body;
  }
}

/** A success with what stands beside its data. */
export interface Answer<Data> {
  data: Data;
  message: string | undefined;
  etag: string | null;
}

/**
 * Calls an endpoint of the contract by its route, such as `POST /api/posts`.
 * @returns the answer's `data`
 * @throws CallError with the server's body; where the server gives no message, with the call's own
 */
export async function call<R extends Route>(route: R, request: CallRequest<R> = {}): Promise<DataOf<Endpoints[R]>> {
  return (await callFully(route, request)).data;
}

/** As {@link call}, with the answer's message and ETag. */
export async function callFully<R extends Route>(route: R, request: CallRequest<R> = {}): Promise<Answer<DataOf<Endpoints[R]>>> {
  const { params, query, body, idempotencyKey, ifMatch, multipart, signal, keepalive } = request;
  const [method, url] = partsOf(route);
  const asForm = multipart === true || holdsFile(body);
  try {
    const response = await http.raw<unknown>(pathOf(url, params ?? {}), {
      method,
      retry: method === 'GET' ? 1 : 0,
      ...(query ? { query: query as Record<string, unknown> } : {}),
      ...(body === undefined ? {} : { body: asForm ? toFormData(body as Record<string, unknown>) : (body as Record<string, unknown>) }),
      headers: { ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}), ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
    const answer = response._data;
    if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw noSuchAnswer('unexpectedResponse', answer);
    const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : undefined;
    return { data: answer.data as DataOf<Endpoints[R]>, message, etag: response.headers.get('etag') };
  } catch (error) {
    const failed = error instanceof CallError ? error : callError(error, failureOf(route));
    // A page that is left breaks off what it has asked for. That is no failure, and nothing is taken back because of it.
    if (failed.status === 0) await pageStays();
    throw failed;
  }
}

/**
 * What an answer says that came by another way than {@link http} (the upload with progress), by the same rules.
 * @param token of the session that asked
 * @throws CallError, also for 0 (no answer); a 402 leads to the paywall, a 401 ends the session
 */
export function answerOf<R extends Route>(route: R, status: number, body: unknown, token: string | null): DataOf<Endpoints[R]> {
  const headers = { Authorization: `Bearer ${token ?? ''}` };
  const context = { response: { status, _data: body }, options: { headers } } as unknown as FetchContext;
  onResponse(context);
  if (status >= 200 && status < 300) {
    if (typeof body === 'object' && body !== null && 'data' in body) return body.data as DataOf<Endpoints[R]>;
    throw noSuchAnswer('unexpectedResponse', body);
  }
  onResponseError(context);
  throw callError({ response: { status }, data: body }, failureOf(route));
}

/** The error behind a refusal that a store action has answered with. */
const behind = new WeakMap<CallRefusal, CallError>();

/** Says what went wrong with an error of {@link call} in the server's form: for store actions that answer instead of throwing. */
export function refusalFrom(error: unknown, fallback: FailureCode = 'generic'): CallRefusal {
  if (!(error instanceof CallError)) return refusalOf(fallback);
  behind.set(error.body, error);
  return error.body;
}

/** What is thrown where an answer is none, with the words for it. */
export const noSuchAnswer = (failure: FailureCode, answer?: unknown): CallError => new CallError(200, refusalOf(failure), answer);

/**
 * Runs a store action that answers instead of throwing.
 * @returns `{ success: true, data }`, or the server's error body, or one with the fallback message
 */
export async function attempt<Data>(action: Promise<Data>, fallback?: FailureCode): Promise<{ success: true; data: Data } | CallRefusal> {
  try {
    return { success: true, data: await action };
  } catch (error) {
    return refusalFrom(error, fallback);
  }
}

/** The data of an {@link attempt}. @throws CallError where it was refused, for a form to put at its fields and for a query to keep */
export function settled<Data>(answer: { success: true; data: Data } | Refusal): Data {
  if (answer.success) return answer.data;
  throw behind.get(answer) ?? new CallError(0, answer, undefined);
}

/** A JSON file of our own, such as `/builds/latest.json`: neither base address nor token, past the cache. */
export function fetchFile<Value>(path: string): Promise<Value> {
  return ofetch<Value>(path, { cache: 'no-store' });
}

function callError(error: unknown, fallback: FailureCode): CallError {
  const { response, data } = error as Partial<FetchError<unknown>>;
  const wait = Number(response?.headers?.get('retry-after'));
  const body = isRefusal(data)
    ? { ...data, message: data.message || t(failureMessages[fallback]), ...(wait > 0 ? { retry_after: wait } : {}) }
    : refusalOf(fallback);
  return new CallError(response?.status ?? 0, body, error);
}

function refusalOf(failure: FailureCode): Refusal {
  return { success: false, status_code: noAnswer, message: t(failureMessages[failure]), request_id: '' };
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'status_code' in value;
}

/** Method and path of a route. */
export function partsOf(route: Route): [method: string, url: string] {
  const space = route.indexOf(' ');
  return [route.slice(0, space), route.slice(space + 1)];
}

function pathOf(url: string, params: Record<string, string>): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  if (Array.isArray(value)) return value.some(holdsFile);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}
