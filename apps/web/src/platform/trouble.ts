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
