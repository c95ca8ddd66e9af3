import { randomUUID } from 'node:crypto';
import type { Moment, PersonMilestone } from '@heartwood/contract/moments';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// A first is one: of a milestone a person has one moment.

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let leo: TestMember;
let count = 0;
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
  leo = await addMember(at, nora.familyId, 'relative', 'Leo');
});
afterAll(() => at.close());

const child = async () => (await addChild(at, nora, { name: `Child ${(count += 1)}`, birth_day: '2023-09-12' })).heartwood_id;
const post = (by: TestUser, input: object, key?: string) =>
  call(at, by, 'POST', '/api/moments', input, key ? { 'idempotency-key': key } : {});
async function kept(by: TestUser, input: object): Promise<Moment> {
  const answer = await post(by, input);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.moment;
}
const edit = (by: TestUser, id: string, change: object) => call(at, by, 'PATCH', `/api/moments/${id}`, change);
const refused = { status_code: 'validation_failed', errors: { milestone: [expect.stringContaining('kept already')] } };
const reached = async (person: string, slug = 'first-steps') => {
  const { milestones } = (await call(at, nora, 'GET', `/api/milestones?person=${person}`)).json().data as { milestones: PersonMilestone[] };
  return milestones.find((one) => one.slug === slug)?.moment_id;
};

describe('a milestone of a person', () => {
  it('is kept once: a second moment of it is refused, and nothing has changed', async () => {
    const emma = await child();
    const first = await kept(nora, { people: [emma], milestone: 'first-steps', occurred_on: '2024-10-01' });
    const second = await post(sam, { people: [emma], milestone: 'first-steps', occurred_on: '2024-09-01', text: 'Mine.' });
    expect(second.statusCode).toBe(422);
    expect(second.json()).toMatchObject(refused);
    expect(await reached(emma)).toBe(first.id);
    expect((await call(at, nora, 'GET', `/api/moments?person=${emma}`)).json().data.total).toBe(1);
    await kept(sam, { people: [emma], title: 'Mine, too', occurred_on: '2024-09-01' });
    await kept(sam, { people: [emma], milestone: 'first-word', occurred_on: '2024-09-01' });
  });

  it('is one when two keep it at the same moment; sent again with its key it stays the same', async () => {
    const emma = await child();
    const body = { people: [emma], milestone: 'first-steps', occurred_on: '2024-10-01' };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => post(n % 2 ? nora : sam, { ...body, text: `${n}` })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array<number>(11).fill(422)]);
    const jonas = await child();
    const key = randomUUID();
    const again = [await post(nora, { ...body, people: [jonas] }, key), await post(nora, { ...body, people: [jonas] }, key)];
    expect(again.map((answer) => [answer.statusCode, answer.json().data.moment.id])).toEqual([
      [201, await reached(jonas)],
      [201, await reached(jonas)],
    ]);
  });

  it('counts for each of several people', async () => {
    const [emma, jonas, ida] = [await child(), await child(), await child()];
    const both = await kept(nora, { people: [emma, jonas], milestone: 'first-steps' });
    expect((await post(nora, { people: [ida, jonas], milestone: 'first-steps' })).json()).toMatchObject(refused);
    const own = await kept(nora, { people: [ida], milestone: 'first-steps' });
    expect((await edit(nora, own.id, { people: [ida, emma] })).json()).toMatchObject(refused);
    expect((await edit(nora, both.id, { people: [emma] })).statusCode).toBe(200);
    expect((await edit(nora, own.id, { people: [ida, jonas] })).statusCode).toBe(200);
  });

  it('cannot be taken in editing either; a moment that has it is edited as before', async () => {
    const emma = await child();
    const first = await kept(nora, { people: [emma], milestone: 'first-steps' });
    const other = await kept(nora, { people: [emma], title: 'Ran' });
    expect((await edit(nora, other.id, { milestone: 'first-steps' })).json()).toMatchObject(refused);
    expect((await edit(nora, first.id, { title: 'Walked', milestone: 'first-steps', people: [emma] })).statusCode).toBe(200);
    expect((await edit(nora, first.id, { milestone: null })).statusCode).toBe(200);
    expect((await edit(nora, other.id, { milestone: 'first-steps' })).statusCode).toBe(200);
  });

  it('is free again once its moment is deleted; brought back after that, it comes back in its own words', async () => {
    const emma = await child();
    const first = await kept(nora, { people: [emma], milestone: 'first-steps', text: 'The carpet.' });
    await call(at, nora, 'DELETE', `/api/moments/${first.id}`);
    const second = await kept(sam, { people: [emma], milestone: 'first-steps' });
    const back = await call(at, nora, 'POST', `/api/moments/${first.id}/restore`);
    expect(back.json().data.moment).toMatchObject({ title: 'First steps', milestone: null, text: 'The carpet.' });
    expect(await reached(emma)).toBe(second.id);
    await call(at, sam, 'DELETE', `/api/moments/${second.id}`);
    const same = await call(at, sam, 'POST', `/api/moments/${second.id}/restore`);
    expect(same.json().data.moment.milestone).toBe('first-steps');
  });

  it('tells nobody what they may not see: a stranger’s and another’s people are not there before', async () => {
    const emma = await child();
    await kept(nora, { people: [emma], milestone: 'first-steps' });
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    for (const by of [leo, stranger])
      for (const person of [emma, randomUUID()])
        expect((await post(by, { person, milestone: 'first-steps' })).json().status_code).toBe('not_found');
    await kept(leo, { people: [leo.personId], milestone: 'first-steps' });
    expect((await post(leo, { people: [leo.personId], milestone: 'first-steps' })).json()).toMatchObject(refused);
  });
});

it('where it is tomorrow already, today is a day like any other, and ages are right to the day', async () => {
  // Eight in the morning of the 21st in Auckland (UTC+13); in Greenwich it is still the 20th.
  const before = at.clock.now();
  at.clock.set(new Date('2026-11-20T19:00:00Z'));
  const aroha = (await addChild(at, nora, { name: 'Aroha', birth_day: '2026-07-21' })).heartwood_id;
  const here = '2026-11-21';
  expect((await kept(nora, { people: [aroha], milestone: 'first-smile', occurred_on: here })).occurred_on).toBe(here);
  expect((await post(nora, { people: [aroha], title: 'To come', occurred_on: '2026-11-22' })).statusCode).toBe(422);
  const measured = (day: string) => call(at, nora, 'POST', '/api/growth', { person: aroha, measured_on: day, height_cm: 62 });
  const entry = await measured(here);
  expect([entry.statusCode, entry.json().data.entry.age_days]).toEqual([201, 123]);
  expect((await measured('2026-11-22')).statusCode).toBe(422);
  expect((await addChild(at, nora, { name: 'Newborn', birth_day: here })).birth_day).toBe(here);
  expect((await call(at, nora, 'POST', '/api/posts', { text: 'Today', occurred_on: here })).json().data.post.occurred_on).toBe(here);
  const standing = async (on: string) => {
    const answer = await call(at, nora, 'GET', `/api/milestones?person=${aroha}${on}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return (answer.json().data.milestones as PersonMilestone[]).filter(({ when }) => when === 'now').map(({ slug }) => slug);
  };
  // She is four months old today: what begins with four months has begun, there, and not yet in Greenwich.
  expect(await standing(`&on=${here}`)).toContain('first-food');
  expect(await standing('')).not.toContain('first-food');
  expect(await standing('&on=2026-11-20')).toEqual(await standing(''));
  expect((await call(at, nora, 'GET', `/api/milestones?person=${aroha}&on=2026-02-30`)).statusCode).toBe(422);
  at.clock.set(before);
});
