import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import { answerIdsOf, answersOf, progressOf } from '#features/posts/present.ts';
import { readerIn } from '#platform/archive/chapter.ts';
import type { Exported } from '#platform/archive/chapter.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { addChild, goodPassword } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { answerQuestion, askQuestion } from '#test/posts.ts';
import { questionsChapter } from './erasure.ts';
import { purgeQuestions } from './jobs.ts';

let at: TestApp;
let base: string;
let family: TestFamily;
const readers: EventReader[] = [];
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  family = await makeFamily(at);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => at.close());

async function listen(user: TestUser): Promise<EventReader> {
  const reader = await EventReader.open(base, user.token);
  readers.push(reader);
  return reader;
}

async function exported(user: TestUser): Promise<Exported[]> {
  const scope = await enterFamily(at.platform.db, { userId: user.userId, currentFamilyId: user.familyId });
  const chapter = questionsChapter({ answerIdsOf, answersOf, progressOf });
  if (chapter.of !== 'family') throw new Error('questions are a family’s');
  const entries: Exported[] = [];
  for await (const entry of chapter.entries(at.platform, scope, readerIn('en'))) entries.push(entry);
  return entries;
}

test('of a question to some only they hear, of a private answer only its asker; of a reminder who is reminded', async () => {
  const { nora, sam, ruth, leo } = family;
  const [asker, asked, other, guardian] = [await listen(leo), await listen(ruth), await listen(nora), await listen(sam)];
  const { id } = await askQuestion(at, leo, { recipient_ids: [ruth.userId, nora.userId] });
  await call(at, leo, 'POST', `/api/questions/${id}/remind`, { user_ids: [ruth.userId] });
  const post = await answerQuestion(at, ruth, id, { audience_user_ids: [leo.userId] });
  await call(at, leo, 'PATCH', `/api/questions/${id}`, { closed: true });
  await call(at, leo, 'PATCH', `/api/questions/${id}`, { closed: false });
  await call(at, leo, 'DELETE', `/api/questions/${id}`);
  await call(at, leo, 'POST', `/api/questions/${id}/restore`);
  await asker.hears('question.answered', { question_id: id, post_id: post.id });
  await asked.hears('question.reminded', { question_id: id, user_id: ruth.userId });
  const { heartwood_id } = await addChild(at, nora);
  for (const reader of readers) await reader.hears('person.added', { heartwood_id });
  const all = ['asked', 'changed', 'closed', 'opened', 'deleted', 'restored'].map((what) => `question.${what}`);
  expect(other.types.filter((type) => type.startsWith('question.'))).toEqual(all);
  expect(JSON.stringify(other.heard)).not.toContain(post.id);
  expect(guardian.heard.filter(({ data }) => Object.values(data).some((one) => one === id || one === post.id))).toEqual([]);
});

test('the export of somebody has the questions they see, with who has answered, and no others', async () => {
  const { nora, sam, ruth, leo } = family;
  const hidden = await askQuestion(at, leo, { text: 'Which river?', recipient_ids: [ruth.userId] });
  const open = await askQuestion(at, nora, { text: 'Which song?' });
  const post = await answerQuestion(at, ruth, hidden.id);
  expect((await exported(sam)).map(({ text }) => text)).toEqual(['Which song?']);
  const [, mine] = await exported(ruth);
  expect(mine).toMatchObject({
    text: 'Which river?',
    data: { id: hidden.id, everyone: false, answer_ids: [post.id], asker: { user_id: leo.userId } },
    lines: [expect.stringMatching(/^Asked: Ruth/), expect.stringMatching(/^Has answered: Ruth/)],
  });
  expect((await exported(leo)).map(({ data }) => (data as { id: string }).id)).toEqual([open.id, hidden.id]);
});

test('the export names every answer, also of very many', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora);
  const first = await answerQuestion(at, ruth, id);
  await at.platform.db.$client.query(
    `insert into posts (id, family_id, author_id, kind, text, captions, occurred_on, audience, question_id, version, created_at, updated_at)
     select gen_random_uuid(), family_id, author_id, kind, text, captions, occurred_on, audience, question_id, version, created_at + n * interval '1 second', updated_at
     from posts, generate_series(1, 100) n where id = $1`,
    [first.id],
  );
  const [entry] = await exported(nora);
  const { answer_ids } = entry!.data as { answer_ids: string[] };
  expect([answer_ids.length, answer_ids[0]]).toEqual([101, first.id]);
});

test('with the asker’s account go their questions, and the photos of those; the answers stay', async () => {
  const { nora, ruth, leo } = family;
  const medium = await uploadPhoto(at, leo);
  const { id } = await askQuestion(at, leo, { media_id: medium });
  const post = await answerQuestion(at, ruth, id);
  await call(at, leo, 'POST', '/api/confirm-password', { password: goodPassword });
  expect((await call(at, leo, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
  await jobsDone(at);
  expect((await call(at, nora, 'GET', `/api/questions/${id}`)).statusCode).toBe(404);
  const left = (await call(at, nora, 'GET', `/api/posts/${post.id}`)).json().data.post;
  expect(left).toMatchObject({ kind: 'answer' });
  expect(left).not.toHaveProperty('question');
  const media = await at.platform.db.$client.query('select from media where id = $1', [medium]);
  expect(media.rowCount).toBe(0);
});

test('what was deleted is gone for good after thirty days, with its photo, and its answers have no question any more', async () => {
  const { nora, ruth } = family;
  const medium = await uploadPhoto(at, nora);
  const [gone, kept] = [await askQuestion(at, nora, { media_id: medium }), await askQuestion(at, nora)];
  const post = await answerQuestion(at, ruth, gone.id);
  await call(at, nora, 'DELETE', `/api/questions/${gone.id}`);
  at.clock.advance({ days: 30, seconds: 1 });
  await purgeQuestions(at.platform);
  const rows = async (text: string) => (await at.platform.db.$client.query(text, [[gone.id, kept.id, medium, post.id]])).rows;
  expect(await rows('select id from questions where id = any($1)')).toEqual([{ id: kept.id }]);
  expect(await rows('select id from media where id = any($1)')).toEqual([]);
  expect(await rows('select question_id from posts where id = any($1)')).toEqual([{ question_id: null }]);
  at.clock.set('2026-11-21T09:00:00Z');
});

test('an answer stays among those who are asked while the question is deleted, and for an author who came back', async () => {
  const { nora, ruth, leo } = family;
  const { id } = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  const post = await answerQuestion(at, ruth, id);
  const change = async (input: object) => (await call(at, ruth, 'PATCH', `/api/posts/${post.id}`, input)).statusCode;
  await call(at, nora, 'DELETE', `/api/questions/${id}`);
  expect([await change({ audience: 'family' }), await change({ audience_user_ids: [leo.userId] })]).toEqual([422, 422]);
  expect([await change({ text: 'My aunt' }), await change({ audience: 'me' }), await change({ audience_user_ids: [nora.userId] })]).toEqual(
    [200, 200, 200],
  );
  await call(at, nora, 'POST', `/api/questions/${id}/restore`);
  expect((await call(at, leo, 'GET', `/api/posts/${post.id}`)).statusCode).toBe(404);
  await removeMember(at, nora, ruth.userId);
  const again = { familyId: nora.familyId, userId: ruth.userId, firstname: 'Ruth', lastname: 'Whitlock', role: 'relative' as const };
  await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, again));
  expect([await change({ audience: 'family' }), await change({ text: 'My uncle after all' })]).toEqual([422, 200]);
});

test('what somebody asked who has left comes back closed', async () => {
  const { nora, sam, leo } = family;
  const { id } = await askQuestion(at, leo);
  await call(at, sam, 'DELETE', `/api/questions/${id}`);
  await removeMember(at, nora, leo.userId);
  const back = await call(at, sam, 'POST', `/api/questions/${id}/restore`);
  expect(back.json().data.question).toMatchObject({ id, closed_at: at.clock.now().toISOString(), can: { answer: false } });
  expect((await call(at, nora, 'POST', `/api/questions/${id}/answers`, { text: 'Late' })).statusCode).toBe(409);
});

test('whoever has left sees nothing of it, and is asked no longer after coming back', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  await removeMember(at, nora, ruth.userId);
  expect((await call(at, ruth, 'POST', `/api/questions/${id}/answers`, { text: 'Late' })).statusCode).toBe(404);
  const again = { familyId: nora.familyId, userId: ruth.userId, firstname: 'Ruth', lastname: 'Whitlock', role: 'relative' as const };
  await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, again));
  expect((await call(at, ruth, 'GET', `/api/questions/${id}`)).statusCode).toBe(404);
  const everyones = await askQuestion(at, nora);
  const priya = await addMember(at, nora.familyId, 'relative', 'Priya');
  for (const user of [ruth, priya]) expect((await call(at, user, 'GET', `/api/questions/${everyones.id}`)).statusCode).toBe(200);
});
