import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { downloadsApi } from '@heartwood/contract/downloads';
import type { DataOf } from '@heartwood/contract/endpoint';
import readExif from 'exif-reader';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { unzip } from '#test/archives.ts';
import { formWithFile, processed, upload } from '#test/media.ts';
import { call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { animation, phonePhoto } from '#test/photos.ts';
import { commentOn, keepMoment, sharePost } from '#test/posts.ts';
import { record, secrets } from '#test/recordings.ts';

vi.setConfig({ testTimeout: 90_000 });

let at: TestApp;
let family: TestFamily;
let photo: Buffer;
beforeAll(async () => {
  at = await startApp();
  family = await makeFamily(at);
  photo = await phonePhoto();
});
afterAll(() => at.close());

const kept = async (by: TestUser, bytes: Uint8Array, filename: string) => {
  const { id } = await upload(at, by, bytes, filename);
  return processed(at, by, id, 60_000);
};
const ask = (by: TestUser, media: readonly string[], more: object = {}) =>
  call(at, by, 'POST', '/api/downloads', { media_ids: media, ...more });
const offer = async (by: TestUser, media: readonly string[], more: object = {}): Promise<DataOf<typeof downloadsApi.offer>> => {
  const answer = await ask(by, media, more);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
};
const fetchBytes = (path: string | undefined, headers: Record<string, string> = {}) =>
  at.app.inject({ url: `/api/private/${path}`, headers });
const take = async (by: TestUser, id: string, more: object = {}) => fetchBytes((await offer(by, [id], more)).files[0]?.path);

describe('a photo', () => {
  const caption = 'Größe „XL“ & <Sylt> 👶 (am Strand)';

  it('leaves as a JPEG with its date and caption, and without its place and camera', async () => {
    const { id } = await kept(family.sam, photo, 'IMG_1.jpg');
    await sharePost(at, family.sam, { media_ids: [id], captions: { [id]: caption } });
    const { files, archive } = await offer(family.ruth, [id]);
    expect(files).toEqual([
      { media_id: id, path: expect.any(String), filename: '2024-07-14-gro-e-xl-sylt-am-strand.jpg', type: 'image/jpeg' },
    ]);
    expect(archive).toBeNull();
    const answer = await fetchBytes(files[0]?.path);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${files[0]?.filename}"`,
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
    });
    const { format, width, height, exif, xmpAsString } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1_200, height: 1_600 });
    const { Image, Photo, GPSInfo } = readExif(exif!);
    expect(exif?.includes(`${caption}\0`)).toBe(true);
    expect(Photo).toMatchObject({ DateTimeOriginal: new Date('2024-07-14T16:30:05Z'), OffsetTimeOriginal: '+00:00' });
    expect([GPSInfo, Image?.Make, Photo?.BodySerialNumber]).toEqual([undefined, undefined, undefined]);
    expect(xmpAsString).toContain('>Größe „XL“ &amp; &lt;Sylt&gt; 👶 (am Strand)</rdf:li>');
    expect(xmpAsString).toContain('<xmp:CreateDate>2024-07-14T16:30:05.000Z</xmp:CreateDate>');
    expect(answer.rawPayload.includes('SN-4711') || answer.rawPayload.includes('GPS')).toBe(false);
  });

  it('that says no date has the day of its post, and the story where it has no caption of its own', async () => {
    const plain = await sharp(photo).resize(40, 30).png().toBuffer();
    const { id } = await kept(family.sam, plain, 'scan.png');
    await sharePost(at, family.sam, { media_ids: [id], text: 'In the\u0007 garden', occurred_on: '1974-07-01' });
    const answer = await take(family.ruth, id);
    const { exif, xmpAsString } = await sharp(answer.rawPayload).metadata();
    const { Image, Photo } = readExif(exif!);
    expect([Image?.ImageDescription, Photo?.DateTimeOriginal, Photo?.OffsetTimeOriginal]).toEqual([
      expect.stringContaining('In the'),
      new Date('1974-07-01T12:00:00Z'),
      undefined,
    ]);
    expect(xmpAsString).toContain('<photoshop:DateCreated>1974-07-01</photoshop:DateCreated>');
    expect(xmpAsString).toContain('>In the garden<');
  });

  it('of a moment has its title, in the language of who takes it, and its day', async () => {
    const add = async () => (await kept(family.sam, await sharp(photo).resize(40, 30).png().toBuffer(), 'scan.png')).id;
    const [tent, steps] = [await add(), await add()];
    const people = [(await addChild(at, family.nora, { name: 'Emma', birth_day: '1973-09-12' })).heartwood_id];
    await keepMoment(at, family.sam, { people, title: 'Slept in a tent', occurred_on: '1975-07-01', media_ids: [tent] });
    await keepMoment(at, family.sam, { people, milestone: 'first-steps', occurred_on: '1974-07-01', media_ids: [steps] });
    const answer = await take(family.nora, tent);
    const { exif, xmpAsString } = await sharp(answer.rawPayload).metadata();
    const { Image, Photo } = readExif(exif!);
    expect([Image?.ImageDescription, Photo?.DateTimeOriginal]).toEqual([
      expect.stringContaining('Slept in a tent'),
      new Date('1975-07-01T12:00:00Z'),
    ]);
    expect(xmpAsString).toContain('<photoshop:DateCreated>1975-07-01</photoshop:DateCreated>');
    expect((await offer(family.nora, [steps])).files[0]?.filename).toBe('1974-07-01-first-steps.jpg');
  });

  it('that moves goes on moving', async () => {
    const { id } = await kept(family.sam, await animation(40, 30, 3), 'wave.gif');
    const { files } = await offer(family.sam, [id]);
    expect(files[0]).toMatchObject({ type: 'image/webp', filename: 'photo.webp' });
    expect(await sharp((await fetchBytes(files[0]?.path)).rawPayload).metadata()).toMatchObject({ format: 'webp', pages: 3 });
  });

  it('of extreme shape, with a caption as long as one may be, leaves, too', async () => {
    const { id } = await kept(family.sam, await sharp(photo).resize(3_000, 1, { fit: 'fill' }).toBuffer(), `${'n'.repeat(4_000)}.jpg`);
    const long = 'ö'.repeat(2_000);
    await sharePost(at, family.sam, { media_ids: [id], captions: { [id]: long } });
    const answer = await take(family.ruth, id);
    const { exif, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ width, height }).toEqual({ width: 2_160, height: 1 });
    expect(exif?.includes(`${long}\0`)).toBe(true);
    const named = (await offer(family.sam, [id], { original: true })).files[0]?.filename;
    expect(named).toBe(`${'n'.repeat(60)}.jpg`);
  });

  it('leaves as it was sent for its uploader alone', async () => {
    const { id } = await kept(family.sam, photo, '../ü"\r\nIMG 2.JPEG');
    await sharePost(at, family.sam, { media_ids: [id] });
    expect((await ask(family.ruth, [id], { original: true })).statusCode).toBe(403);
    const { files } = await offer(family.sam, [id], { original: true });
    expect(files[0]?.filename).toBe('u-22-0d-0aimg-2.jpg');
    expect((await fetchBytes(files[0]?.path)).rawPayload.equals(photo)).toBe(true);
  });
});

describe('a film', () => {
  it('leaves as an MP4 with its date and caption, in parts, too, and without its place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heartwood-film-'));
    const path = await record(join(folder, 'film.webm'), 'webm', { pictures: 'vp8', sound: 'opus', seconds: 1.2 });
    const { id } = await kept(family.sam, await readFile(path), 'VID_1.webm');
    await rm(folder, { recursive: true });
    await sharePost(at, family.sam, { media_ids: [id], text: 'First steps, schön' });
    const { files } = await offer(family.ruth, [id]);
    expect(files[0]).toMatchObject({ type: 'video/mp4', filename: '2024-07-14-first-steps-schon.mp4' });
    const whole = await fetchBytes(files[0]?.path);
    const bytes = whole.rawPayload;
    expect([whole.headers['content-type'], whole.headers['content-length']]).toEqual(['video/mp4', String(bytes.length)]);
    expect(bytes.includes('>First steps, schön<')).toBe(true);
    for (const secret of Object.values(secrets)) expect(bytes.includes(secret)).toBe(false);
    // It is whole for whoever reads it, and says when it was taken.
    const again = await processed(at, family.ruth, (await upload(at, family.ruth, bytes, 'again.mp4')).id, 60_000);
    expect(again).toMatchObject({ state: 'ready', taken_at: '2024-07-14T16:30:05.000Z' });
    for (const [start, end] of [
      [0, 99],
      [50, 5_000],
      [4_096, bytes.length - 1],
      [bytes.length - 40, bytes.length - 1],
    ] as const) {
      const part = await fetchBytes(files[0]?.path, { range: `bytes=${start}-${end}` });
      expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
    }
  });
});

describe('several at once', () => {
  it('are one ZIP whose names are safe and differ', async () => {
    const media = [await kept(family.sam, photo, 'a.jpg'), await kept(family.sam, photo, 'b.jpg')].map(({ id }) => id);
    await sharePost(at, family.sam, { media_ids: media, text: '../../etc/passwd' });
    const { files, archive } = await offer(family.ruth, [...media, media[0]!]);
    expect(files).toHaveLength(2);
    expect(archive).toMatchObject({ filename: 'heartwood-2024-07-14.zip', type: 'application/zip' });
    const answer = await fetchBytes(archive?.path);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="heartwood-2024-07-14.zip"');
    const zip = await unzip(answer.rawPayload);
    expect([...zip.keys()]).toEqual(['2024-07-14-etc-passwd.jpg', '2024-07-14-etc-passwd-2.jpg']);
    for (const bytes of zip.values()) expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg' });
    expect((await at.app.inject({ method: 'HEAD', url: `/api/private/${archive?.path}` })).rawPayload).toHaveLength(0);
  });

  it('are refused where one of them may not be seen, and where there are none or too many', async () => {
    const [open, hidden] = [await kept(family.sam, photo, 'a.jpg'), await kept(family.sam, photo, 'b.jpg')];
    await sharePost(at, family.sam, { media_ids: [open.id] });
    await sharePost(at, family.sam, { media_ids: [hidden.id], audience: 'guardians' });
    const unseen = await ask(family.ruth, [open.id, hidden.id]);
    const none = await ask(family.ruth, [open.id, '01936b0f-5a00-7000-8000-000000000001']);
    expect([unseen.statusCode, unseen.json().message]).toEqual([404, none.json().message]);
    for (const media_ids of [[], ['x'], {}, Array.from({ length: 61 }, () => open.id)])
      expect((await call(at, family.ruth, 'POST', '/api/downloads', { media_ids })).statusCode).toBe(422);
  });
});

describe('an address', () => {
  it('ends with the right to see, and after an hour', async () => {
    const cousin = family.ruth;
    const { id } = await kept(family.sam, photo, 'a.jpg');
    const post = await sharePost(at, family.sam, { media_ids: [id] });
    const path = (await offer(cousin, [id])).files[0]?.path;
    expect((await fetchBytes(path)).statusCode).toBe(200);
    await call(at, family.sam, 'PATCH', `/api/posts/${post.id}`, { audience: 'guardians' });
    expect((await fetchBytes(path)).statusCode).toBe(404);
    await call(at, family.sam, 'PATCH', `/api/posts/${post.id}`, { audience: 'family' });
    expect((await fetchBytes(path)).statusCode).toBe(200);
    at.clock.advance({ minutes: 61 });
    expect((await fetchBytes(path)).statusCode).toBe(403);
  });

  it('that was changed or never given out opens nothing', async () => {
    const { id } = await kept(family.sam, photo, 'a.jpg');
    const path = (await offer(family.sam, [id])).files[0]?.path ?? '';
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    for (const one of [changed, 'downloads', 'downloads?t=', 'downloads?t=x&t=y', `downloads?t=${'A'.repeat(5_000)}`])
      expect([one.slice(0, 20), (await fetchBytes(one)).statusCode]).toEqual([one.slice(0, 20), 403]);
  });

  it('opens nothing for whoever has left the family', async () => {
    const other = await makeFamily(at);
    const { id } = await kept(other.sam, photo, 'a.jpg');
    await sharePost(at, other.sam, { media_ids: [id] });
    const path = (await offer(other.ruth, [id])).files[0]?.path;
    await removeMember(at, other.nora, other.ruth.userId);
    expect((await fetchBytes(path)).statusCode).toBe(404);
  });
});

it('a photo of a comment leaves with what was said; one that is not prepared yet does not', async () => {
  const { id } = await kept(family.ruth, photo, 'a.jpg');
  const post = await sharePost(at, family.sam, {});
  const comment = await commentOn(at, family.ruth, post.id, { text: 'Look!', media_id: id });
  // Whoever looks at it says which family's it is: theirs now may be another one.
  expect((await ask(family.sam, [id], { family_id: comment.family_id })).statusCode).toBe(200);
  const answer = await take(family.sam, id);
  expect((await sharp(answer.rawPayload).metadata()).xmpAsString).toContain('>Look!<');
  expect((await ask(family.stranger, [id])).statusCode).toBe(404);
  expect((await ask(family.stranger, [id], { family_id: comment.family_id })).statusCode).toBe(404);
  const damaged = await call(
    at,
    family.sam,
    'POST',
    '/api/media',
    formWithFile(Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(2_000)]), 'film.mp4'),
  );
  expect((await ask(family.sam, [damaged.json().data.media.id])).json()).toMatchObject({
    status_code: 'conflict',
    message: 'This is still being prepared. Try again in a moment.',
  });
});
