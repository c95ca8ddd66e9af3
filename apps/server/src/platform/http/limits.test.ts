import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '#test/cluster.ts';
import { ensureTemplate } from '#test/template.ts';
import { connect } from '#platform/db/pool.ts';
import type { Db } from '#platform/db/pool.ts';
import { createLog } from '#platform/log.ts';
import { chargesFrom, createLimits, networkOf } from './limits.ts';
import type { Limits, LimitRule } from './limits.ts';
import { Refused } from './refusal.ts';

const name = `limits_${process.pid}`;
let db: Db;
let limits: Limits;
let now = Date.parse('2026-11-21T09:00:00Z');
const clock = { now: () => new Date(now) };

beforeAll(async () => {
  const clusterUrl = inject('clusterUrl');
  db = connect(await createDatabase(clusterUrl, name, await ensureTemplate(clusterUrl)), createLog({ logLevel: 'silent' }));
  limits = createLimits(db, clock, true);
});

afterAll(async () => {
  await db.$client.end();
  await dropDatabase(inject('clusterUrl'), name);
});

const three: LimitRule = { name: 'three', points: 3, seconds: 60 };
const five: LimitRule = { name: 'five', points: 5, seconds: 600 };

/** What a refusal says to wait, in seconds; 0 where nothing was refused. */
async function refused(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).code).toBe('rate_limited');
    return (error as Refused).retryAfter ?? Number.NaN;
  }
}

test('a limit holds in any span of its length, and says how long to wait', async () => {
  await limits.take(three, 'a');
  now += 30_000;
  await limits.take(three, 'a');
  await limits.take(three, 'a');
  expect(await refused(limits.take(three, 'a'))).toBe(30);
  expect(await limits.tryTake(three, 'a')).toBe(false);
  expect(await limits.tryTake(three, 'b')).toBe(true);
  now += 30_001;
  await limits.take(three, 'a');
  expect(await refused(limits.take(three, 'a'))).toBe(30);
});

test('another process, or the same one after a restart, goes on counting', async () => {
  for (let n = 0; n < 3; n += 1) await limits.take(three, 'restarted');
  expect(await createLimits(db, clock, true).tryTake(three, 'restarted')).toBe(false);
  expect(await createLimits(db, clock, false).tryTake(three, 'restarted')).toBe(true);
});

test('[R6.12] a clock that jumps for a while keeps nobody out, and lets nobody in that should wait', async () => {
  const right = now;
  for (const jump of [400, -400].map((days) => days * 86_400_000)) {
    for (let n = 0; n < 3; n += 1) await limits.take(three, `jumped ${jump}`);
    now = right + jump;
    for (let n = 0; n < 3; n += 1) await limits.take(three, `jumped ${jump}`);
    expect(await refused(limits.take(three, `jumped ${jump}`))).toBe(60);
    now = right;
    for (let n = 0; n < 3; n += 1) await limits.take(three, `jumped ${jump}`);
    expect(await refused(limits.take(three, `jumped ${jump}`))).toBe(60);
  }
  // Two processes whose clocks are some seconds apart count together.
  for (let n = 0; n < 3; n += 1) await limits.take(three, 'apart');
  now -= 5_000;
  expect(await refused(limits.take(three, 'apart'))).toBe(65);
  now = right;
});

test('of many at once exactly as many pass as the limit allows', async () => {
  const passed = await Promise.all(Array.from({ length: 40 }, () => limits.tryTake(five, 'at once')));
  expect(passed.filter(Boolean)).toHaveLength(5);
});

test('only failures count, and a refusal takes no point of any charge', async () => {
  const charges = [
    [three, 'both of them'],
    [five, 'both of them'],
  ] as const;
  for (let n = 0; n < 20; n += 1) expect(await limits.attempt(charges, async () => 'right')).toBe('right');
  for (let n = 0; n < 3; n += 1) expect(await limits.attempt(charges, async () => undefined)).toBeUndefined();
  for (let n = 0; n < 10; n += 1) expect(await refused(limits.attempt(charges, async () => 'right'))).toBe(60);
  const left = await Promise.all([1, 2, 3].map(() => limits.tryTake(five, 'both of them')));
  expect(left.filter(Boolean)).toHaveLength(2);
});

test('a try that breaks off is not counted', async () => {
  for (let n = 0; n < 10; n += 1) {
    const broken = limits.attempt([[three, 'broken']], async () => {
      throw new Error('no database');
    });
    await expect(broken).rejects.toThrow('no database');
  }
});

test('many right tries at once all pass, although they hold more points than there are', async () => {
  let most = 0;
  let under = 0;
  const work = async () => {
    most = Math.max(most, (under += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    under -= 1;
    return true;
  };
  const passed = await Promise.all(
    Array.from({ length: 40 }, () =>
      limits.attempt(
        [
          [three, 'crowd'],
          [five, 'crowd'],
        ],
        work,
      ),
    ),
  );
  expect(passed.every(Boolean)).toBe(true);
  expect(most).toBe(3);
});

test('of many wrong tries at once exactly as many are let through as may fail', async () => {
  let tried = 0;
  const work = async () => {
    tried += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return undefined;
  };
  const all = await Promise.all(
    Array.from({ length: 40 }, () =>
      refused(
        limits.attempt(
          [
            [five, 'flood'],
            [three, 'flood'],
          ],
          work,
        ),
      ),
    ),
  );
  expect(tried).toBe(3);
  expect(all.filter((seconds) => seconds === 60)).toHaveLength(37);
});

test('two processes together tell no more failures than may be', async () => {
  const other = createLimits(db, clock, true);
  let tried = 0;
  const work = async () => {
    tried += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return undefined;
  };
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      refused(
        (n % 2 ? limits : other).attempt(
          [
            [five, 'both'],
            [three, 'two processes'],
          ],
          work,
        ),
      ),
    ),
  );
  expect(tried).toBeLessThanOrEqual(6);
  expect(all.filter((seconds) => seconds === 0)).toHaveLength(3);
  // What was refused has taken nothing.
  expect((await Promise.all([1, 2, 3].map(() => limits.tryTake(five, 'both')))).filter(Boolean)).toHaveLength(2);
});

test('right and wrong mixed at random: never more wrong ones than the limit, no right one refused while a point is free', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uuid(), fc.array(fc.boolean(), { minLength: 1, maxLength: 25 }), async (key, plan) => {
      const rule: LimitRule = { name: 'mixed', points: 4, seconds: 60 };
      let wrong = 0;
      const results = await Promise.all(
        plan.map((right) =>
          limits
            .attempt([[rule, key]], async () => {
              await new Promise((resolve) => setTimeout(resolve, 1));
              if (!right) wrong += 1;
              return right ? 'in' : undefined;
            })
            .catch((error: unknown) => (error instanceof Refused ? 'refused' : Promise.reject(error as Error))),
        ),
      );
      expect(wrong).toBeLessThanOrEqual(4);
      if (wrong < 4) expect(results).not.toContain('refused');
    }),
    { numRuns: 40 },
  );
});

test('what counts no more is removed', async () => {
  await limits.take(three, 'old');
  now += 600_001;
  await limits.forget();
  expect((await db.$client.query('select 1 from rate_limits')).rowCount).toBe(0);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip, 64)).toBe(network);
});

test('every address of one /64 counts as one, of two as two', () => {
  const part = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 4, maxLength: 4 }),
      fc.array(part, { minLength: 4, maxLength: 4 }),
      fc.array(part, { minLength: 4, maxLength: 4 }),
      (net, one, two) => {
        expect(networkOf([...net, ...one].join(':'), 64)).toBe(networkOf([...net, ...two].join(':'), 64));
        const elsewhere = [...net.slice(0, 3), ((Number.parseInt(net[3]!, 16) + 1) % 0x10000).toString(16)];
        expect(networkOf([...net, ...one].join(':'), 64)).not.toBe(networkOf([...elsewhere, ...one].join(':'), 64));
      },
    ),
  );
});

test('an IPv6 address counts for its /64, and more generously for its /56 and /48; an IPv4 address for itself', () => {
  expect(chargesFrom(three, '2001:db8:1:2f3::1', 'a ').map(([{ points }, key]) => [points, key])).toEqual([
    [3, 'a 2001:db8:1:2f3::/64'],
    [6, 'a 2001:db8:1:200::/56'],
    [12, 'a 2001:db8:1:0::/48'],
  ]);
  expect(chargesFrom(three, '::ffff:203.0.113.7')).toEqual([[three, '203.0.113.7']]);
});
