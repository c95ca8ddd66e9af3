import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { registerParent } from '#test/people.ts';

// Whether an address has an account must not be told by how long the answer takes: the medians differ by less than 5 % on a quiet machine.
// Here other tests run at the same time, so the two kinds take turns, the bound is wider, and a round that was disturbed is repeated. What
// tells something tells it in every round: without the decoy a log-in takes many times as long for a known address.

let t: TestApp;
beforeAll(async () => {
  t = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => t.close());

const bound = 0.1;
const rounds = 8;

async function milliseconds(url: string, payload: object, status: number): Promise<number> {
  const began = performance.now();
  const answer = await t.app.inject({ method: 'POST', url, payload });
  const took = performance.now() - began;
  expect(answer.statusCode).toBe(status);
  return took;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** How much longer the median of one kind takes than the other's, as a part of it; who is first changes every time. */
async function difference(samples: number, kinds: [() => Promise<number>, () => Promise<number>]): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < samples; n += 1)
    for (const kind of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) times[kind].push(await kinds[kind]());
  const [a, b] = times.map(median) as [number, number];
  return Math.abs(a - b) / Math.min(a, b);
}

/** The smallest difference of some rounds; ends with the first that is small enough. */
async function smallest(samples: number, kinds: [() => Promise<number>, () => Promise<number>]): Promise<number> {
  for (const kind of kinds) await kind();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= bound; round += 1) least = Math.min(least, await difference(samples, kinds));
  return least;
}

test('a log-in takes as long for an address without an account', async () => {
  const { email } = await registerParent(t.app);
  const login = (address: string) => () => milliseconds('/api/login', { email: address, password: 'Wrong-Baum-7' }, 401);
  expect(await smallest(25, [login(email), login('nobody@example.com')])).toBeLessThan(bound);
}, 120_000);

test('asking for a new password takes as long for an address without an account', async () => {
  const { email } = await registerParent(t.app);
  const forgot = (address: string) => () => milliseconds('/api/forgot-password', { email: address }, 200);
  expect(await smallest(60, [forgot(email), forgot('nobody@example.com')])).toBeLessThan(bound);
}, 120_000);
