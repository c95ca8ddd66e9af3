import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import { readerIn } from '#platform/archive/chapter.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { addMember, call, comparable, removeMember, sayOfOneself } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';
import { deliverWishes } from './jobs.ts';

// The person whose birthday it is asks every route that can be read, before the morning of the day and after, wherever they live and whatever
// they say of themselves meanwhile. So does a guardian, once the person has left.

/** Stands in every wish, and nowhere else. */
const mark = 'Quittenmus';
let at: TestApp;
let base: string;
let nora: TestUser;
let ruth: TestMember;
let arthur: TestMember;

beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  arthur = await addMember(at, nora.familyId, 'relative', 'Arthur');
  await query(at, `update families set trial_ends_at = '2060-01-01'`);
});
afterAll(() => at.close());

async function moveTo(time: number): Promise<void> {
  at.clock.set(new Date(time));
  await query(at, 'update sessions set last_used_at = $1', [at.clock.now()]);
}

/** When 7:00 of a day is in a place, by the offset that holds there then. */
function morningOf(day: string, timeZone: string): number {
  const named = Date.parse(`${day}T07:00:00Z`);
  const offsetAt = (time: number) => {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')!.value)!;
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  };
  return named - offsetAt(named - offsetAt(named));
}

const minute = 60_000;

interface Wished {
  wish: string;
  medium: string;
}

/** Somebody wishes something, in words and with a photo. */
async function wishFrom(by: TestUser): Promise<Wished> {
  const medium = await uploadPhoto(at, by);
  const answer = await call(at, by, 'POST', `/api/birthdays/${arthur.personId}/wishes`, { text: `${mark} for you`, media_ids: [medium] });
  expect(answer.statusCode, answer.body).toBe(201);
  return { wish: answer.json().data.wish.id, medium };
}

/** Every address of the live route table that can be read: with each of some ids in its path, or asked for the words, the day and the person. */
function addresses(ids: readonly string[], day: string): string[] {
  const searches = [`q=${mark}`, `on=${day}&person=${arthur.personId}`, 'person=arthur'];
  return at.app.routeTable
    .filter(({ method, config }) => method === 'GET' && config.access !== undefined && !config.endpoint?.events)
    .flatMap(({ url }) =>
      url.includes(':') ? ids.map((id) => `${url.replaceAll(/:\w+/g, id)}?on=${day}`) : searches.map((search) => `${url}?${search}`),
    );
}

/** Everything a member reads, the person where none is named: answers of all routes, every chapter of their export, and what they are told live. */
async function everythingRead(ids: readonly string[], day: string, by: TestUser = arthur): Promise<string> {
  const stream = await EventReader.open(base, by.token, {}, '?recent=3600');
  const read: string[] = [];
  for (const url of addresses(ids, day)) {
    read.push((await call(at, by, 'GET', url)).body);
  }
  const scope = await enterFamily(at.platform.db, { userId: by.userId, currentFamilyId: null }, nora.familyId);
  for (const chapter of at.platform.features.chapters)
    if (chapter.of === 'family')
      for await (const entry of chapter.entries(at.platform, scope, readerIn('en'))) read.push(JSON.stringify(entry));
  const { id } = await sharePost(at, nora, { text: 'A sign' });
  await stream.hears('post.shared', { post_id: id });
  stream.close();
  return [...read, JSON.stringify(stream.heard)].join('\n');
}

test('before the day every route answers the person as if nobody had wished: lists, counts, and what they try with the ids', async () => {
  const [day, zone] = ['2026-11-29', 'Europe/Berlin'];
  await query(at, 'delete from wishes');
  await moveTo(morningOf(day, zone) - 60 * minute);
  await sayOfOneself(at, arthur, { birth: '1956-11-29', time_zone: zone });
  // A session says when it was used.
  const readable = addresses([arthur.personId, ruth.personId, 'arthur'], day).filter((url) => !url.startsWith('/api/sessions'));
  const readAll = async () => {
    const read: Record<string, string> = {};
    for (const url of readable) read[url] = comparable(await call(at, arthur, 'GET', url));
    return read;
  };
  await readAll();
  const before = await readAll();
  await moveTo(at.clock.now().getTime() - 24 * 60 * minute);
  const { wish, medium } = await wishFrom(ruth);
  await moveTo(at.clock.now().getTime() + 24 * 60 * minute);
  const after = await readAll();
  expect(Object.keys(before).filter((url) => before[url] !== after[url])).toEqual([]);
  expect(after).toEqual(before);

  const nobody = crypto.randomUUID();
  const tries = (wishId: string, mediumId: string): [Parameters<typeof call>[2], string, object?][] => [
    ['PATCH', `/api/wishes/${wishId}`, { text: 'Mine' }],
    ['DELETE', `/api/wishes/${wishId}`],
    ['GET', `/api/media/${mediumId}`],
    ['DELETE', `/api/media/${mediumId}`],
    ['POST', '/api/posts', { text: 'A photo', media_ids: [mediumId] }],
    ['POST', '/api/questions', { text: 'Whose is it?', media_id: mediumId }],
    ['POST', `/api/birthdays/${ruth.personId}/wishes`, { text: 'For you', media_ids: [mediumId] }],
    ['POST', `/api/birthdays/${arthur.personId}/wishes`, { text: 'For me' }],
    ['POST', `/api/birthdays/${arthur.personId}/remind`, {}],
    ['POST', `/api/birthdays/${arthur.personId}/thanks`, { text: 'Thanks', on: day }],
  ];
  await sayOfOneself(at, ruth, { birth: '1958-12-01' });
  for (const [index, [method, url, body]] of tries(wish, medium).entries()) {
    const answer = comparable(await call(at, arthur, method, url, body));
    const [, other, given] = tries(nobody, nobody)[index]!;
    expect([url, answer]).toEqual([url, comparable(await call(at, arthur, method, other, given))]);
    expect(answer).toMatch(/^4/);
  }
  expect((await call(at, ruth, 'GET', `/api/birthdays/${arthur.personId}/wishes`)).json().data.wishes).toMatchObject([{ id: wish }]);
});

const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
/** Some birthdays of 2026 to 2028: leap days, and days on which clocks are moved. */
const days = ['2026-11-29', '2027-02-28', '2028-02-29', '2027-03-28', '2027-10-31', '2027-03-14', '2027-04-04', '2028-01-01'];

/** Begins anew: nothing is wished, and the person was born on a day and is somewhere. */
async function beginOn(day: string, zone: string, time: number): Promise<void> {
  for (const table of ['wishes', 'birthday_cards', 'birthday_places']) await query(at, `delete from ${table}`);
  await moveTo(time);
  const birth = day.endsWith('02-28') ? '1956-02-29' : `1956${day.slice(4)}`;
  await sayOfOneself(at, arthur, { birth, time_zone: zone });
}

test('a wish is on no read route before 7:00 of the day wherever the person has been, and then on theirs', async () => {
  const example = fc.record({
    zone: fc.constantFrom(...zones),
    moves: fc.array(fc.constantFrom(...zones), { maxLength: 3 }),
    day: fc.constantFrom(...days),
    role: fc.constantFrom('relative', 'guardian'),
    before: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 50 * 1_440 })),
    after: fc.integer({ min: 0, max: 900 }),
  });
  await fc.assert(
    fc.asyncProperty(example, async ({ zone, moves, day, role, before, after }) => {
      const first = morningOf(day, zone);
      const morning = Math.max(...[zone, ...moves].map((place) => morningOf(day, place)));
      await query(at, 'update members set role = $1 where user_id = $2', [role, arthur.userId]);
      await beginOn(day, zone, first - (before + 15) * minute);
      const own = `/api/birthdays/${arthur.personId}/wishes`;
      const unwished = (await call(at, arthur, 'GET', own)).body;
      const wished = [await wishFrom(ruth), await wishFrom(nora)];
      const secrets = [mark, ...wished.flatMap(({ wish, medium }) => [wish, medium])];
      const ids = [...secrets.slice(1), arthur.personId, ruth.personId, 'arthur'];

      for (const time_zone of moves) await sayOfOneself(at, arthur, { time_zone });
      await moveTo(morning - before * minute);
      await deliverWishes(at.platform);
      const early = await everythingRead(ids, day);
      expect(secrets.filter((secret) => early.includes(secret))).toEqual([]);
      if (moves.length === 0) expect((await call(at, arthur, 'GET', own)).body).toBe(unwished);

      await moveTo(morning + after * minute);
      const late = await everythingRead(ids, day);
      expect(secrets.filter((secret) => !late.includes(secret))).toEqual([]);
      for (const { medium } of wished) expect((await call(at, arthur, 'GET', `/api/media/${medium}`)).statusCode).toBe(200);
    }),
    {
      numRuns: 8,
      examples: [
        [{ zone: 'Pacific/Kiritimati', moves: [], day: '2028-02-29', role: 'guardian', before: 1, after: 0 }],
        [{ zone: 'Pacific/Pago_Pago', moves: ['Pacific/Kiritimati'], day: '2027-02-28', role: 'relative', before: 1, after: 0 }],
        [
          {
            zone: 'Europe/Berlin',
            moves: ['America/New_York', 'Asia/Kathmandu', 'Europe/Berlin'],
            day: '2027-03-28',
            role: 'relative',
            before: 1,
            after: 0,
          },
        ],
      ],
    },
  );
}, 240_000);

test('a birthday that is brought forward brings no wish along, whoever corrects it', async () => {
  const day = '2026-11-29';
  const morning = morningOf(day, 'Europe/Berlin');
  await beginOn(day, 'Europe/Berlin', morning - 3 * 1_440 * minute);
  const { wish, medium } = await wishFrom(ruth);
  const secrets = [mark, wish, medium];
  const ids = [wish, medium, arthur.personId, 'arthur'];
  const sees = async (on: string) => {
    await deliverWishes(at.platform);
    const read = await everythingRead(ids, on);
    return secrets.filter((secret) => read.includes(secret));
  };
  await sayOfOneself(at, arthur, { birth: '1956-11-26' });
  for (const on of ['2026-11-26', day]) expect(await sees(on)).toEqual([]);
  // What they do not say themself, a guardian may write down.
  await sayOfOneself(at, arthur, { birth: '' });
  const corrected = await call(at, nora, 'POST', '/api/family-relationships/update', { id: arthur.personId, birth_day: '1956-11-25' });
  expect(corrected.statusCode, corrected.body).toBe(200);
  for (const on of ['2026-11-25', day]) expect(await sees(on)).toEqual([]);
  await moveTo(morning);
  expect(await sees(day)).toEqual(secrets);
}, 120_000);

test('what was wished to a member is on no read route of a guardian who removes them, and theirs again when they come back', async () => {
  const day = '2026-11-29';
  await beginOn(day, 'Europe/Berlin', morningOf(day, 'Europe/Berlin') - 60 * 24 * minute);
  const { wish, medium } = await wishFrom(ruth);
  const secrets = [mark, wish, medium];
  const ids = [wish, medium, arthur.personId, 'arthur'];
  await moveTo(morningOf(day, 'Europe/Berlin'));
  await deliverWishes(at.platform);
  await removeMember(at, nora, arthur.userId);
  await deliverWishes(at.platform);
  const read = await everythingRead(ids, day, nora);
  expect(secrets.filter((secret) => read.includes(secret))).toEqual([]);
  const { familyId, userId } = arthur;
  const name = { firstname: 'Arthur', lastname: 'Whitlock' };
  await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, { familyId, userId, ...name, role: 'relative' }));
  const again = await everythingRead(ids, day);
  expect(secrets.filter((secret) => !again.includes(secret))).toEqual([]);
}, 120_000);
