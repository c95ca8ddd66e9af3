import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import type { TestUser } from '#test/people.ts';
import { answerQuestion, askQuestion, sharePost } from '#test/posts.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  family = await makeFamily(at);
});
afterAll(() => at.close());

const show = (user: TestUser | null, id: string) => call(at, user, 'GET', `/api/questions/${id}`);
const seen = async (user: TestUser, id: string) => (await show(user, id)).json().data.question;
const listed = async (user: TestUser, query = '') =>
  ((await call(at, user, 'GET', `/api/questions${query}`)).json().data.items as { id: string }[]).map(({ id }) => id);
const names = (people: { name: string }[]) => people.map(({ name }) => name.split(' ')[0]);

describe('asking', () => {
  test('everyone: whoever is there, and whoever comes later', async () => {
    const { nora, ruth } = family;
    const question = await askQuestion(at, nora, { text: '  What did your kitchen smell like? ', inspiration_slug: 'kitchen-then' });
    expect(question).toMatchObject({
      text: 'What did your kitchen smell like?',
      inspiration_slug: 'kitchen-then',
      everyone: true,
      recipient_count: 3,
      answered_count: 0,
      answers: [],
      closed_at: null,
      can: { answer: true, remind: true, close: true, delete: true },
    });
    expect(names(question.waiting)).toEqual(['Sam', 'Ruth', 'Leo']);
    const priya = await addMember(at, nora.familyId, 'relative', 'Priya');
    expect(await seen(priya, question.id)).toMatchObject({ recipient_count: 4, mine: { asked: true, answered: false } });
    expect(await seen(ruth, question.id)).toMatchObject({ can: { answer: true, remind: false, close: false, delete: false } });
  });

  test('some: for the others, guardians too, it is not there, exactly like none', async () => {
    const { nora, sam, ruth, leo, stranger } = family;
    const question = await askQuestion(at, leo, { recipient_ids: [ruth.userId, nora.userId] });
    expect([question.everyone, names(question.recipients)]).toEqual([false, ['Ruth', 'Nora']]);
    for (const user of [sam, stranger]) {
      const none = await show(user, crypto.randomUUID());
      expect(comparable(await show(user, question.id))).toBe(comparable(none));
      expect(await listed(user)).toEqual([]);
    }
    for (const user of [nora, ruth, leo]) expect(await listed(user)).toEqual([question.id]);
    expect((await show(null, question.id)).statusCode).toBe(401);
  });

  test('nobody, oneself alone, strangers, no words, too many: refused, and nothing is there', async () => {
    const { nora, ruth, stranger } = family;
    const refused: [object, string][] = [
      [{ recipient_ids: [] }, 'recipient_ids'],
      [{ recipient_ids: '' }, 'recipient_ids'],
      [{ recipient_ids: null }, 'recipient_ids'],
      [{ recipient_ids: [nora.userId] }, 'recipient_ids'],
      [{ recipient_ids: [ruth.userId, stranger.userId] }, 'recipient_ids'],
      [{ recipient_ids: [crypto.randomUUID()] }, 'recipient_ids'],
      [{ recipient_ids: ['ruth'] }, 'recipient_ids.0'],
      [{ text: '  ' }, 'text'],
      [{ text: 'x'.repeat(2_001) }, 'text'],
      [{ text: 'x'.repeat(10_000) }, 'text'],
      [{ media_id: crypto.randomUUID() }, 'media_id'],
      [{ media_id: await uploadPhoto(at, ruth) }, 'media_id'],
      [{ inspiration_slug: '../etc' }, 'inspiration_slug'],
      [{ inspiration_slug: 'kitchen-smell' }, 'inspiration_slug'],
    ];
    for (const [input, field] of refused) {
      const answer = await call(at, nora, 'POST', '/api/questions', { text: 'Why?', ...input });
      expect([JSON.stringify(input).slice(0, 60), answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([
        JSON.stringify(input).slice(0, 60),
        422,
        [field],
      ]);
    }
    expect(await listed(nora)).toEqual([]);
    expect(await askQuestion(at, nora, { text: 'x'.repeat(2_000) })).toMatchObject({ recipient_count: 3 });
  });

  test('with the same key once', async () => {
    const { nora } = family;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const ask = (text: string) => call(at, nora, 'POST', '/api/questions', { text }, key);
    const [first, again] = [await ask('One?'), await ask('One?')];
    expect(again.json().data.question.id).toBe(first.json().data.question.id);
    expect((await ask('Two?')).statusCode).toBe(409);
    expect(await listed(nora)).toHaveLength(1);
  });

  test('a list goes on where it ended, and tells open ones from closed ones', async () => {
    const { nora, ruth } = family;
    const ids: string[] = [];
    for (const text of ['One?', 'Two?', 'Three?']) ids.unshift((await askQuestion(at, nora, { text })).id);
    const first = (await call(at, ruth, 'GET', '/api/questions?limit=2')).json().data;
    const rest = (await call(at, ruth, 'GET', `/api/questions?limit=2&cursor=${first.next_cursor}`)).json().data;
    expect([...first.items, ...rest.items].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(rest.next_cursor).toBeNull();
    await call(at, nora, 'PATCH', `/api/questions/${ids[1]}`, { closed: true });
    expect(await listed(ruth, '?state=open')).toEqual([ids[0], ids[2]]);
    expect(await listed(ruth, '?state=closed')).toEqual([ids[1]]);
  });

  test('its photo is shown to whom it is asked, and to nobody else', async () => {
    const { nora, sam, ruth, leo } = family;
    const medium = await uploadPhoto(at, leo);
    const question = await askQuestion(at, leo, { recipient_ids: [ruth.userId], media_id: medium });
    expect(question.media?.id).toBe(medium);
    const statuses = await Promise.all(
      [ruth, leo, nora, sam].map(async (user) => (await call(at, user, 'GET', `/api/media/${medium}`)).statusCode),
    );
    expect(statuses).toEqual([200, 200, 404, 404]);
    await call(at, leo, 'DELETE', `/api/questions/${question.id}`);
    expect((await call(at, ruth, 'GET', `/api/media/${medium}`)).statusCode).toBe(404);
  });
});

describe('answering', () => {
  test('is a post of its own kind, which everybody who sees the question sees, and counts', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, leo, { recipient_ids: [ruth.userId, nora.userId] });
    const post = await answerQuestion(at, ruth, question.id, { text: 'The river', kind: 'memory', occurred_on: '1965-07-01' });
    expect(post).toMatchObject({
      kind: 'answer',
      audience: 'people',
      question_id: question.id,
      question: { id: question.id, text: 'Who taught you to swim?' },
      occurred_on: '1965-07-01',
    });
    expect(new Set(post.audience_user_ids)).toEqual(new Set([leo.userId, nora.userId]));
    const whole = await seen(leo, question.id);
    expect(whole).toMatchObject({ answered_count: 1, answer_count: 1, answers: [{ id: post.id }] });
    expect([names(whole.answered), names(whole.waiting)]).toEqual([['Ruth'], ['Nora']]);
    expect((await seen(ruth, question.id)).mine).toEqual({ asked: true, answered: true });
    expect((await call(at, sam, 'GET', `/api/posts/${post.id}`)).statusCode).toBe(404);
    const answers = async (user: TestUser) => (await call(at, user, 'GET', `/api/posts?question_id=${question.id}`)).json().data.items;
    expect([await answers(nora), await answers(sam)]).toMatchObject([[{ id: post.id }], []]);
    expect((await call(at, nora, 'GET', '/api/posts?kind=answer')).json().data.items).toHaveLength(1);
  });

  test('for everyone it is the family’s', async () => {
    const { nora, ruth, sam } = family;
    const question = await askQuestion(at, nora);
    const first = await answerQuestion(at, ruth, question.id);
    const second = await answerQuestion(at, sam, question.id);
    expect(first).toMatchObject({ audience: 'family', question: { id: question.id } });
    const whole = await seen(ruth, question.id);
    expect(whole.answers.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect([names(whole.answered), names(whole.waiting)]).toEqual([['Sam', 'Ruth'], ['Leo']]);
  });

  test('privately: the asker alone sees it, the others that there is one', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, nora);
    const post = await answerQuestion(at, ruth, question.id, { audience_user_ids: [nora.userId] });
    for (const user of [sam, leo]) {
      expect((await call(at, user, 'GET', `/api/posts/${post.id}`)).statusCode).toBe(404);
      expect(await seen(user, question.id)).toMatchObject({ answers: [], answer_count: 0, answered_count: 1 });
    }
    expect(await seen(nora, question.id)).toMatchObject({ answers: [{ id: post.id }], answer_count: 1 });
    await answerQuestion(at, leo, question.id, { audience_user_ids: [] });
    expect(names((await seen(nora, question.id)).waiting)).toEqual(['Sam', 'Leo']);
  });

  test('never wider than the question, also when it is changed', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, leo, { recipient_ids: [ruth.userId] });
    for (const input of [
      { audience: 'family' },
      { audience: 'guardians' },
      { audience_user_ids: [sam.userId] },
      { audience_user_ids: [leo.userId, nora.userId] },
    ])
      expect((await call(at, ruth, 'POST', `/api/questions/${question.id}/answers`, { text: 'a', ...input })).statusCode).toBe(422);
    const post = await answerQuestion(at, ruth, question.id);
    for (const input of [{ audience: 'family' }, { audience_user_ids: [sam.userId] }])
      expect((await call(at, ruth, 'PATCH', `/api/posts/${post.id}`, input)).statusCode).toBe(422);
    expect((await call(at, ruth, 'PATCH', `/api/posts/${post.id}`, { text: 'b', audience: 'me' })).statusCode).toBe(200);
    expect(names((await seen(leo, question.id)).waiting)).toEqual(['Ruth']);
  });

  test('once per key, with a photo, kept as a treasure; nothing at all is refused', async () => {
    const { nora, ruth } = family;
    const question = await askQuestion(at, nora);
    const [key, media_ids] = [{ 'idempotency-key': crypto.randomUUID() }, [await uploadPhoto(at, ruth)]];
    const answer = () => call(at, ruth, 'POST', `/api/questions/${question.id}/answers`, { media_ids }, key);
    const [first, again] = [(await answer()).json().data.post, (await answer()).json().data.post];
    expect([first.media.length, again.id]).toEqual([1, first.id]);
    const shelf = { subcategory_id: '01930000-0000-7000-8000-000000000301' };
    expect((await call(at, nora, 'PUT', `/api/posts/${first.id}/subcategory`, shelf)).json().data.post).toMatchObject({
      ...shelf,
      kind: 'answer',
    });
    expect((await call(at, ruth, 'POST', `/api/questions/${question.id}/answers`, { text: ' ' })).statusCode).toBe(422);
  });

  test('a deleted answer is waited for again, one brought back is not', async () => {
    const { nora, ruth } = family;
    const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
    const post = await answerQuestion(at, ruth, question.id);
    await call(at, ruth, 'DELETE', `/api/posts/${post.id}`);
    expect(await seen(nora, question.id)).toMatchObject({ answered_count: 0, answers: [], can: { remind: true } });
    await call(at, ruth, 'POST', `/api/posts/${post.id}/restore`);
    expect(await seen(nora, question.id)).toMatchObject({ answered_count: 1, can: { remind: false } });
  });
});

describe('in the end', () => {
  test('closed nobody answers; its asker and guardians close and open it', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, leo);
    const close = (user: TestUser, closed: unknown) => call(at, user, 'PATCH', `/api/questions/${question.id}`, { closed });
    expect((await close(ruth, true)).statusCode).toBe(403);
    expect((await close(leo, 'maybe')).statusCode).toBe(422);
    expect((await close(leo, true)).json().data.question).toMatchObject({
      closed_at: at.clock.now().toISOString(),
      can: { answer: false },
    });
    expect((await call(at, ruth, 'POST', `/api/questions/${question.id}/answers`, { text: 'a' })).statusCode).toBe(409);
    expect((await call(at, nora, 'POST', `/api/questions/${question.id}/remind`)).statusCode).toBe(409);
    expect((await close(sam, false)).json().data.question).toMatchObject({ closed_at: null, can: { answer: true } });
    await answerQuestion(at, ruth, question.id);
  });

  test('deleted it is gone, its answers stay as posts; brought back they answer it again', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, leo);
    const post = await answerQuestion(at, ruth, question.id);
    const url = `/api/questions/${question.id}`;
    expect((await call(at, ruth, 'DELETE', url)).statusCode).toBe(403);
    expect((await call(at, leo, 'DELETE', url)).statusCode).toBe(200);
    expect((await show(leo, question.id)).statusCode).toBe(404);
    const answer = async () => (await call(at, nora, 'GET', `/api/posts/${post.id}`)).json().data.post;
    const alone = await answer();
    expect(alone).toMatchObject({ kind: 'answer' });
    expect(alone).not.toHaveProperty('question_id');
    expect(alone).not.toHaveProperty('question');
    expect((await call(at, nora, 'GET', `/api/posts?question_id=${question.id}`)).json().data.items).toEqual([]);
    expect((await call(at, sam, 'POST', `${url}/restore`)).statusCode).toBe(404);
    expect((await call(at, leo, 'POST', `${url}/restore`)).json().data.question).toMatchObject({ answers: [{ id: post.id }] });
    expect(await answer()).toMatchObject({ question_id: question.id });
    await call(at, nora, 'DELETE', url);
    at.clock.advance({ days: 31 });
    expect((await call(at, leo, 'POST', `${url}/restore`)).statusCode).toBe(404);
  });

  test('who leaves is asked no longer, and waits for nothing more', async () => {
    const { nora, ruth, leo } = family;
    const [ofLeo, ofNora] = [
      await askQuestion(at, leo, { recipient_ids: [ruth.userId] }),
      await askQuestion(at, nora, { recipient_ids: [leo.userId, ruth.userId] }),
    ];
    await removeMember(at, nora, leo.userId);
    expect(names((await seen(nora, ofNora.id)).recipients)).toEqual(['Ruth']);
    expect((await seen(ruth, ofLeo.id)).closed_at).not.toBeNull();
    expect((await show(leo, ofNora.id)).statusCode).toBe(404);
  });

  test('an answer is found by its words like any post, by who sees it', async () => {
    const { nora, sam, ruth, leo } = family;
    const question = await askQuestion(at, leo, { recipient_ids: [ruth.userId, nora.userId] });
    await answerQuestion(at, ruth, question.id, { text: 'A bell for the bicycle' });
    await sharePost(at, sam, { text: 'Another bell' });
    const found = async (user: TestUser) => (await call(at, user, 'GET', '/api/search?q=bell')).json().data.posts.length;
    expect([await found(nora), await found(sam)]).toEqual([2, 1]);
  });
});
