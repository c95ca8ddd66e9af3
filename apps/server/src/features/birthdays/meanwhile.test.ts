import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { onOneConnection, whileChanging } from '#test/held.ts';
import { call, makeFamily, sayOfOneself } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { addChild } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { deliverWishes } from './jobs.ts';

// A wish that comes, or is given, while something else happens.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' }, jobs: false });
  family = await makeFamily(at);
});
afterAll(() => at.close());

const child = async (name: string) => (await addChild(at, family.nora, { name, birth_day: '2025-11-25' })).heartwood_id as string;
const urlOf = (person: string) => `/api/birthdays/${person}/wishes`;

it('a wish is made, and changed, on the one connection that is left', async () => {
  const [person, first, second] = [await child('Mila'), await uploadPhoto(at, family.ruth), await uploadPhoto(at, family.ruth)];
  const made = await onOneConnection(at, () => call(at, family.ruth, 'POST', urlOf(person), { text: 'One already', media_ids: [first] }));
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json().data.wish;
  const changed = await onOneConnection(at, () => call(at, family.ruth, 'PATCH', `/api/wishes/${id}`, { media_ids: [second] }));
  expect(changed.statusCode, changed.body).toBe(200);
});

it('a wish for a person who is removed meanwhile is answered like one for somebody unknown', async () => {
  const person = await child('Emma');
  const gone = { text: 'delete from people where id = $1', values: [person] };
  const made = await whileChanging(at, gone, () => call(at, family.ruth, 'POST', urlOf(person), { text: 'Come back' }));
  expect([made.statusCode, await query(at, 'select from wishes where person_id = $1', [person])]).toEqual([404, []]);
});

it('nobody is asked for a wish for a person who is removed meanwhile', async () => {
  const person = await child('Anna');
  const gone = { text: 'delete from people where id = $1', values: [person] };
  const asked = await whileChanging(at, gone, () => call(at, family.nora, 'POST', `/api/birthdays/${person}/remind`, {}));
  expect([asked.statusCode, await query(at, 'select from birthday_mails where person_id = $1', [person])]).toEqual([404, []]);
});

/** A statement that changes who a person is, with the family held, as those do who leave it or join it. */
const withFamilyHeld = (change: string, personId: string) => ({
  text: `with held as (select families.id from families join people p on p.family_id = families.id where p.id = $1 for no key update of families) ${change}`,
  values: [personId],
});
const given = (personId: string) => query(at, 'select from birthday_cards where person_id = $1', [personId]);

it('wishes are not given to who leaves meanwhile', async () => {
  const { leo, ruth } = family;
  at.clock.set('2026-11-21T09:00:00Z');
  await sayOfOneself(at, leo, { birth: '2010-11-22', time_zone: 'Europe/Berlin' });
  expect((await call(at, ruth, 'POST', urlOf(leo.personId), { text: 'For you' })).statusCode).toBe(201);
  at.clock.set('2026-11-22T09:00:00Z');
  const leaves = withFamilyHeld('delete from members using held where family_id = held.id and person_id = $1', leo.personId);
  await whileChanging(at, leaves, () => deliverWishes(at.platform));
  expect(await given(leo.personId)).toEqual([]);
});

it('wishes are not read out by guardians for who has an account from that moment on', async () => {
  const { ruth } = family;
  at.clock.set('2026-11-21T09:00:00Z');
  const person = (await addChild(at, family.nora, { name: 'Ella', birth_day: '2012-11-22' })).heartwood_id as string;
  expect((await call(at, ruth, 'POST', urlOf(person), { text: 'For you' })).statusCode).toBe(201);
  at.clock.set('2026-11-22T12:00:00Z');
  const joins = withFamilyHeld(
    `update people set user_id = (select u.id from users u where not exists (select from people q where q.family_id = people.family_id and q.user_id = u.id) limit 1) from held where people.id = $1`,
    person,
  );
  await whileChanging(at, joins, () => deliverWishes(at.platform));
  expect(await given(person)).toEqual([]);
});
