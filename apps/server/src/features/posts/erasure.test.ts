import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { mediaFolders } from '#test/files.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { eraseComments } from '#features/comments/erasure.ts';
import { erasePosts } from './erasure.ts';
import { purgeComments } from '#features/comments/jobs.ts';
import { purgePosts } from './jobs.ts';
import { uploadPhoto } from '#test/media.ts';
import { commentOn, sharePost } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;

beforeEach(async () => {
  await at?.close();
  at = await startApp();
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  await at.platform.db.$client.query('update families set trial_ends_at = $1', [new Date('2030-01-01')]);
});
afterAll(() => at.close());

const ids = async (table: string, column = 'id') =>
  (await at.platform.db.$client.query<Record<string, string>>(`select ${column} from ${table} order by ${column}`)).rows.map(
    (row) => row[column],
  );

describe('what was deleted', () => {
  it('can be brought back until the thirtieth day, and not a moment longer', async () => {
    const post = (await sharePost(at, nora, { text: 'Gone' })).id;
    const comment = (await commentOn(at, ruth, (await sharePost(at, nora, { text: 'Stays' })).id, { text: 'Gone too' })).id;
    const [aPost, aComment] = [`/api/posts/${post}`, `/api/comments/${comment}`];
    for (const path of [aPost, aComment]) await call(at, nora, 'DELETE', path);
    at.clock.advance({ days: 30 });
    for (const path of [aPost, aComment]) {
      expect((await call(at, nora, 'POST', `${path}/restore`)).statusCode).toBe(200);
      await call(at, nora, 'DELETE', path);
    }
    at.clock.advance({ days: 30, seconds: 1 });
    for (const path of [aPost, aComment]) expect((await call(at, nora, 'POST', `${path}/restore`)).statusCode).toBe(404);
  });

  it('is purged after that, with its media, and nothing else is', async () => {
    const [a, b, c, d] = [
      await uploadPhoto(at, nora),
      await uploadPhoto(at, ruth),
      await uploadPhoto(at, nora),
      await uploadPhoto(at, ruth),
    ];
    const gone = (await sharePost(at, nora, { media_ids: [a] })).id;
    await commentOn(at, ruth, gone, { media_id: b });
    const kept = (await sharePost(at, nora, { media_ids: [c] })).id;
    const silenced = (await commentOn(at, ruth, kept, { media_id: d })).id;
    await call(at, nora, 'DELETE', `/api/posts/${gone}`);
    await call(at, nora, 'DELETE', `/api/comments/${silenced}`);
    at.clock.advance({ days: 30 });
    const recent = (await sharePost(at, nora, { text: 'Deleted just now' })).id;
    await call(at, nora, 'DELETE', `/api/posts/${recent}`);
    await purgeComments(at.platform);
    await purgePosts(at.platform);
    expect(await ids('posts')).toEqual([gone, kept, recent].toSorted());
    at.clock.advance({ seconds: 1 });
    await purgeComments(at.platform);
    await purgePosts(at.platform);
    await purgeComments(at.platform);
    await purgePosts(at.platform);
    expect(await ids('posts')).toEqual([kept, recent].toSorted());
    expect(await ids('comments')).toEqual([]);
    expect(await ids('media')).toEqual([c]);
    await expect.poll(() => mediaFolders(at), { timeout: 10_000 }).toEqual([c]);
  });
});

describe('when an account is deleted', () => {
  it('everything its user shared, said and loved is gone at once, in left families too, and nothing of others', async () => {
    const hers = (await sharePost(at, ruth, { text: 'Ruth’s', media_ids: [await uploadPhoto(at, ruth)] })).id;
    await commentOn(at, nora, hers, { media_id: await uploadPhoto(at, nora) });
    const deleted = (await sharePost(at, ruth, { text: 'Deleted' })).id;
    await call(at, ruth, 'DELETE', `/api/posts/${deleted}`);
    const kept = (await sharePost(at, nora, { text: 'Nora’s', audience_user_ids: [ruth.userId] })).id;
    await commentOn(at, ruth, kept, { media_id: await uploadPhoto(at, ruth) });
    const said = (await commentOn(at, nora, kept, { text: 'Still here' })).id;
    for (const user of [ruth, nora]) await call(at, user, 'PUT', `/api/posts/${kept}/heart`);
    await removeMember(at, nora, ruth.userId);
    await at.platform.db.transaction(async (tx) => {
      await eraseComments(at.platform, tx, ruth.userId);
      await erasePosts(at.platform, tx, ruth.userId);
    });
    expect(await ids('posts')).toEqual([kept]);
    expect(await ids('comments')).toEqual([said]);
    expect(await ids('hearts', 'user_id')).toEqual([nora.userId]);
    expect(await ids('media')).toEqual([]);
    await expect.poll(() => mediaFolders(at), { timeout: 10_000 }).toEqual([]);
    const post = (await call(at, nora, 'GET', `/api/posts/${kept}`)).json().data.post;
    expect(post).toMatchObject({ hearts: { count: 1 }, comment_count: 1, latest_comment: { id: said }, audience_user_ids: [] });
  });

  it('what is taken away is all or nothing', async () => {
    const post = (await sharePost(at, ruth, { text: 'Ruth’s' })).id;
    await at.platform.db
      .transaction(async (tx) => {
        await erasePosts(at.platform, tx, ruth.userId);
        throw new Error('something else failed');
      })
      .catch(() => {});
    expect(await ids('posts')).toEqual([post]);
  });
});

describe('where nothing covers the family', () => {
  it('every call says so, to members, but those that take something away; strangers are told nothing', async () => {
    const post = (await sharePost(at, nora, { text: 'x' })).id;
    const comment = (await commentOn(at, nora, post, { text: 'x' })).id;
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    await at.platform.db.$client.query('update families set trial_ends_at = $1', [at.clock.now()]);
    const calls = [
      ['GET', '/api/posts'],
      ['POST', '/api/posts'],
      ['GET', '/api/on-this-day'],
      ['GET', `/api/posts/${post}`],
      ['PATCH', `/api/posts/${post}`],
      ['POST', `/api/posts/${post}/restore`],
      ['PUT', `/api/posts/${post}/heart`],
      ['GET', `/api/posts/${post}/hearts`],
      ['GET', `/api/posts/${post}/comments`],
      ['POST', `/api/posts/${post}/comments`],
      ['PATCH', `/api/comments/${comment}`],
      ['POST', `/api/comments/${comment}/restore`],
    ] as const;
    for (const [method, url] of calls) {
      const payload = method === 'GET' ? undefined : { text: 7 };
      const answer = await call(at, nora, method, url, payload);
      expect([url, answer.statusCode, answer.json().status_code]).toEqual([url, 402, 'subscription_inactive']);
      if (url.includes(post) || url.includes(comment)) expect((await call(at, stranger, method, url, payload)).statusCode).toBe(404);
    }
    expect([await ids('posts'), await ids('comments'), await ids('hearts', 'user_id')]).toEqual([[post], [comment], []]);
    for (const url of [`/api/posts/${post}/heart`, `/api/comments/${comment}`, `/api/posts/${post}`]) {
      expect([url, (await call(at, stranger, 'DELETE', url)).statusCode]).toEqual([url, 404]);
      expect([url, (await call(at, nora, 'DELETE', url)).statusCode]).toEqual([url, 200]);
    }
  });
});
