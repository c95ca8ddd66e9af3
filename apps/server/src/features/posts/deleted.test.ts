import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedPost } from '@heartwood/contract/posts';
import { erasePosts } from './erasure.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, removeMember } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { gradient } from '#test/photos.ts';
import { sharePost } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let leo: TestMember;
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  leo = await addMember(at, nora.familyId, 'relative', 'Leo');
});
afterAll(() => at.close());

const remove = async (user: TestUser, id: string) => expect((await call(at, user, 'DELETE', `/api/posts/${id}`)).statusCode).toBe(200);
const restore = (user: TestUser, id: string) => call(at, user, 'POST', `/api/posts/${id}/restore`);
const listed = async (user: TestUser, query = ''): Promise<{ items: DeletedPost[]; next_cursor: string | null }> =>
  (await call(at, user, 'GET', `/api/posts/deleted?limit=100${query}`)).json().data;
const idsFor = async (user: TestUser): Promise<string[]> => (await listed(user)).items.map(({ id }) => id);

describe('what was deleted', () => {
  it('is listed with who deleted it and until when it can be brought back, without any address of a photo', async () => {
    const form = new FormData();
    form.append('file', new File([(await gradient(24, 16).png().toBuffer()) as Uint8Array<ArrayBuffer>], 'a.png'));
    const { id: photo } = (await call(at, ruth, 'POST', '/api/media', form)).json().data.media;
    const prepared = async () => (await call(at, ruth, 'GET', `/api/media/${photo}`)).json().data.media.state;
    await expect.poll(prepared, { timeout: 15_000 }).toBe('ready');
    const id = (await sharePost(at, ruth, { media_ids: [photo] })).id;
    await remove(sam, id);
    const now = at.clock.now();
    for (const user of [ruth, sam]) {
      const [item] = (await listed(user)).items;
      expect(item).toEqual({
        id,
        author: expect.objectContaining({ user_id: ruth.userId, name: 'Ruth Whitlock' }),
        kind: 'memory',
        title: null,
        text: 'The plum tree',
        occurred_on: now.toISOString().slice(0, 10),
        media_count: 1,
        thumbhash: expect.any(String),
        deleted_by: expect.objectContaining({ user_id: sam.userId, name: 'Sam Whitlock' }),
        deleted_at: now.toISOString(),
        gone_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
      });
      expect((await call(at, user, 'GET', '/api/posts/deleted')).body).not.toContain('path');
      expect((await call(at, user, 'GET', `/api/media/${photo}`)).statusCode).toBe(user === ruth ? 200 : 404);
    }
    for (const user of [nora, leo]) expect(await idsFor(user)).not.toContain(id);
    expect((await restore(ruth, id)).json().data.post).toMatchObject({ id, media: [{ id: photo }] });
    for (const user of [ruth, sam]) expect(await idsFor(user)).not.toContain(id);
  });

  it('comes back for its author and for the guardian who deleted it, and for nobody else', async () => {
    const id = (await sharePost(at, ruth)).id;
    const unknown = '0198f7a2-0000-7000-8000-000000000001';
    for (const [deleter, restorer, others] of [
      [ruth, ruth, [nora, sam, leo]],
      [nora, nora, [sam, leo]],
      [nora, ruth, [sam, leo]],
    ] as const) {
      await remove(deleter, id);
      for (const user of [nora, ruth]) expect((await call(at, user, 'GET', `/api/posts/${id}`)).statusCode).toBe(404);
      expect((await call(at, deleter, 'DELETE', `/api/posts/${id}`)).statusCode).toBe(404);
      for (const user of others) expect(comparable(await restore(user, id))).toBe(comparable(await restore(user, unknown)));
      expect((await restore(restorer, id)).json().data.post).toMatchObject({ id, text: 'The plum tree' });
    }
    expect((await restore(ruth, id)).statusCode).toBe(200);
    expect((await restore(leo, id)).statusCode).toBe(403);
    expect((await call(at, leo, 'DELETE', `/api/posts/${id}`)).statusCode).toBe(403);
  });

  it('is not there for a deleter who is no guardian any longer, or whom its author has left out since', async () => {
    const [demoted, left] = [(await sharePost(at, ruth)).id, (await sharePost(at, ruth)).id];
    const ida = await addMember(at, nora.familyId, 'guardian', 'Ida');
    await remove(ida, demoted);
    await remove(ida, left);
    expect(await idsFor(ida)).toEqual([left, demoted]);
    await at.platform.db.$client.query(`update posts set audience = 'me' where id = $1`, [left]);
    expect(await idsFor(ida)).toEqual([demoted]);
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${ida.userId}`, { role: 'relative' });
    expect(await idsFor(ida)).toEqual([]);
    for (const id of [demoted, left]) expect((await restore(ida, id)).statusCode).toBe(404);
    await removeMember(at, nora, ida.userId);
    expect((await listed(ruth)).items.find(({ id }) => id === demoted)).toMatchObject({ deleted_by: { name: 'Ida Whitlock' } });
    await at.platform.db.$client.query('delete from users where id = $1', [ida.userId]);
    expect((await listed(ruth)).items.find(({ id }) => id === demoted)).toMatchObject({ deleted_by: null });
    for (const id of [demoted, left]) expect((await restore(ruth, id)).statusCode).toBe(200);
  });

  it('is listed page by page, the latest deletion first, for thirty days', async () => {
    const anna = await registerParent(at.app, { firstname: 'Anna' });
    await at.platform.db.$client.query(`update families set trial_ends_at = '2100-01-01'`);
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c']) ids.push((await sharePost(at, anna, { text })).id);
    for (const id of [1, 0, 2].map((index) => ids[index]!)) {
      at.clock.advance({ seconds: 1 });
      await remove(anna, id);
    }
    const expected = [2, 0, 1].map((index) => ids[index]);
    expect(await idsFor(anna)).toEqual(expected);
    const pages = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof listed>> = (
        await call(at, anna, 'GET', `/api/posts/deleted?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
      ).json().data;
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(expected);
    at.clock.advance({ days: 30, seconds: -1 });
    expect(await idsFor(anna)).toEqual([ids[2], ids[0]]);
    expect((await restore(anna, ids[1]!)).statusCode).toBe(404);
    at.clock.advance({ seconds: 2 });
    expect(await idsFor(anna)).toEqual([]);
  });

  it('goes with the account of its author', async () => {
    const otto = await addMember(at, nora.familyId, 'relative', 'Otto');
    const id = (await sharePost(at, otto)).id;
    await remove(sam, id);
    expect(await idsFor(sam)).toContain(id);
    await at.platform.db.transaction((tx) => erasePosts(at.platform, tx, otto.userId));
    expect(await idsFor(sam)).not.toContain(id);
  });

  it('needs a token, the family, and a family that is covered; a wrong cursor is a wrong field', async () => {
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    expect((await call(at, null, 'GET', '/api/posts/deleted')).statusCode).toBe(401);
    expect((await call(at, stranger, 'GET', `/api/posts/deleted?family_id=${nora.familyId}`)).statusCode).toBe(404);
    expect((await call(at, ruth, 'GET', '/api/posts/deleted?limit=0')).statusCode).toBe(422);
    expect((await call(at, ruth, 'GET', '/api/posts/deleted?cursor=x')).statusCode).toBe(422);
    const id = (await sharePost(at, stranger)).id;
    await remove(stranger, id);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [
      new Date(at.clock.now().getTime() - 2 * 86_400_000),
      stranger.familyId,
    ]);
    expect((await call(at, stranger, 'GET', '/api/posts/deleted')).statusCode).toBe(402);
    expect((await restore(stranger, id)).statusCode).toBe(402);
  });
});
