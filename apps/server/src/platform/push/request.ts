/** What a push service answers. */
export interface Answer {
  status: number;
  /** The beginning of its body. */
  text: string;
}

/** The service refuses a message: trying again as it is will not help. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

/** The service asks for a pause before the next request (`Retry-After`). */
export class PushDelayed extends Error {
  override name = 'PushDelayed';
  /** Seconds, 1 to 3,600. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = Math.min(Math.max(Math.ceil(retryAfter), 1), 3_600);
  }
}

/** Letters of an answer that are read. */
const mostRead = 64 * 1_024;

/**
 * Sends a request to a push service and follows it nowhere else.
 * @param request.timeoutMs milliseconds until it counts as not answered
 * @throws PushDelayed where it says when to send again; another error where nothing is certain: no answer, half of one, none that is final
 */
export async function post(
  url: string,
  request: { headers: Headers | Record<string, string>; body: string | Uint8Array<ArrayBuffer>; timeoutMs: number },
): Promise<Answer> {
  const { headers, body, timeoutMs } = request;
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const { status } = answer;
  const text = await beginningOf(answer);
  if (isFinal(status)) return { status, text };
  const said = `the push service answers ${status}`;
  const wait = waitOf(answer.headers);
  throw wait === undefined ? new Error(said) : new PushDelayed(said, wait);
}

/** Done, or refused for what was sent; not what a service is too busy for, nor where something on the way has answered. */
const isFinal = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408 && status !== 429);

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3), which is counted from the date of the answer. */
function waitOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const seconds = (Date.parse(header) - Date.parse(headers.get('date') ?? '')) / 1_000;
  return Number.isNaN(seconds) ? undefined : seconds;
}

async function beginningOf(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostRead) break;
  }
  return text;
}
