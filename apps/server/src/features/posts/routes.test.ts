import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Media } from '@heartwood/contract/media';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { keptFiles } from '#test/files.ts';
import { addMember, call, comparable, errorsOf } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { gradient } from '#test/photos.ts';
import { sharePost } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let stranger: TestUser;
let emma: string;
let strangersChild: string;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  stranger = await registerParent(at.app, { lastname: 'Stone' });
  emma = (await addChild(at, nora, { name: 'Emma' })).heartwood_id;
  strangersChild = (await addChild(at, stranger, { name: 'Otto' })).heartwood_id;
});
afterAll(() => at.close());

const photo = () => gradient(40, 30).png().toBuffer();

async function upload(by: TestUser): Promise<Media> {
  const form = new FormData();
  form.append('file', new File([(await photo()) as Uint8Array<ArrayBuffer>], 'a.png'));
  return (await call(at, by, 'POST', '/api/media', form)).json().data.media;
}

const count = async (table: string) => Number((await at.platform.db.$client.query(`select count(*) from ${table}`)).rows[0].count);

describe('sharing', () => {
  it('a text with people, on a day', async () => {
    const post = await sharePost(at, nora, { text: '  First snow.\n ', people: [emma, ruth.personId, emma], occurred_on: '2025-12-01' });
    expect(post).toMatchObject({
      family_id: nora.familyId,
      author: { user_id: nora.userId, name: 'Nora Whitlock', image: null, heartwood_id: expect.any(String) },
      kind: 'memory',
      text: 'First snow.',
      occurred_on: '2025-12-01',
      audience: 'family',
      people: [emma, ruth.personId],
      media: [],
      hearts: { count: 0, mine: false },
      comment_count: 0,
      latest_comment: null,
      can: { edit: true, delete: true, keep: true },
      created_at: at.clock.now().toISOString(),
    });
    expect(post).not.toHaveProperty('audience_user_ids');
  });

  it('on today where no day is given, by the clock', async () => {
    expect((await sharePost(at, nora, { text: 'Now' })).occurred_on).toBe('2026-11-21');
    expect((await sharePost(at, nora, { text: 'Now', occurred_on: '' })).occurred_on).toBe('2026-11-21');
  });

  it('media of one’s own, in their order, and each only once', async () => {
    const [a, b] = [await upload(nora), await upload(nora)];
    const post = await sharePost(at, nora, { media_ids: [b.id, a.id, b.id] });
    expect(post.media.map((one) => one.id)).toEqual([b.id, a.id]);
    const again = await call(at, nora, 'POST', '/api/posts', { text: 'again', media_ids: [a.id] });
    expect(errorsOf(again)).toEqual([422, ['media_ids']]);
  });

  it('of twenty posts at once that take the same medium exactly one', async () => {
    const medium = await upload(nora);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(at, nora, 'POST', '/api/posts', { media_ids: [medium.id] })));
    expect(answers.map((one) => one.statusCode).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
  });

  it('photos as files of a form', async () => {
    const form = new FormData();
    form.append('text', 'Two of them');
    form.append('people[0]', emma);
    for (const name of ['a.png', 'b.png']) form.append('images[]', new File([(await photo()) as Uint8Array<ArrayBuffer>], name));
    const answer = await call(at, nora, 'POST', '/api/posts', form);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().data.post).toMatchObject({ people: [emma], media: [{ filename: 'a.png' }, { filename: 'b.png' }] });
  });

  it('leaves nothing behind where one of the files is no picture', async () => {
    const before = { posts: await count('posts'), media: await count('media') };
    const form = new FormData();
    form.append('images[]', new File([(await photo()) as Uint8Array<ArrayBuffer>], 'a.png'));
    form.append('images[]', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'b.jpg'));
    expect((await call(at, nora, 'POST', '/api/posts', form)).statusCode).toBe(415);
    expect({ posts: await count('posts'), media: await count('media') }).toEqual(before);
    const rows = (await at.platform.db.$client.query<{ id: string }>('select id from media order by id')).rows.map(
      (row) => `media/${row.id}`,
    );
    const folders = async () => [...new Set((await keptFiles(at)).map((path) => path.split('/', 2).join('/')))].toSorted();
    await expect.poll(folders, { timeout: 10_000 }).toEqual(rows);
  });

  it('takes no file that is described instead of sent', async () => {
    const images = [{ path: '/etc/passwd', size: 1, filename: 'a.png', type: 'image/png', sha256: 'x' }];
    expect((await call(at, nora, 'POST', '/api/posts', { images })).statusCode).toBe(422);
  });

  it('for named people, whom the author alone is told', async () => {
    const post = await sharePost(at, nora, { text: 'For Ruth', audience_user_ids: [ruth.userId, ruth.userId] });
    expect(post).toMatchObject({ audience: 'people', audience_user_ids: [ruth.userId] });
    const seen = (await call(at, ruth, 'GET', `/api/posts/${post.id}`)).json().data.post;
    expect(seen).toMatchObject({ audience: 'people', can: { edit: false, delete: false, keep: false } });
    expect(seen).not.toHaveProperty('audience_user_ids');
  });

  it('for nobody else where nobody is named', async () => {
    for (const input of [
      { audience_user_ids: [] },
      { audience: 'people' },
      { audience: 'people', audience_user_ids: [] },
      { audience: 'me' },
    ]) {
      const post = await sharePost(at, nora, { text: 'Mine', ...input });
      expect((await call(at, ruth, 'GET', `/api/posts/${post.id}`)).statusCode).toBe(404);
    }
  });

  it('once per key: the same again is the same post, something else a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await count('posts');
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(at, nora, 'POST', '/api/posts', { text: 'Once' }, headers)));
    expect(answers.map((one) => one.statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((one) => one.json().data.post.id)).size).toBe(1);
    expect(await count('posts')).toBe(before + 1);
    const other = await call(at, nora, 'POST', '/api/posts', { text: 'Twice' }, headers);
    expect([other.statusCode, other.json().status_code]).toEqual([409, 'conflict']);
    expect((await call(at, nora, 'POST', '/api/posts', { text: 'x' }, { 'idempotency-key': 'x' })).statusCode).toBe(400);
  });

  it('photos once per key, with nothing left of the second sending', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const bytes = (await photo()) as Uint8Array<ArrayBuffer>;
    const before = await count('media');
    const send = () => {
      const form = new FormData();
      form.append('images[0]', new File([bytes], 'a.png'));
      return call(at, nora, 'POST', '/api/posts', form, headers);
    };
    const answers = await Promise.all([send(), send()]);
    expect(answers.map((one) => one.statusCode)).toEqual([201, 201]);
    expect(new Set(answers.map((one) => one.json().data.post.media[0].id)).size).toBe(1);
    expect(await count('media')).toBe(before + 1);
  });

  it('keeps its photos where the database has kept it and its answer was lost', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const bytes = (await photo()) as Uint8Array<ArrayBuffer>;
    const before = { posts: await count('posts'), media: await count('media') };
    const { db } = at.platform;
    const transaction = db.transaction.bind(db);
    let isLost = false;
    const losing = vi.spyOn(db, 'transaction').mockImplementation(async (work, config) => {
      const result = await transaction(work, config);
      const { rows } = await db.$client.query('select from posts where id::text = $1', [result]);
      if (isLost || rows.length === 0) return result;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    });
    const send = () => {
      const form = new FormData();
      form.append('images[0]', new File([bytes], 'a.png'));
      return call(at, nora, 'POST', '/api/posts', form, headers);
    };
    expect((await send()).statusCode).toBe(503);
    losing.mockRestore();
    const again = await send();
    expect([again.statusCode, again.json().data?.post.media]).toEqual([201, [expect.objectContaining({ filename: 'a.png' })]]);
    expect({ posts: await count('posts'), media: await count('media') }).toEqual({ posts: before.posts + 1, media: before.media + 1 });
  });

  const unknown = '0198f7a2-0000-7000-8000-000000000001';
  it.each<[string, () => object, string]>([
    ['nothing at all', () => ({}), 'text'],
    ['only white space', () => ({ text: ' \n ' }), 'text'],
    ['a text one longer than it may be', () => ({ text: 'x'.repeat(10_001) }), 'text'],
    ['a text that is none', () => ({ text: 7 }), 'text'],
    ['a kind that is made elsewhere', () => ({ text: 'x', kind: 'answer' }), 'kind'],
    ['a day that is none', () => ({ text: 'x', occurred_on: '2026-02-30' }), 'occurred_on'],
    ['the year 0', () => ({ text: 'x', occurred_on: '0000-01-01' }), 'occurred_on'],
    ['an audience that is none', () => ({ text: 'x', audience: 'everyone' }), 'audience'],
    ['one person too many', () => ({ text: 'x', people: Array.from({ length: 51 }, () => emma) }), 'people'],
    ['one medium too many', () => ({ text: 'x', media_ids: Array.from({ length: 61 }, () => unknown) }), 'media_ids'],
    ['one name too many', () => ({ text: 'x', audience_user_ids: Array.from({ length: 201 }, () => nora.userId) }), 'audience_user_ids'],
    ['a person of another family', () => ({ text: 'x', people: [strangersChild] }), 'people'],
    ['an unknown person', () => ({ text: 'x', people: [emma, unknown] }), 'people'],
    ['a member of another family', () => ({ text: 'x', audience_user_ids: [stranger.userId] }), 'audience_user_ids'],
    ['an unknown member', () => ({ text: 'x', audience_user_ids: [ruth.userId, unknown] }), 'audience_user_ids'],
    [
      'names for an audience that has none',
      () => ({ text: 'x', audience: 'family', audience_user_ids: [ruth.userId] }),
      'audience_user_ids',
    ],
    ['an unknown medium', () => ({ text: 'x', media_ids: [unknown] }), 'media_ids'],
  ])('is refused: %s', async (_what, input, field) => {
    const before = await count('posts');
    const answer = await call(at, nora, 'POST', '/api/posts', input());
    expect(answer.statusCode, answer.body).toBe(422);
    expect(Object.keys(answer.json().errors)[0]).toMatch(new RegExp(`^${field}(\\.|$)`));
    expect(await count('posts')).toBe(before);
  });

  it('is refused: a medium of somebody else, of another family too', async () => {
    for (const owner of [ruth, stranger]) {
      const medium = await upload(owner);
      expect(errorsOf(await call(at, nora, 'POST', '/api/posts', { media_ids: [medium.id] }))).toEqual([422, ['media_ids']]);
    }
  });

  it('takes everything at its limit', async () => {
    const post = await sharePost(at, nora, {
      text: 'ä'.repeat(10_000),
      people: Array.from({ length: 50 }, () => emma),
      occurred_on: '0001-01-01',
    });
    expect(post).toMatchObject({ text: 'ä'.repeat(10_000), people: [emma], occurred_on: '0001-01-01' });
  });

  it('needs a token, a family of one’s own, and a family that is covered', async () => {
    expect((await call(at, null, 'POST', '/api/posts', { text: 'x' })).statusCode).toBe(401);
    const foreign = await call(at, stranger, 'POST', '/api/posts', { text: 'x', family_id: nora.familyId });
    const nowhere = await call(at, stranger, 'POST', '/api/posts', { text: 'x', family_id: unknown });
    expect(comparable(foreign)).toBe(comparable(nowhere));
    expect(foreign.statusCode).toBe(404);
  });
});

describe('changing', () => {
  it('what is said, and only that', async () => {
    const medium = await upload(nora);
    const post = await sharePost(at, nora, { text: 'Before', people: [emma], media_ids: [medium.id], occurred_on: '2024-05-05' });
    at.clock.advance({ minutes: 1 });
    const answer = await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { text: 'After' });
    expect(answer.json().data.post).toEqual({
      ...post,
      text: 'After',
      updated_at: at.clock.now().toISOString(),
      media: [expect.objectContaining({ id: medium.id })],
    });
  });

  it('media, people, day and audience', async () => {
    const [a, b, c] = [await upload(nora), await upload(nora), await upload(nora)];
    const post = await sharePost(at, nora, { media_ids: [a.id, b.id], people: [emma], occurred_on: '2024-05-05', audience: 'me' });
    const change = { media_ids: [c.id, b.id], people: [ruth.personId], occurred_on: null, audience_user_ids: [ruth.userId] };
    const changed = (await call(at, nora, 'PATCH', `/api/posts/${post.id}`, change)).json().data.post;
    expect(changed).toMatchObject({
      people: [ruth.personId],
      occurred_on: '2026-11-21',
      audience: 'people',
      audience_user_ids: [ruth.userId],
    });
    expect(changed.media.map((one: Media) => one.id)).toEqual([c.id, b.id]);
    expect(await sharePost(at, nora, { media_ids: [a.id] })).toMatchObject({ media: [{ id: a.id }] });
  });

  it('what is said of single photos, which goes with them', async () => {
    const [a, b] = [await upload(nora), await upload(nora)];
    const post = await sharePost(at, nora, {
      media_ids: [a.id, b.id],
      captions: { [b.id]: '  Her first snow ', [emma]: 'of nothing here' },
    });
    expect(post.captions).toEqual({ [b.id]: 'Her first snow' });
    const change = (body: object) => call(at, nora, 'PATCH', `/api/posts/${post.id}`, body);
    expect((await change({ media_ids: [b.id, a.id] })).json().data.post.captions).toEqual({ [b.id]: 'Her first snow' });
    expect((await change({ captions: { [a.id]: 'The hill', [b.id]: '' } })).json().data.post.captions).toEqual({ [a.id]: 'The hill' });
    expect((await change({ media_ids: [b.id] })).json().data.post.captions).toEqual({});
    expect((await change({ captions: { [b.id]: 'x'.repeat(2_001) } })).statusCode).toBe(422);
    expect((await change({ captions: { [b.id]: 'x'.repeat(2_000) } })).statusCode).toBe(200);
  });

  it('of a version one knows: a stale one is a conflict, one that cannot be read is malformed', async () => {
    const { id } = await sharePost(at, nora, { text: 'One' });
    const first = (await call(at, nora, 'GET', `/api/posts/${id}`)).headers.etag as string;
    const change = (text: string, tag: string) => call(at, nora, 'PATCH', `/api/posts/${id}`, { text }, { 'if-match': tag });
    const second = await change('Two', first);
    expect(second.statusCode).toBe(200);
    expect(second.headers.etag).not.toBe(first);
    const stale = await change('Three', first);
    expect([stale.statusCode, stale.json().status_code]).toEqual([409, 'conflict']);
    for (const tag of ['1', '"', 'W/1', '"a" "b"', '"1",']) expect((await change('Three', tag)).statusCode).toBe(400);
    expect((await call(at, nora, 'GET', `/api/posts/${id}`)).json().data.post.text).toBe('Two');
    for (const tag of ['*', `W/${second.headers.etag}`]) expect((await change('Four', tag)).statusCode).toBe(tag === '*' ? 200 : 409);
    const racing = (await call(at, nora, 'GET', `/api/posts/${id}`)).headers.etag as string;
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => change(text, `"x", ${racing}`)));
    expect(answers.map((one) => one.statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('is for the author alone', async () => {
    const post = await sharePost(at, ruth, { text: 'Ruth’s' });
    const answer = await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { text: 'Nora’s' });
    expect([answer.statusCode, answer.json().status_code]).toEqual([403, 'forbidden']);
  });

  it('leaves the post as it was where it is refused', async () => {
    const medium = await upload(nora);
    const post = await sharePost(at, nora, { text: 'Same', media_ids: [medium.id] });
    const inputs = [
      { text: '', media_ids: [] },
      { people: [strangersChild] },
      { audience_user_ids: [stranger.userId] },
      { text: 'x'.repeat(10_001) },
    ];
    for (const input of inputs) expect((await call(at, nora, 'PATCH', `/api/posts/${post.id}`, input)).statusCode).toBe(422);
    expect((await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { media_ids: [(await upload(ruth)).id] })).statusCode).toBe(422);
    expect((await call(at, nora, 'GET', `/api/posts/${post.id}`)).json().data.post).toMatchObject({
      text: 'Same',
      media: [{ id: medium.id }],
    });
  });
});
