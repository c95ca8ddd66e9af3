import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Post } from '@heartwood/contract/posts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { gradient } from '#test/photos.ts';

const shelf = '01930000-0000-7000-8000-000000000301';
const category = '01930000-0000-7000-8000-000000000300';
const humming = join(import.meta.dirname, '../../../sample/recordings/humming.m4a');

let at: TestApp;
let nora: TestUser;
let arthur: TestMember;
let ruth: TestMember;

/** Five posts on one shelf: three of Arthur's with his voice, of which one is for guardians; a photo of Ruth's; her words. */
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  arthur = await addMember(at, nora.familyId, 'relative', 'Arthur');
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  for (const text of ['One', 'Two', 'Secret'])
    await share(arthur, { text, media_ids: [await voice()], ...(text === 'Secret' ? { audience: 'guardians' } : {}) });
  await share(ruth, { text: 'A photo', media_ids: [await photo()] });
  await share(ruth, { text: 'Words' });
  const other = await share(ruth, { text: 'Deleted', media_ids: [await photo()] });
  await call(at, ruth, 'DELETE', `/api/posts/${other}`);
}, 60_000);
afterAll(() => at.close());

async function upload(by: TestUser, file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const { id } = (await call(at, by, 'POST', '/api/media', form)).json().data.media;
  const state = async () => (await call(at, by, 'GET', `/api/media/${id}`)).json().data.media.state;
  await vi.waitFor(async () => expect(await state()).toBe('ready'), { timeout: 20_000 });
  return id as string;
}
const voice = async () => upload(arthur, new File([(await readFile(humming)) as Uint8Array<ArrayBuffer>], 'voice.m4a'));
const photo = async () => upload(ruth, new File([(await gradient(24, 16).png().toBuffer()) as Uint8Array<ArrayBuffer>], 'a.png'));

async function share(user: TestUser, input: object): Promise<string> {
  const answer = await call(at, user, 'POST', '/api/posts', { subcategory_id: shelf, ...input });
  expect(answer.statusCode, answer.body).toBe(201);
  at.clock.advance({ minutes: 1 });
  return answer.json().data.post.id;
}

const on = async (user: TestUser, query: string): Promise<{ items: Post[]; next_cursor: string | null }> =>
  (await call(at, user, 'GET', `/api/posts?subcategory_id=${shelf}&${query}`)).json().data;
const texts = async (user: TestUser, query: string) => (await on(user, query)).items.map(({ text }) => text);

describe('a shelf', () => {
  it('is narrowed to what can be heard or looked at, and to who told it', async () => {
    expect(await texts(ruth, 'media=audio')).toEqual(['Two', 'One']);
    expect(await texts(nora, 'media=audio')).toEqual(['Secret', 'Two', 'One']);
    expect(await texts(ruth, 'media=image')).toEqual(['A photo']);
    expect(await texts(ruth, 'media=video')).toEqual([]);
    expect(await texts(ruth, `author=${ruth.userId}`)).toEqual(['Words', 'A photo']);
    expect(await texts(ruth, `author=${ruth.userId}&media=audio`)).toEqual([]);
    expect((await call(at, ruth, 'GET', '/api/posts?media=smell')).statusCode).toBe(422);
  });

  it('goes on where a narrowed page ended, and not where another did', async () => {
    const first = await on(nora, 'media=audio&limit=2');
    expect(first.items.map(({ text }) => text)).toEqual(['Secret', 'Two']);
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    expect(await texts(nora, `media=audio&limit=2&cursor=${cursor}`)).toEqual(['One']);
    expect((await call(at, nora, 'GET', `/api/posts?subcategory_id=${shelf}&media=image&cursor=${cursor}`)).statusCode).toBe(422);
  });

  it('is told in short of what one may see', async () => {
    const summary = async (user: TestUser, query = `subcategory_id=${shelf}`) =>
      (await call(at, user, 'GET', `/api/posts/summary?${query}`)).json().data;
    const { authors, media } = await summary(ruth);
    expect(authors.map((one: { name: string; post_count: number }) => [one.name, one.post_count]).toSorted()).toEqual([
      ['Arthur Whitlock', 2],
      ['Ruth Whitlock', 2],
    ]);
    const duration = (await on(ruth, 'media=audio')).items[0]?.media[0]?.duration ?? 0;
    expect(media).toEqual([
      { kind: 'audio', post_count: 2, count: 2, seconds: expect.closeTo(2 * duration, 3) },
      { kind: 'image', post_count: 1, count: 1, seconds: 0 },
    ]);
    expect((await summary(nora)).media[0]).toMatchObject({ kind: 'audio', count: 3 });
    expect(await summary(ruth, `category_id=${category}`)).toEqual({ authors, media, partial: false });
    expect(await summary(ruth, `subcategory_id=${category}`)).toEqual({ authors: [], media: [], partial: false });
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    expect(await summary(stranger)).toEqual({ authors: [], media: [], partial: false });
    for (const [user, query, status] of [
      [null, '', 401],
      [stranger, `family_id=${nora.familyId}`, 404],
      [ruth, 'subcategory_id=soup', 422],
    ] as const)
      expect((await call(at, user, 'GET', `/api/posts/summary?${query}`)).statusCode).toBe(status);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [
      new Date(at.clock.now().getTime() - 2 * 86_400_000),
      stranger.familyId,
    ]);
    expect((await call(at, stranger, 'GET', '/api/posts/summary')).statusCode).toBe(402);
  });
});
