import type { Notification } from '@heartwood/contract/notifications';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { tellOfDays } from './jobs.ts';

// What nobody does and is told all the same: birthdays, and memories.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ jobs: false });
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.set('2026-11-21T09:00:00.000Z');
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
});

async function goTo(time: string): Promise<void> {
  at.clock.set(time);
  await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
  await tellOfDays(at.platform);
}
const told = async (user: TestUser) => {
  const { items } = (await call(at, user, 'GET', '/api/notifications')).json().data as { items: Notification[] };
  return items.map(({ event, on, person, count }) => ({ event, on, name: person?.name ?? null, turns: person?.turns ?? null, count }));
};
const born = (user: TestUser, birth: string) => call(at, user, 'POST', '/api/profile/update', { birth });

it('a birthday is told three days before and on its morning, once each, to everybody but whose it is', async () => {
  const { nora, sam, ruth } = family;
  await born(ruth, '1955-12-10');
  await addChild(at, nora, { name: 'Emma', birth_day: '2021-12-10' });
  const near = { event: 'birthday.near', on: '2026-12-10', count: 1 };
  const come = { ...near, event: 'birthday.come' };
  const [emma, hers] = [
    { name: 'Emma', turns: 5 },
    { name: 'Ruth Whitlock', turns: 71 },
  ];
  await goTo('2026-12-06T09:07:00.000Z');
  expect(await told(sam)).toEqual([]);
  for (const hour of ['08', '09', '10']) await goTo(`2026-12-07T${hour}:07:00.000Z`);
  expect(await told(sam)).toEqual(
    expect.arrayContaining([
      { ...near, ...emma },
      { ...near, ...hers },
    ]),
  );
  expect(await told(ruth)).toEqual([{ ...near, ...emma }]);
  await goTo('2026-12-08T09:07:00.000Z');
  await goTo('2026-12-10T09:07:00.000Z');
  expect((await told(sam)).slice(0, 2)).toEqual(
    expect.arrayContaining([
      { ...come, ...emma },
      { ...come, ...hers },
    ]),
  );
  expect((await told(sam)).length).toBe(4);
  expect((await told(ruth)).length).toBe(2);
});

it('in the morning where the owner is, and never at night; a process that was away for an hour misses nothing', async () => {
  const { nora, sam } = family;
  await call(at, nora, 'POST', '/api/profile/update', { time_zone: 'Pacific/Auckland' });
  await addChild(at, nora, { birth_day: '2021-12-10' });
  // Of 10 December in Auckland: 7:59, 8:00 and noon.
  await goTo('2026-12-09T18:59:00.000Z');
  await goTo('2026-12-09T23:00:00.000Z');
  expect(await told(sam)).toEqual([]);
  await goTo('2026-12-09T22:59:00.000Z');
  expect(await told(sam)).toMatchObject([{ event: 'birthday.come', on: '2026-12-10' }]);
});

it('whoever is born on 29 February is told of on the 28th in common years, and on no other day', async () => {
  const { nora, sam } = family;
  await addChild(at, nora, { birth_day: '2020-02-29' });
  for (const day of ['2027-02-25', '2027-02-26', '2027-02-28', '2027-03-01']) await goTo(`${day}T09:07:00.000Z`);
  expect((await told(sam)).map(({ event, on, turns }) => [event, on, turns])).toEqual([
    ['birthday.come', '2027-02-28', 7],
    ['birthday.near', '2027-02-28', 7],
  ]);
  for (const day of ['2028-02-26', '2028-02-28', '2028-02-29']) await goTo(`${day}T09:07:00.000Z`);
  expect((await told(sam)).map(({ event, on }) => [event, on])).toEqual([
    ['birthday.come', '2028-02-29'],
    ['birthday.near', '2028-02-29'],
  ]);
});

it('memories of a day stand in one line, for whoever may see them; five at most', async () => {
  const { nora, sam, ruth, stranger } = family;
  for (let year = 2019; year < 2026; year += 1) await sharePost(at, ruth, { occurred_on: `${year}-12-10` });
  await sharePost(at, sam, { occurred_on: '2025-12-11' });
  await goTo('2026-12-10T09:07:00.000Z');
  await goTo('2026-12-10T10:07:00.000Z');
  const line = { event: 'memory.come', on: '2026-12-10', name: null, turns: null, count: 5 };
  expect(await Promise.all([nora, ruth, stranger].map(told))).toEqual([[line], [line], []]);
  at.clock.set('2026-12-10T12:00:00.000Z');
  await sharePost(at, nora, { occurred_on: '2024-12-12', audience: 'guardians' });
  await goTo('2026-12-12T09:07:00.000Z');
  expect((await told(sam)).map(({ count }) => count)).toEqual([1, 5]);
  expect((await told(ruth)).map(({ count }) => count)).toEqual([5]);
});

it('of memories of a day everybody hears of five that are theirs to see, however many later ones are for others', async () => {
  const { nora, sam, ruth } = family;
  for (let year = 2019; year < 2026; year += 1) await sharePost(at, nora, { occurred_on: `${year}-12-10`, audience: 'guardians' });
  for (let year = 2010; year < 2016; year += 1) await sharePost(at, sam, { occurred_on: `${year}-12-10` });
  for (const hour of ['09', '10']) await goTo(`2026-12-10T${hour}:07:00.000Z`);
  expect((await told(sam)).map(({ event, count }) => [event, count])).toEqual([['memory.come', 5]]);
  expect((await told(ruth)).map(({ event, count }) => [event, count])).toEqual([['memory.come', 5]]);
  const { rows } = await at.platform.db.$client.query<{ day: string }>(
    `select p.occurred_on::text as day from notifications n join posts p on p.id = n.post_id where n.user_id = $1 order by day desc`,
    [ruth.userId],
  );
  expect(rows.map(({ day }) => day)).toEqual([2015, 2014, 2013, 2012, 2011].map((year) => `${year}-12-10`));
});

it('of memories of a day one that cannot be told now keeps back no other, and its place is kept', async () => {
  const { nora, ruth } = family;
  for (const year of [2020, 2021, 2022, 2023, 2024, 2025]) await sharePost(at, nora, { occurred_on: `${year}-12-10` });
  const { listenersOf } = at.platform.features;
  let isFirst = true;
  at.platform.features.listenersOf = (...asked) => {
    const [, , { familyId }] = asked;
    if (!isFirst || familyId !== nora.familyId) return listenersOf(...asked);
    isFirst = false;
    return Promise.reject(new Error('the connection is lost'));
  };
  await goTo('2026-12-10T09:07:00.000Z').finally(() => (at.platform.features.listenersOf = listenersOf));
  expect(isFirst).toBe(false);
  expect((await told(ruth)).map(({ event, count }) => [event, count])).toEqual([['memory.come', 4]]);
  await goTo('2026-12-10T10:07:00.000Z');
  expect((await told(ruth)).map(({ event, count }) => [event, count])).toEqual([['memory.come', 5]]);
});
