import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stopOf } from '#features/digests/emails.ts';
import { writeFrom } from '#features/notifications/actions.ts';
import { answeredBy } from '#features/posts/queries.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, prefer, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { answerQuestion, askQuestion } from '#test/posts.ts';
import { query } from '#test/rows.ts';
import { sendReminders } from './jobs.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
});
beforeEach(async () => {
  at.clock.set('2026-11-21T09:00:00Z');
  family = await makeFamily(at);
  await proveAddresses(at);
});
afterAll(() => at.close());

const ports = { answeredBy, writeFrom, stopOf };
const remind = (user: TestUser, id: string, body?: object) => call(at, user, 'POST', `/api/questions/${id}/remind`, body);
const subjects = async ({ email }: TestUser): Promise<string[]> => {
  await jobsDone(at);
  return (await at.mailsTo(email, 0)).flatMap(({ subject = '' }) =>
    subject.includes('waiting') || subject.includes('wartet') ? [subject] : [],
  );
};

test('reminds who has not answered, by mail, in their language, with the question and a link to it', async () => {
  const { nora, sam, ruth, leo } = family;
  await call(at, ruth, 'POST', '/api/profile/update', { locale: 'de' });
  const question = await askQuestion(at, nora, {
    text: 'Who taught you to <b>swim</b>?',
    recipient_ids: [sam.userId, ruth.userId, leo.userId],
  });
  await answerQuestion(at, sam, question.id);
  await answerQuestion(at, leo, question.id, { audience_user_ids: [nora.userId] });
  const answer = await remind(nora, question.id);
  expect([answer.statusCode, answer.json().data.reminded]).toEqual([200, [ruth.userId]]);
  expect(answer.json().data.question.waiting).toMatchObject([
    { user_id: ruth.userId, reminded_at: '2026-11-21T09:00:00.000Z', remind_from: '2026-11-22T09:00:00.000Z' },
  ]);
  expect([await subjects(sam), await subjects(leo), await subjects(nora)]).toEqual([[], [], []]);
  expect(await subjects(ruth)).toEqual(['Heartwood: Nora wartet auf deine Antwort']);
  const mail = (await at.mailsTo(ruth.email)).at(-1);
  expect(mail?.text).toContain('> Who taught you to <b>swim</b>?');
  expect(mail?.html).toContain('Who taught you to &lt;b&gt;swim&lt;/b&gt;?');
  expect(mail?.text).toContain(`http://localhost:3000/treasures/ask-family?question=${question.id}`);
});

test('writes to no address that nobody has proved: it may be a stranger’s', async () => {
  const { nora, ruth } = family;
  await query(at, 'update users set email_verified_at = null where id = $1', [ruth.userId]);
  const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  expect((await remind(nora, question.id)).statusCode).toBe(200);
  expect(await subjects(ruth)).toEqual([]);
});

test('stops with one click in a mail program, and can be had again as it was', async () => {
  const { nora, ruth } = family;
  await call(at, ruth, 'PUT', '/api/notification-preferences', { kinds: { question: { email: 'weekly' } } });
  const emailOf = async () => (await call(at, ruth, 'GET', '/api/notification-preferences')).json().data.preferences.kinds.question.email;
  const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  await remind(nora, question.id);
  expect(await subjects(ruth)).toHaveLength(1);
  const mail = (await at.mailsTo(ruth.email)).at(-1);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { pathname, search, searchParams } = new URL(header('list-unsubscribe').slice(1, -1));
  expect(mail?.text).toContain(`http://localhost:3000/unsubscribe${search}`);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let n = 0; n < 2; n += 1) {
    const answer = await call(at, null, 'POST', `${pathname}${search}`, 'List-Unsubscribe=One-Click', form);
    expect([answer.statusCode, await emailOf()]).toEqual([204, 'off']);
  }
  at.clock.advance({ days: 1 });
  await remind(nora, question.id);
  expect(await subjects(ruth)).toHaveLength(1);
  const again = await call(at, null, 'PUT', '/api/unsubscribe', { token: searchParams.get('token'), stopped: false });
  expect([again.json().data, await emailOf()]).toEqual([{ mails: 'question', stopped: false }, 'weekly']);
});

test('each at most once a day, also when asked twice at once', async () => {
  const { nora, sam, ruth } = family;
  const question = await askQuestion(at, nora, { recipient_ids: [sam.userId, ruth.userId] });
  const both = await Promise.all([remind(nora, question.id), remind(sam, question.id)]);
  expect(both.flatMap((answer) => answer.json().data.reminded).toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
  at.clock.advance({ hours: 23, minutes: 59 });
  expect((await remind(nora, question.id)).json().data.reminded).toEqual([]);
  expect(await subjects(ruth)).toHaveLength(1);
  at.clock.advance({ minutes: 1 });
  expect((await remind(nora, question.id, { user_ids: [ruth.userId] })).json().data.reminded).toEqual([ruth.userId]);
  expect([(await subjects(ruth)).length, (await subjects(sam)).length]).toEqual([2, 1]);
});

test('never at night: in the morning, to who has not answered by then', async () => {
  const { nora, sam, ruth, leo } = family;
  const question = await askQuestion(at, nora, { recipient_ids: [sam.userId, ruth.userId, leo.userId] });
  at.clock.set('2026-11-21T22:30:00Z');
  expect((await remind(nora, question.id)).json().data.reminded).toHaveLength(3);
  expect([await subjects(sam), await subjects(ruth)]).toEqual([[], []]);
  await answerQuestion(at, sam, question.id);
  await removeMember(at, nora, leo.userId);
  at.clock.set('2026-11-22T07:59:00Z');
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toEqual([]);
  at.clock.set('2026-11-22T08:00:00Z');
  await Promise.all([sendReminders(at.platform, ports), sendReminders(at.platform, ports)]);
  expect([await subjects(sam), await subjects(leo)]).toEqual([[], []]);
  expect(await subjects(ruth)).toHaveLength(1);
});

test('at night is when it is where each is; of whoever has not said where, where the owner is', async () => {
  const { nora, sam, ruth, leo } = family;
  const goTo = (user: TestUser, time_zone: string) => call(at, user, 'POST', '/api/profile/update', { time_zone });
  await Promise.all([goTo(nora, 'Europe/Berlin'), goTo(ruth, 'Pacific/Auckland'), goTo(leo, 'America/New_York')]);
  const question = await askQuestion(at, nora, { recipient_ids: [sam.userId, ruth.userId, leo.userId] });
  const sent = async (time: string) => {
    at.clock.set(time);
    await sendReminders(at.platform, ports);
    return [(await subjects(sam)).length, (await subjects(ruth)).length, (await subjects(leo)).length];
  };
  at.clock.set('2026-11-21T20:30:00Z');
  expect((await remind(nora, question.id)).json().data.reminded).toHaveLength(3);
  // Half past nine in the evening in Berlin and in the morning in Auckland, half past three in New York.
  expect(await sent('2026-11-21T20:30:00Z')).toEqual([0, 1, 1]);
  expect(await sent('2026-11-22T06:59:00Z')).toEqual([0, 1, 1]);
  expect(await sent('2026-11-22T07:00:00Z')).toEqual([1, 1, 1]);
});

test('what is late, or of somebody who has gone elsewhere, waits for the morning as well', async () => {
  const { nora, ruth } = family;
  at.clock.set('2026-11-21T22:30:00Z');
  await remind(nora, (await askQuestion(at, nora)).id, { user_ids: [ruth.userId] });
  at.clock.set('2026-11-22T21:30:00Z');
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toEqual([]);
  await call(at, ruth, 'POST', '/api/profile/update', { time_zone: 'America/New_York' });
  at.clock.set('2026-11-23T12:59:00Z');
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toEqual([]);
  at.clock.set('2026-11-23T13:00:00Z');
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toHaveLength(1);
});

test('of a question that is closed or deleted meanwhile nobody is reminded', async () => {
  const { nora, ruth } = family;
  at.clock.set('2026-11-21T22:30:00Z');
  const [closed, deleted] = [await askQuestion(at, nora), await askQuestion(at, nora)];
  for (const { id } of [closed, deleted]) await remind(nora, id, { user_ids: [ruth.userId] });
  await call(at, nora, 'PATCH', `/api/questions/${closed.id}`, { closed: true });
  await call(at, nora, 'DELETE', `/api/questions/${deleted.id}`);
  at.clock.set('2026-11-22T08:00:00Z');
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toEqual([]);
});

test('of many questions at most five mails a day to one address; the others follow', async () => {
  const { nora, ruth } = family;
  for (let n = 0; n < 7; n += 1) await remind(nora, (await askQuestion(at, nora, { recipient_ids: [ruth.userId] })).id);
  expect(await subjects(ruth)).toHaveLength(5);
  at.clock.advance({ days: 1, minutes: 1 });
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toHaveLength(7);
});

test('who is not asked is not reminded, and who may not is refused', async () => {
  const { nora, sam, ruth, leo, stranger } = family;
  const question = await askQuestion(at, nora, { recipient_ids: [sam.userId, ruth.userId] });
  for (const user_ids of [[leo.userId], [stranger.userId], [nora.userId], ['x'], 'x'])
    expect([user_ids, (await remind(nora, question.id, { user_ids })).statusCode]).toEqual([user_ids, 422]);
  expect((await remind(ruth, question.id)).statusCode).toBe(403);
  expect((await remind(leo, question.id)).statusCode).toBe(404);
  expect((await remind(nora, question.id, { user_ids: [] })).json().data.reminded).toEqual([]);
  expect(await subjects(ruth)).toEqual([]);
});

test('in quiet hours it waits until they are over, also in the nights in which clocks are moved', async () => {
  // 2027-03-28: 2:00 is 3:00 in Berlin, so that half past nine is an hour earlier. 2027-10-31: 3:00 is 2:00 again.
  for (const [evening, early, over] of [
    ['2027-03-27T18:30:00Z', '2027-03-28T07:29:59Z', '2027-03-28T07:30:00Z'],
    ['2027-10-30T17:30:00Z', '2027-10-31T08:29:59Z', '2027-10-31T08:30:00Z'],
  ] as const) {
    at.clock.set(evening);
    const { nora, ruth } = await makeFamily(at);
    await proveAddresses(at);
    await prefer(at, ruth, { time_zone: 'Europe/Berlin', quiet_hours: { from: '19:15', until: '09:30' } });
    const question = await askQuestion(at, nora);
    expect((await remind(nora, question.id, { user_ids: [ruth.userId] })).json().data.reminded).toEqual([ruth.userId]);
    expect(await subjects(ruth)).toEqual([]);
    at.clock.set(early);
    await sendReminders(at.platform, ports);
    expect([early, await subjects(ruth)]).toEqual([early, []]);
    at.clock.set(over);
    await Promise.all([sendReminders(at.platform, ports), sendReminders(at.platform, ports)]);
    expect([over, (await subjects(ruth)).length]).toEqual([over, 1]);
  }
});

test('who wants no mails of questions gets none, not later either, and is told in the app', async () => {
  const { nora, ruth } = family;
  await prefer(at, ruth, { kinds: { question: { email: 'off' } } });
  const question = await askQuestion(at, nora);
  expect((await remind(nora, question.id, { user_ids: [ruth.userId] })).json().data.reminded).toEqual([ruth.userId]);
  expect(await subjects(ruth)).toEqual([]);
  const told = (await call(at, ruth, 'GET', '/api/notifications')).json().data.items as { event: string }[];
  expect(told.map(({ event }) => event)).toContain('question.reminded');
  await prefer(at, ruth, { kinds: { question: { email: 'weekly' } } });
  at.clock.advance({ hours: 2 });
  await sendReminders(at.platform, ports);
  expect(await subjects(ruth)).toEqual([]);
  // Whom somebody reminds is written to at once, whatever comes in a letter.
  at.clock.advance({ hours: 23 });
  await remind(nora, question.id, { user_ids: [ruth.userId] });
  expect(await subjects(ruth)).toHaveLength(1);
});
