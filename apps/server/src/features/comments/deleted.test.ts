import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedComment } from '@heartwood/contract/comments';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { expectPages, expectRefusals } from '#test/deleted-lists.ts';
import { addMember, call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import type { TestUser } from '#test/people.ts';
import { commentOn, sharePost } from '#test/posts.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2100-01-01'`);
});
afterAll(() => at.close());

const path = '/api/comments/deleted';
const remove = async (user: TestUser, id: string, of = 'comments') =>
  expect((await call(at, user, 'DELETE', `/api/${of}/${id}`)).statusCode).toBe(200);
const restore = (user: TestUser, id: string, of = 'comments') => call(at, user, 'POST', `/api/${of}/${id}/restore`);
const listed = async (user: TestUser, query = 'limit=100'): Promise<{ items: DeletedComment[]; next_cursor: string | null }> =>
  (await call(at, user, 'GET', `${path}?${query}`)).json().data;
const idsFor = async (user: TestUser): Promise<string[]> => (await listed(user)).items.map(({ id }) => id);

describe('a deleted comment', () => {
  it('is listed with its post, who deleted it and until when it can be brought back, without any address', async () => {
    const { nora, sam, ruth, leo } = family;
    const post = await sharePost(at, nora, { text: 'In the orchard' });
    const { id } = await commentOn(at, ruth, post.id, { text: 'It was in spring', media_id: await uploadPhoto(at, ruth) });
    await remove(sam, id);
    const now = at.clock.now();
    for (const user of [ruth, sam]) {
      expect((await listed(user)).items).toEqual([
        {
          id,
          author: expect.objectContaining({ user_id: ruth.userId, name: 'Ruth Whitlock' }),
          text: 'It was in spring',
          media: { kind: 'image' },
          post: {
            id: post.id,
            author: expect.objectContaining({ user_id: nora.userId }),
            title: null,
            text: 'In the orchard',
            occurred_on: post.occurred_on,
          },
          deleted_by: expect.objectContaining({ user_id: sam.userId, name: 'Sam Whitlock' }),
          deleted_at: now.toISOString(),
          gone_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
        },
      ]);
      expect((await call(at, user, 'GET', path)).body).not.toContain('path');
    }
    for (const user of [nora, leo]) expect(await idsFor(user)).toEqual([]);
    expect((await restore(ruth, id)).statusCode).toBe(200);
    for (const user of [ruth, sam]) expect(await idsFor(user)).toEqual([]);
  });

  it('is offered to those who can bring it back, and to nobody else', async () => {
    const { nora, sam, ruth, leo } = family;
    const post = (await sharePost(at, nora)).id;
    const { id } = await commentOn(at, ruth, post, { text: 'It was in spring' });
    for (const [deleter, restorer, others] of [
      [ruth, ruth, [nora, sam, leo]],
      [sam, sam, [nora, leo]],
      [sam, ruth, [nora, leo]],
    ] as const) {
      await remove(deleter, id);
      for (const user of others) {
        expect(await idsFor(user)).toEqual([]);
        expect((await restore(user, id)).statusCode).toBe(404);
      }
      expect(await idsFor(restorer)).toEqual([id]);
      expect((await restore(restorer, id)).json().data.comment).toMatchObject({ id, text: 'It was in spring' });
    }
  });

  it('is not offered while its post is deleted, or to whom the post is not shown any longer', async () => {
    const { nora, ruth } = family;
    const post = (await sharePost(at, nora, { text: 'Plums' })).id;
    const { id } = await commentOn(at, ruth, post, { text: 'So many' });
    await remove(ruth, id);
    await remove(nora, post, 'posts');
    expect(await idsFor(ruth)).toEqual([]);
    expect((await restore(ruth, id)).statusCode).toBe(404);
    await restore(nora, post, 'posts');
    expect(await idsFor(ruth)).toEqual([id]);
    await call(at, nora, 'PATCH', `/api/posts/${post}`, { audience: 'guardians' });
    expect((await call(at, ruth, 'GET', path)).body).not.toContain('Plums');
    expect(await idsFor(ruth)).toEqual([]);
    await call(at, nora, 'PATCH', `/api/posts/${post}`, { audience: 'family' });
    expect((await restore(ruth, id)).statusCode).toBe(200);
  });

  it('is not offered to a deleter who is no guardian any longer; with the membership of its deleter it does not go', async () => {
    const { nora, ruth } = family;
    const ida = await addMember(at, nora.familyId, 'guardian', 'Ida');
    const { id } = await commentOn(at, ruth, (await sharePost(at, nora)).id, { text: 'A word' });
    await remove(ida, id);
    expect(await idsFor(ida)).toEqual([id]);
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${ida.userId}`, { role: 'relative' });
    expect(await idsFor(ida)).toEqual([]);
    await removeMember(at, nora, ida.userId);
    expect((await call(at, ida, 'GET', `${path}?family_id=${nora.familyId}`)).statusCode).toBe(404);
    await at.platform.db.$client.query('delete from users where id = $1', [ida.userId]);
    expect((await listed(ruth)).items).toMatchObject([{ id, deleted_by: null }]);
    expect((await restore(ruth, id)).statusCode).toBe(200);
  });

  it('is listed page by page, the latest deletion first, for thirty days', async () => {
    const { nora, leo } = family;
    const post = (await sharePost(at, nora)).id;
    await expectPages(at, leo, 'comments', async (text) => (await commentOn(at, leo, post, { text })).id);
  });

  it('needs a token, the family, and a family that is covered; a wrong cursor is a wrong field', async () => {
    await expectRefusals(at, family, 'comments');
  });
});
