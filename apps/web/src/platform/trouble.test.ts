import type { Refusal } from '@heartwood/contract/endpoint';
import { expect, test } from 'vitest';
import { isUnanswered, troubleOf } from './trouble.ts';

const refusal = (code: Refusal['status_code'], id = 'abcdef12'): Refusal => ({
  success: false,
  status_code: code,
  message: 'No',
  request_id: id,
});

test('without an answer of the server it is the network, or nobody knows', () => {
  expect(troubleOf(refusal('unavailable', ''), false)).toEqual({ why: 'offline' });
  expect(troubleOf(refusal('unavailable', ''), true)).toEqual({ why: 'unreachable' });
});

test('too many calls end after whole minutes, at least one', () => {
  expect(troubleOf({ ...refusal('rate_limited'), retry_after: 61 }, true)).toEqual({ why: 'crowded', minutes: 2 });
  expect(troubleOf({ ...refusal('rate_limited'), retry_after: 5 }, true)).toEqual({ why: 'crowded', minutes: 1 });
  expect(troubleOf(refusal('rate_limited'), true)).toEqual({ why: 'crowded', minutes: 1 });
});

test('a fault of the server is ours; what was decided is no trouble', () => {
  for (const code of ['internal_error', 'unavailable', 'storage_full'] as const)
    expect(troubleOf(refusal(code), true)).toEqual({ why: 'ours' });
  for (const code of ['gone', 'not_found', 'validation_failed', 'conflict'] as const)
    expect(troubleOf(refusal(code), true)).toBeUndefined();
});

test('a gateway’s error is no answer of the server; an error of the server itself is one', () => {
  for (const status of [0, 502, 503, 504]) expect(isUnanswered(status), `${status}`).toBe(true);
  for (const status of [200, 404, 408, 429, 500, 501, 505, 507]) expect(isUnanswered(status), `${status}`).toBe(false);
});
