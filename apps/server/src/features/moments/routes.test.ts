import { randomUUID } from 'node:crypto';
import type { Media } from '@heartwood/contract/media';
import { milestones } from '@heartwood/contract/milestones';
import type { Moment, PersonMilestone } from '@heartwood/contract/moments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, comparable, errorsOf, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { maySeeMoment } from './rules.ts';
import { uploadPhoto } from '#test/media.ts';
import { keepMoment } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let leo: TestMember;
let stranger: TestUser;
let emma: string;
let jonas: string;
let otto: string;

beforeAll(async () => {
  at = await startApp();
  ({ nora, sam, ruth, leo, stranger } = await makeFamily(at));
  emma = (await addChild(at, nora, { name: 'Emma', birth_day: '2023-09-12' })).heartwood_id;
  jonas = (await addChild(at, nora, { name: 'Jonas', birth_day: '2026-08-08' })).heartwood_id;
  otto = (await addChild(at, stranger, { name: 'Otto' })).heartwood_id;
});
afterAll(() => at.close());

const unknown = '0198f7a2-0000-7000-8000-000000000001';
const post = (by: TestUser | null, input: object, key?: string) =>
  call(at, by, 'POST', '/api/moments', input, key ? { 'idempotency-key': key } : {});
const keep = (by: TestUser, input: object) => keepMoment(at, by, { people: [emma], title: 'Slept in a tent', ...input });
const list = async (by: TestUser, query = ''): Promise<{ items: Moment[]; next_cursor: string | null; total: number }> =>
  (await call(at, by, 'GET', `/api/moments${query}`)).json().data;
const titles = async (by: TestUser, query = '') => (await list(by, query)).items.map(({ title }) => title);
const milestonesOf = async (by: TestUser, person: string): Promise<PersonMilestone[]> =>
  (await call(at, by, 'GET', `/api/milestones?person=${person}`)).json().data.milestones;

describe('keeping', () => {
  it('a moment of several people, by slug or id, with photos in order, on a day', async () => {
    const [a, b] = [await uploadPhoto(at, nora), await uploadPhoto(at, nora)];
    const moment = await keep(nora, {
      person: 'emma',
      people: [jonas, emma],
      title: '  The duck ',
      text: 'On her head.\n',
      occurred_on: '2026-11-19',
      media_ids: [b, a],
    });
    expect(moment).toMatchObject({
      family_id: nora.familyId,
      title: 'The duck',
      text: 'On her head.',
      occurred_on: '2026-11-19',
      people: [emma, jonas],
      milestone: null,
      post_id: null,
      author: { user_id: nora.userId },
      can: { edit: true, delete: true, share: true },
    });
    expect(moment.media.map(({ id }) => id)).toEqual([b, a]);
    for (const person of ['emma', jonas]) expect(await titles(sam, `?person=${person}`)).toContain('The duck');
    expect((await call(at, sam, 'GET', `/api/moments/${moment.id}`)).json().data.moment).toMatchObject({
      id: moment.id,
      people: [emma, jonas],
    });
  });

  it('a milestone is called what it is, unless it is given other words; without a day it was today', async () => {
    const plain = await keep(nora, { people: ['jonas'], title: null, milestone: 'laughs-out-loud' });
    expect(plain).toMatchObject({ title: 'Laughed out loud', milestone: 'laughs-out-loud', occurred_on: '2026-11-21' });
    expect(await keep(nora, { title: 'Snorted', milestone: 'laughs-out-loud' })).toMatchObject({ title: 'Snorted' });
  });

  it('once per key', async () => {
    const [key, input] = [randomUUID(), { people: [emma], title: 'Once' }];
    const [one, two] = await Promise.all([post(nora, input, key), post(nora, input, key)]);
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(one.json().data.moment.id).toBe(two.json().data.moment.id);
    expect((await post(nora, { ...input, title: 'Twice' }, key)).statusCode).toBe(409);
    expect((await titles(nora)).filter((title) => title === 'Once')).toHaveLength(1);
  });

  it.each([
    ['nobody', { people: [] }, 'people'],
    ['somebody unknown', { people: [unknown] }, 'people'],
    ['no words', { people: ['emma'], title: '  ' }, 'title'],
    ['a milestone there is not', { people: ['emma'], milestone: 'flies' }, 'milestone'],
    ['tomorrow', { people: ['emma'], occurred_on: '2026-11-23' }, 'occurred_on'],
    ['a day that does not exist', { people: ['emma'], occurred_on: '2026-02-30' }, 'occurred_on'],
    ['photos that are not there', { people: ['emma'], media_ids: [unknown] }, 'media_ids'],
    ['words without end', { people: ['emma'], title: 'x'.repeat(201) }, 'title'],
  ])('is refused for %s', async (_, given, field) => {
    expect(errorsOf(await post(nora, { title: 'Something', ...given }))).toEqual([422, [field]]);
  });

  it('takes nobody of another family, and no photos of others', async () => {
    expect(errorsOf(await post(nora, { people: [otto], title: 'a' }))).toEqual([422, ['people']]);
    expect(comparable(await post(nora, { person: otto, title: 'a' }))).toBe(comparable(await post(nora, { person: unknown, title: 'a' })));
    const id = await uploadPhoto(at, sam);
    expect(errorsOf(await post(nora, { people: [emma], title: 'a', media_ids: [id] }))).toEqual([422, ['media_ids']]);
  });
});

describe('who sees a moment', () => {
  it('guardians, and whoever it is about; to everybody else it is not there', async () => {
    const { id } = await keep(nora, { people: [emma, leo.personId], title: 'Built a raft' });
    const path = `/api/moments/${id}`;
    for (const who of [nora, sam, leo]) expect((await call(at, who, 'GET', path)).statusCode).toBe(200);
    const nothing = comparable(await call(at, ruth, 'GET', `/api/moments/${unknown}`));
    for (const [method, more, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/restore', {}],
      ['POST', '/share', {}],
    ] as const) {
      for (const who of [ruth, stranger]) expect(comparable(await call(at, who, method, path + more, body))).toBe(nothing);
      expect((await call(at, null, method, path + more, body)).statusCode).toBe(401);
    }
    expect(await titles(leo)).toEqual(['Built a raft']);
    expect(await list(ruth)).toEqual({ items: [], next_cursor: null, total: 0 });
    expect((await list(nora)).total).toBeGreaterThan(1);
  });

  it('is what the rule says in words, for everybody and every choice of people', async () => {
    const viewers = [
      ...[sam, ruth, leo].map((user) => ({
        user,
        role: user === sam ? ('guardian' as const) : ('relative' as const),
        personId: user.personId,
      })),
      { user: nora, role: 'owner' as const, personId: emma },
    ];
    const some = [emma, leo.personId, ruth.personId];
    for (let choice = 1; choice < 2 ** some.length; choice += 1) {
      const people = some.filter((_, place) => choice & (2 ** place));
      const { id } = await keep(nora, { people, title: 'Of some' });
      for (const { user, role, personId } of viewers) {
        const wanted = maySeeMoment({ userId: user.userId, role, personId }, people);
        const listed = (await list(user, '?limit=100')).items.some((moment) => moment.id === id);
        const opened = (await call(at, user, 'GET', `/api/moments/${id}`)).statusCode;
        expect([choice, role, listed, opened]).toEqual([choice, role, wanted, wanted ? 200 : 404]);
      }
      await call(at, nora, 'DELETE', `/api/moments/${id}`);
    }
  });

  it('relatives look at and keep nobody’s but their own', async () => {
    const own = await keep(leo, { people: [leo.personId], title: 'My first wage' });
    expect(own.can).toEqual({ edit: true, delete: true, share: true });
    expect(await titles(leo, `?person=${leo.personId}`)).toContain('My first wage');
    expect((await milestonesOf(leo, leo.personId)).length).toBe(milestones.length);
    const [nobody, another] = [encodeURIComponent('🌳'), emma];
    for (const url of ['/api/moments', '/api/milestones']) {
      expect(comparable(await call(at, leo, 'GET', `${url}?person=${another}`))).toBe(
        comparable(await call(at, leo, 'GET', `${url}?person=${nobody}`)),
      );
      expect((await call(at, leo, 'GET', `${url}?person=emma`)).statusCode).toBe(404);
    }
    expect((await post(leo, { people: [emma], title: 'a' })).statusCode).toBe(404);
    expect((await post(leo, { people: [leo.personId, emma], title: 'a' })).statusCode).toBe(404);
    expect((await call(at, leo, 'PATCH', `/api/moments/${own.id}`, { people: [leo.personId, emma] })).statusCode).toBe(404);
  });

  it('who is in a moment that somebody else wrote reads it and no more', async () => {
    const { id } = await keep(nora, { people: [leo.personId], title: 'Sang on a stage' });
    const path = `/api/moments/${id}`;
    expect((await call(at, leo, 'GET', path)).json().data.moment.can).toEqual({ edit: false, delete: false, share: false });
    expect((await call(at, leo, 'PATCH', path, { title: 'x' })).statusCode).toBe(403);
    expect((await call(at, leo, 'DELETE', path)).statusCode).toBe(403);
    expect((await call(at, leo, 'POST', `${path}/share`, {})).statusCode).toBe(403);
  });

  it('its photos open with it, and end for whoever is taken out of it', async () => {
    const photo = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { people: [emma, leo.personId], media_ids: [photo] });
    const opens = async (who: TestUser) => (await call(at, who, 'GET', `/api/media/${photo}`)).statusCode;
    expect(await Promise.all([nora, sam, leo, ruth, stranger].map(opens))).toEqual([200, 200, 200, 404, 404]);
    await call(at, nora, 'PATCH', `/api/moments/${id}`, { people: [emma] });
    expect(await Promise.all([sam, leo].map(opens))).toEqual([200, 404]);
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    expect(await opens(sam)).toBe(404);
  });

  it('a family that is not covered is answered 402, whoever asks, but may delete', async () => {
    const other = await registerParent(at.app, { lastname: 'Late' });
    const child = (await addChild(at, other)).heartwood_id;
    const { id } = await keep(other, { people: [child] });
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [at.clock.now(), other.familyId]);
    for (const [method, url] of [
      ['GET', '/api/moments'],
      ['GET', `/api/moments/${id}`],
      ['GET', `/api/milestones?person=${child}`],
      ['POST', '/api/moments'],
    ] as const)
      expect([url, (await call(at, other, method, url, method === 'POST' ? {} : undefined)).statusCode]).toEqual([url, 402]);
    expect((await call(at, other, 'DELETE', `/api/moments/${id}`)).statusCode).toBe(200);
  });
});

describe('changing', () => {
  it('of two guardians who change one at once, the second hears of it and nothing is lost', async () => {
    const { id } = await keep(nora, { title: 'Rode without pedals', text: 'In the yard.' });
    const path = `/api/moments/${id}`;
    const { etag } = (await call(at, sam, 'GET', path)).headers;
    const first = await call(at, nora, 'PATCH', path, { text: 'In the yard, twice.' }, { 'if-match': String(etag) });
    expect(first.statusCode).toBe(200);
    expect((await call(at, sam, 'PATCH', path, { title: 'Bike' }, { 'if-match': String(etag) })).statusCode).toBe(409);
    const now = await call(at, sam, 'GET', path);
    expect(now.json().data.moment).toMatchObject({ title: 'Rode without pedals', text: 'In the yard, twice.' });
    expect(now.headers.etag).toBe(first.headers.etag);
    const again = await call(at, sam, 'PATCH', path, { title: 'Bike' }, { 'if-match': String(now.headers.etag) });
    expect(again.json().data.moment).toMatchObject({ title: 'Bike', text: 'In the yard, twice.' });
    const both = await Promise.all(
      [nora, sam].map((who) => call(at, who, 'PATCH', path, { text: 'Race' }, { 'if-match': String(again.headers.etag) })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('everything of it, and only what is said', async () => {
    const [a, b] = [await uploadPhoto(at, nora), await uploadPhoto(at, sam)];
    const { id } = await keep(nora, { milestone: 'first-steps', text: 'Three.', media_ids: [a] });
    const path = `/api/moments/${id}`;
    const change = { people: ['jonas', 'emma'], milestone: null, occurred_on: '2026-01-31', media_ids: [a, b] };
    const { moment } = (await call(at, sam, 'PATCH', path, change)).json().data;
    expect(moment).toMatchObject({
      title: 'Slept in a tent',
      text: 'Three.',
      people: [jonas, emma],
      milestone: null,
      occurred_on: '2026-01-31',
    });
    expect(moment.media.map((one: Media) => one.id)).toEqual([a, b]);
    for (const [wrong, field] of [
      [{ people: [] }, 'people'],
      [{ title: '' }, 'title'],
      [{ occurred_on: '2027-01-01' }, 'occurred_on'],
      [{ milestone: 'flies' }, 'milestone'],
    ] as const)
      expect(errorsOf(await call(at, nora, 'PATCH', path, wrong))).toEqual([422, [field]]);
  });

  it('deleted, it is gone from every list, and comes back whole', async () => {
    const photo = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { title: 'Gone and back', milestone: 'tells-a-dream', media_ids: [photo] });
    const path = `/api/moments/${id}`;
    expect((await call(at, sam, 'DELETE', path)).statusCode).toBe(200);
    expect((await call(at, nora, 'GET', path)).statusCode).toBe(404);
    expect(await titles(nora)).not.toContain('Gone and back');
    expect((await milestonesOf(nora, emma)).find(({ slug }) => slug === 'tells-a-dream')?.moment_id).toBeNull();
    expect((await call(at, leo, 'POST', `${path}/restore`)).statusCode).toBe(404);
    const back = await call(at, nora, 'POST', `${path}/restore`);
    expect(back.json().data.moment).toMatchObject({ id, title: 'Gone and back', people: [emma] });
    expect(back.json().data.moment.media).toHaveLength(1);
    await call(at, nora, 'DELETE', path);
    at.clock.advance({ days: 30, seconds: 1 });
    await at.platform.db.$client.query('update families set trial_ends_at = $1', [new Date('2030-01-01')]);
    expect((await call(at, nora, 'POST', `${path}/restore`)).statusCode).toBe(404);
    at.clock.set('2026-11-21T09:00:00.000Z');
  });
});

describe('lists', () => {
  it('have the latest day first, page by page, each moment once', async () => {
    const mia = (await addChild(at, nora, { name: 'Mia' })).heartwood_id;
    const days = ['2026-03-01', '2025-01-01', '2026-03-01', '2024-07-07', '2026-10-10'];
    for (const [index, occurred_on] of days.entries()) await keep(nora, { people: [mia], title: `M${index}`, occurred_on });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(sam, `?person=mia&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.total).toBe(5);
      seen.push(...page.items.map(({ title }) => title));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['M4', 'M2', 'M0', 'M1', 'M3']);
    const { next_cursor } = await list(sam, '?person=mia&limit=2');
    expect((await call(at, nora, 'GET', `/api/moments?person=mia&limit=2&cursor=${next_cursor}`)).statusCode).toBe(422);
    expect((await call(at, sam, 'GET', `/api/moments?person=emma&limit=2&cursor=${next_cursor}`)).statusCode).toBe(422);
  });

  it('people whose names no address can show are found by what stands in their place', async () => {
    const noor = await addChild(at, nora, { name: 'نور 🌙' });
    expect(noor.slug).not.toBe('');
    await keep(nora, { people: [noor.slug], title: 'The moon' });
    for (const name of [noor.slug, noor.heartwood_id])
      expect(await titles(nora, `?person=${encodeURIComponent(name)}`)).toEqual(['The moon']);
  });
});

describe('milestones', () => {
  it('are all there, by age, with their moment', async () => {
    const ida = (await addChild(at, nora, { name: 'Ida', birth_day: '2023-09-12' })).heartwood_id;
    const before = await milestonesOf(nora, 'ida');
    expect(before).toHaveLength(milestones.length);
    const of = (found: PersonMilestone[], slug: string) => found.find((one) => one.slug === slug);
    expect(of(before, 'draws-a-person')).toEqual({
      slug: 'draws-a-person',
      title: 'Draws a person with legs',
      past: 'Drew a person with legs',
      hint: 'Legs straight from the head: the classic.',
      category: 'making',
      from_months: 36,
      to_months: 48,
      when: 'now',
      moment_id: null,
    });
    expect([of(before, 'first-steps')?.when, of(before, 'driving-licence')?.when]).toEqual(['passed', 'ahead']);
    await keep(nora, { people: [ida], milestone: 'first-word', occurred_on: '2024-12-01' });
    const first = await keep(sam, { people: [ida, jonas], milestone: 'first-steps', occurred_on: '2024-10-01' });
    expect(of(await milestonesOf(sam, ida), 'first-steps')?.moment_id).toBe(first.id);
    expect(of(await milestonesOf(sam, emma), 'born')?.moment_id).toBeNull();
  });

  it('say nothing of age where nobody knows the birthday', async () => {
    await addChild(at, nora, { name: 'Uno', birth_day: '' });
    expect(new Set((await milestonesOf(nora, 'uno')).map(({ when }) => when))).toEqual(new Set([null]));
  });

  it('need a person', async () => {
    expect(errorsOf(await call(at, nora, 'GET', '/api/milestones'))).toEqual([422, ['person']]);
    expect((await call(at, stranger, 'GET', `/api/milestones?person=${emma}`)).statusCode).toBe(404);
  });
});
