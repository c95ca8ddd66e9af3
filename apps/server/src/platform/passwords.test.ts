import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import type { Refused } from './http/refusal.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash is Argon2id with a salt of its own, and holds for this password alone', async () => {
  const [one, two] = [await hashPassword('Kastanie-Baum-7'), await hashPassword('Kastanie-Baum-7')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'Kastanie-Baum-7')).toBe(true);
  for (const wrong of ['kastanie-baum-7', 'Kastanie-Baum-7 ', 'Kastanie-Baum', '']) expect(await verifyPassword(one, wrong)).toBe(false);
});

test('where there is no account no password is right', async () => {
  expect(await verifyPassword(undefined, 'never the password of anybody')).toBe(false);
});

test('of a flood some are asked to come back at once, the others are served, and the event loop goes on', async () => {
  const known = await hashPassword('Kastanie-Baum-7');
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  // More than any machine hashes while one of them waits as long as it may: a fast one was seen to hash a thousand.
  const flood = 4_000;
  const results = await Promise.allSettled(Array.from({ length: flood }, () => verifyPassword(known, 'Kastanie-Baum-7')));
  loop.disable();
  const refused = results.filter((one) => one.status === 'rejected').map((one) => one.reason as Refused);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(flood);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['unavailable']));
  expect(results.every((one) => one.status === 'rejected' || one.value)).toBe(true);
  // The goal is 50 ms on a quiet machine; hashing on the loop itself would take seconds.
  expect(loop.percentile(99) / 1e6).toBeLessThan(500);
}, 120_000);
