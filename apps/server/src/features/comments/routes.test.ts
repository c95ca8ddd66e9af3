import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { uploadPhoto } from '#test/media.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let leo: TestMember;
let post: string;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  leo = await addMember(at, nora.familyId, 'relative', 'Leo');
});
afterAll(() => at.close());
beforeEach(async () => {
  post = (await call(at, nora, 'POST', '/api/posts', { text: 'A post' })).json().data.post.id;
});

const shown = async (user: TestUser) => (await call(at, user, 'GET', `/api/posts/${post}`)).json().data.post;

describe('hearts', () => {
  it('are given and taken back, as often as one likes', async () => {
    for (const _ of [1, 2])
      expect((await call(at, ruth, 'PUT', `/api/posts/${post}/heart`)).json().data).toEqual({ hearts: { count: 1, mine: true } });
    expect((await call(at, leo, 'PUT', `/api/posts/${post}/heart`)).json().data).toEqual({ hearts: { count: 2, mine: true } });
    expect((await shown(nora)).hearts).toEqual({ count: 2, mine: false });
    for (const _ of [1, 2])
      expect((await call(at, ruth, 'DELETE', `/api/posts/${post}/heart`)).json().data).toEqual({ hearts: { count: 1, mine: false } });
  });

  it('given twenty times at once count once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(at, ruth, 'PUT', `/api/posts/${post}/heart`)));
    for (const answer of answers) expect([answer.statusCode, answer.json().data]).toEqual([200, { hearts: { count: 1, mine: true } }]);
    const gone = await Promise.all(Array.from({ length: 20 }, () => call(at, ruth, 'DELETE', `/api/posts/${post}/heart`)));
    for (const answer of gone) expect([answer.statusCode, answer.json().data]).toEqual([200, { hearts: { count: 0, mine: false } }]);
  });

  it('are listed with who gave them, the latest first, in pages', async () => {
    for (const user of [ruth, leo, nora]) {
      await call(at, user, 'PUT', `/api/posts/${post}/heart`);
      at.clock.advance({ seconds: 1 });
    }
    const first = (await call(at, nora, 'GET', `/api/posts/${post}/hearts?limit=2`)).json().data;
    expect(first.items).toMatchObject([
      { user_id: nora.userId },
      { user_id: leo.userId, heartwood_id: leo.personId, name: 'Leo Whitlock', created_at: expect.any(String) },
    ]);
    const second = (await call(at, nora, 'GET', `/api/posts/${post}/hearts?limit=2&cursor=${first.next_cursor}`)).json().data;
    expect([second.items.map((one: { user_id: string }) => one.user_id), second.next_cursor]).toEqual([[ruth.userId], null]);
  });
});

describe('comments', () => {
  const say = async (user: TestUser, input: object, headers: Record<string, string> = {}) =>
    call(at, user, 'POST', `/api/posts/${post}/comments`, input, headers);

  it('are said, counted, and the latest stands with the post', async () => {
    const first = await say(ruth, { text: ' How lovely ' });
    expect(first.statusCode).toBe(201);
    expect(first.json().data.comment).toMatchObject({
      author: { user_id: ruth.userId, heartwood_id: ruth.personId, name: 'Ruth Whitlock' },
      text: 'How lovely',
      media: null,
      can: { edit: true, delete: true },
    });
    at.clock.advance({ seconds: 1 });
    const second = (await say(leo, { text: 'Indeed' })).json().data.comment;
    expect(await shown(nora)).toMatchObject({
      comment_count: 2,
      latest_comment: { id: second.id, author: second.author, text: second.text, media: null },
    });
  });

  it('come with their post where that is asked for, in one answer', async () => {
    const { comment } = (await say(ruth, { text: 'How lovely' })).json().data;
    const { data } = (await call(at, nora, 'GET', `/api/posts/${post}?include=comments`)).json();
    expect(data).toMatchObject({ post: { id: post, comment_count: 1 }, comments: { next_cursor: null } });
    expect(data.comments.items).toMatchObject([{ id: comment.id, text: 'How lovely', can: { edit: false, delete: true } }]);
    expect((await call(at, nora, 'GET', `/api/posts/${post}`)).json().data).not.toHaveProperty('comments');
    expect((await call(at, nora, 'GET', `/api/posts/${post}?include=hearts`)).statusCode).toBe(422);
  });

  it('are listed from the first on, in pages of their own', async () => {
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c']) ids.push((await say(ruth, { text })).json().data.comment.id);
    const first = (await call(at, nora, 'GET', `/api/posts/${post}/comments?limit=2`)).json().data;
    const second = (await call(at, nora, 'GET', `/api/posts/${post}/comments?limit=2&cursor=${first.next_cursor}`)).json().data;
    expect([...first.items, ...second.items].map((one) => one.id)).toEqual(ids.toSorted());
    expect(second.next_cursor).toBeNull();
    const elsewhere = `/api/posts/${(await call(at, nora, 'POST', '/api/posts', { text: 'x' })).json().data.post.id}/comments?cursor=${first.next_cursor}`;
    expect((await call(at, nora, 'GET', elsewhere)).statusCode).toBe(422);
  });

  it('may be a recording or a photo without words', async () => {
    const medium = await uploadPhoto(at, ruth);
    const comment = (await say(ruth, { media_id: medium })).json().data.comment;
    expect(comment).toMatchObject({ text: '', media: { id: medium } });
    expect((await call(at, leo, 'GET', `/api/media/${medium}`)).statusCode).toBe(200);
    expect((await say(ruth, { media_id: medium })).statusCode).toBe(422);
    expect((await call(at, ruth, 'PATCH', `/api/comments/${comment.id}`, { text: '' })).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<object> | object, string]>([
    ['nothing', () => ({}), 'text'],
    ['white space', () => ({ text: ' ' }), 'text'],
    ['one character too many', () => ({ text: 'x'.repeat(2_001) }), 'text'],
    ['a number', () => ({ text: 1 }), 'text'],
    ['an unknown medium', () => ({ media_id: randomUUID() }), 'media_id'],
    ['a medium of somebody else', async () => ({ media_id: await uploadPhoto(at, leo) }), 'media_id'],
  ])('are refused: %s', async (_what, input, field) => {
    const answer = await say(ruth, await input());
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
    expect((await shown(nora)).comment_count).toBe(0);
  });

  it('may be as long as they may be', async () => {
    expect((await say(ruth, { text: 'x'.repeat(2_000) })).statusCode).toBe(201);
  });

  it('once per key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => say(ruth, { text: 'Once' }, headers)));
    expect(new Set(answers.map((one) => one.json().data.comment.id)).size).toBe(1);
    expect((await say(ruth, { text: 'Other' }, headers)).statusCode).toBe(409);
    expect((await shown(nora)).comment_count).toBe(1);
  });

  it('are changed by their author alone', async () => {
    const { id } = (await say(ruth, { text: 'Bevore' })).json().data.comment;
    expect((await call(at, nora, 'PATCH', `/api/comments/${id}`, { text: 'x' })).statusCode).toBe(403);
    expect((await call(at, ruth, 'PATCH', `/api/comments/${id}`, { text: '' })).statusCode).toBe(422);
    expect((await call(at, ruth, 'PATCH', `/api/comments/${id}`, {})).statusCode).toBe(422);
    expect((await call(at, ruth, 'PATCH', `/api/comments/${id}`, { text: 'x'.repeat(2_001) })).statusCode).toBe(422);
    expect((await call(at, ruth, 'PATCH', `/api/comments/${id}`, { text: 'Before' })).json().data.comment).toMatchObject({
      id,
      text: 'Before',
    });
  });

  it('are deleted by their author and by guardians, and brought back by them', async () => {
    const { id } = (await say(ruth, { text: 'Mine' })).json().data.comment;
    expect((await call(at, leo, 'DELETE', `/api/comments/${id}`)).statusCode).toBe(403);
    for (const user of [ruth, nora]) {
      expect((await call(at, user, 'DELETE', `/api/comments/${id}`)).statusCode).toBe(200);
      expect(await shown(nora)).toMatchObject({ comment_count: 0, latest_comment: null });
      expect((await call(at, ruth, 'PATCH', `/api/comments/${id}`, { text: 'x' })).statusCode).toBe(404);
      expect((await call(at, leo, 'POST', `/api/comments/${id}/restore`)).statusCode).toBe(404);
      expect((await call(at, user, 'POST', `/api/comments/${id}/restore`)).json().data.comment).toMatchObject({ id, text: 'Mine' });
    }
    expect((await call(at, leo, 'POST', `/api/comments/${id}/restore`)).statusCode).toBe(403);
  });
});
