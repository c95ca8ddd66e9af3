import type { Refusal } from '@heartwood/contract/endpoint';

/** Why nobody could decide about a call: no network, no answer, too many calls, a fault of the server. `minutes` is how long to wait, at least 1. */
export type Trouble = { why: 'offline' | 'unreachable' | 'ours' } | { why: 'crowded'; minutes: number };

/** The refusal of a call; `retry_after` are seconds, where the answer says after how long to try again. */
export type CallRefusal = Refusal & { retry_after?: number };

/** The status code of a refusal that the client makes itself, as there was no answer in the server's form. */
export const noAnswer = 'unavailable';

/**
 * What kept a call from being decided. Undefined where it was decided: then the refusal is about what was asked.
 * @param isOnline whether the browser has a network
 */
export function troubleOf(
  { status_code: code, request_id: id, retry_after: seconds = 0 }: CallRefusal,
  isOnline: boolean,
): Trouble | undefined {
  // Answers of the server have an id; what has none was made here.
  if (code === noAnswer && id === '') return { why: isOnline ? 'unreachable' : 'offline' };
  if (code === 'rate_limited') return { why: 'crowded', minutes: Math.max(1, Math.ceil(seconds / 60)) };
  return code === 'internal_error' || code === 'unavailable' || code === 'storage_full' ? { why: 'ours' } : undefined;
}

/**
 * Whether nobody has answered a call: there was no answer, or one of a gateway before the server or of a server that takes no calls (RFC 9110,
 * sections 15.6.3 to 15.6.5). A 500 is an answer: one call has failed, and the others are answered.
 * @param status of the answer, 0 without one
 */
export const isUnanswered = (status: number): boolean => status === 0 || (status >= 502 && status <= 504);
