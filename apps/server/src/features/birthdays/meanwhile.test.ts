import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { onOneConnection, whileChanging } from '#test/held.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { addChild } from '#test/people.ts';
import { query } from '#test/rows.ts';

// A wish that comes while something else happens.

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
