import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Media } from '@heartwood/contract/media';
import { joinFamily } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import { deleteMedium, visibleMedium } from '#features/media/actions.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { keptFiles } from '#test/files.ts';
import { auth, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { pdf } from '#test/documents.ts';
import { bitmap, bombPng, gradient, heicPhoto, phonePhoto } from '#test/photos.ts';

/** Milliseconds for work that is done after the answer, on a machine that has much else to do. */
const timeoutMs = 60_000;
vi.setConfig({ testTimeout: 90_000 });

let at: TestApp;
let nora: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  stranger = await registerParent(at.app, { lastname: 'Stone' });
});
afterAll(() => at.close());

const formOf = (bytes: Uint8Array | string, filename: string, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], filename));
  return form;
};
const send = (
  user: TestUser,
  bytes: Uint8Array | string,
  filename = 'photo.jpg',
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
) =>
  at.app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...auth(user.token), ...headers },
    payload: formOf(bytes, filename, more),
  });
const show = (user: TestUser, id: string) => at.app.inject({ url: `/api/media/${id}`, headers: auth(user.token) });
const remove = (user: TestUser, id: string) => at.app.inject({ method: 'DELETE', url: `/api/media/${id}`, headers: auth(user.token) });
const fetchBytes = (path: string, headers: Record<string, string> = {}) => at.app.inject({ url: `/api/private/${path}`, headers });
const rows = async () => (await at.platform.db.$client.query<{ id: string }>('select id from media')).rows.map((row) => row.id);

/** A JPEG whose first segment is a comment that is a document: programs look for its head in the first 1,024 bytes. */
const withPdfInside = (jpeg: Buffer) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, (pdf().length + 2) >> 8, (pdf().length + 2) & 255]),
    pdf(),
    jpeg.subarray(2),
  ]);

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(2_000)]);
const nothing = { status_code: 'not_found', message: 'This does not exist, or not for you.' };

async function upload(user: TestUser, bytes: Uint8Array | string, filename?: string): Promise<Media> {
  const answer = await send(user, bytes, filename);
  if (answer.statusCode !== 201) throw new Error(`not kept: ${answer.body}`);
  return answer.json().data.media;
}

async function ready(user: TestUser, id: string): Promise<Media> {
  return expect
    .poll(async () => (await show(user, id)).json().data.media, { timeout: timeoutMs })
    .toMatchObject({ state: expect.not.stringMatching('processing') })
    .then(async () => (await show(user, id)).json().data.media);
}

describe('sending a photo', () => {
  it('answers at once with its likeness and size, and a little later with its sizes', async () => {
    const photo = await phonePhoto();
    const sent = await upload(nora, photo, 'C:\\Users\\Nora\\First steps.JPG');
    expect(sent).toMatchObject({
      kind: 'image',
      state: 'processing',
      path: null,
      width: 1_200,
      height: 1_600,
      filename: 'First steps.JPG',
      size: photo.length,
      taken_at: '2024-07-14T16:30:05.000Z',
      thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{20,40}=*$/),
    });
    expect(sent).not.toHaveProperty('reason');
    expect(Object.keys(sent.variants)).toEqual(['original']);
    const done = await ready(nora, sent.id);
    expect(done.state).toBe('ready');
    expect(done.path).toBe(done.variants.medium?.path);
    expect(done.variants).toMatchObject({
      thumb: { type: 'image/webp', width: 240, height: 320 },
      medium: { type: 'image/webp', width: 810, height: 1_080 },
      large: { type: 'image/webp', width: 1_200, height: 1_600 },
      mail: { type: 'image/jpeg', width: 450, height: 600 },
      original: { type: 'image/jpeg', width: 1_200, height: 1_600 },
    });
    const original = await fetchBytes(done.variants.original?.path ?? '');
    expect(original.rawPayload.equals(photo)).toBe(true);
    for (const name of ['thumb', 'medium', 'large', 'mail']) {
      const { rawPayload, headers } = await fetchBytes(done.variants[name]?.path ?? '');
      expect(headers['content-type']).toBe(done.variants[name]?.type);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: done.variants[name]?.width, height: done.variants[name]?.height });
      expect(rawPayload.includes('SN-4711')).toBe(false);
    }
  });

  it.each([
    ['PNG', 'png', () => gradient(300, 200).png().toBuffer()],
    ['WebP', 'webp', () => gradient(300, 200).webp().toBuffer()],
    ['GIF', 'gif', () => gradient(300, 200).gif().toBuffer()],
    ['AVIF', 'avif', () => gradient(300, 200).avif({ effort: 0 }).toBuffer()],
    ['TIFF', 'tiff', () => gradient(300, 200).tiff().toBuffer()],
    ['BMP', 'bmp', async () => bitmap(300, 200, [10, 200, 10])],
    ['HEIC', 'heic', () => readFile(heicPhoto)],
  ])('takes %s, whatever it is called', async (_kind, type, make) => {
    const sent = await upload(nora, await make(), 'scan.txt');
    const done = await ready(nora, sent.id);
    expect(done).toMatchObject({ state: 'ready', variants: { original: { type: `image/${type}` }, thumb: { type: 'image/webp' } } });
    const thumb = await sharp((await fetchBytes(done.variants.thumb?.path ?? '')).rawPayload).metadata();
    expect([thumb.width, thumb.format]).toEqual([done.variants.thumb?.width, 'webp']);
  });

  it('makes one medium of the same file with the same key, also at once, and refuses another file with it', async () => {
    const photo = await gradient(320, 200).png().toBuffer();
    const before = await rows();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(nora, photo, 'a.png', headers)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    const ids = new Set(answers.map((answer) => answer.json().data.media.id));
    expect(ids.size).toBe(1);
    const other = await send(nora, await gradient(321, 200).png().toBuffer(), 'a.png', headers);
    expect([other.statusCode, other.json().status_code]).toEqual([409, 'conflict']);
    expect(await rows()).toHaveLength(before.length + 1);
    const [id = ''] = ids;
    await ready(nora, id);
    const folders = new Set((await keptFiles(at)).map((path) => path.split('/')[1]));
    expect([...folders].toSorted()).toEqual((await rows()).toSorted());
  });

  it('goes to the family that is named, if it is one of theirs', async () => {
    const photo = await gradient(40, 30).png().toBuffer();
    expect((await send(nora, photo, 'a.png', {}, { family_id: nora.familyId })).statusCode).toBe(201);
    const foreign = await send(nora, photo, 'a.png', {}, { family_id: stranger.familyId });
    expect([foreign.statusCode, foreign.json()]).toEqual([404, expect.objectContaining(nothing)]);
  });
});

describe('what is refused', () => {
  let known: { rows: string[]; files: string[] };
  const processing = async () => (await at.platform.db.$client.query(`select 1 from media where state = 'processing'`)).rowCount;
  const kept = async () => ({ rows: (await rows()).toSorted(), files: await keptFiles(at) });
  beforeAll(async () => {
    while ((await processing()) !== 0) await setTimeout(100);
    known = await kept();
  });
  afterEach(async () => {
    // What is left of a request is removed once it is over, which may be a little after its answer.
    for (let tries = 0; tries < 300 && !isDeepStrictEqual(await kept(), known); tries += 1) await setTimeout(100);
    if (!isDeepStrictEqual(await kept(), known)) throw new Error(`left behind: ${JSON.stringify(await kept())}`);
  });

  it.each([
    ['words named as a photo', async () => 'only words', 415, 'unsupported_media'],
    ['an SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'unsupported_media'],
    ['a page', async () => '<!doctype html><script>1</script>', 415, 'unsupported_media'],
    ['a playlist', async () => '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\nfile:///etc/passwd\n', 415, 'unsupported_media'],
    ['a list of files to join', async () => "ffconcat version 1.0\nfile '/etc/passwd'\n", 415, 'unsupported_media'],
    ['a film of the nineties', async () => Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), 415, 'unsupported_media'],
    ['an archive', async () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]), 415, 'unsupported_media'],
    [
      'a document that is an archive too',
      async () => pdf(Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])),
      415,
      'unsupported_media',
    ],
    [
      'a document that is a page too',
      async () => pdf().toString('latin1').replace('%PDF-1.4\n', '%PDF-1.4\n<html><script>alert(1)</script>'),
      415,
      'unsupported_media',
    ],
    ['a page with a document inside', async () => `<!doctype html><!--${pdf().toString('latin1')}-->`, 415, 'unsupported_media'],
    ['a photo with a document inside', async () => withPdfInside(await phonePhoto(64, 64)), 415, 'unsupported_media'],
    ['a film that is a page too', async () => Buffer.concat([film, Buffer.from('<script>alert(1)</script>')]), 415, 'unsupported_media'],
    ['nothing at all', async () => '', 415, 'unsupported_media'],
    ['a photo that is cut off', async () => (await phonePhoto()).subarray(0, 20_000), 422, 'validation_failed'],
    ['a flood of pixels', async () => bombPng(), 422, 'validation_failed'],
    ['26 MB', async () => Buffer.concat([await phonePhoto(), Buffer.alloc(26 * 1024 * 1024)]), 413, 'payload_too_large'],
  ])('%s leaves nothing behind', async (_name, make, status, code) => {
    const bytes = await make();
    const answer = await send(nora, bytes, 'photo.jpg');
    expect([answer.statusCode, answer.json().status_code]).toEqual([status, code]);
    if (status === 422) expect(answer.json().errors).toEqual({ file: [expect.any(String)] });
  });

  it('JSON, even one that looks like a received file', async () => {
    for (const payload of [
      {},
      { file: 'x' },
      { file: { path: `${at.dataDir}/secrets/app-secret`, size: 3, filename: 'a', type: 'image/png', sha256: 'a' } },
    ]) {
      const answer = await at.app.inject({ method: 'POST', url: '/api/media', headers: auth(nora.token), payload });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { file: [expect.any(String)] }]);
    }
  });

  it('somebody without a token, before a byte is looked at', async () => {
    const answer = await at.app.inject({ method: 'POST', url: '/api/media', payload: formOf('x', 'photo.jpg') });
    expect([answer.statusCode, answer.json().status_code]).toEqual([401, 'unauthenticated']);
  });

  it('somebody whose family is not covered', async () => {
    const { now } = at.clock;
    const before = now();
    at.clock.advance({ days: 20 });
    const answer = await send(nora, await gradient(40, 30).png().toBuffer());
    at.clock.set(before);
    expect([answer.statusCode, answer.json().status_code]).toEqual([402, 'subscription_inactive']);
  });

  it('an upload that is broken off', async () => {
    await at.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = at.app.server.address() as AddressInfo;
    const boundary = 'xyz';
    const outgoing = httpRequest({
      port,
      method: 'POST',
      path: '/api/media',
      headers: { ...auth(nora.token), 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`);
    outgoing.write(await phonePhoto());
    await expect.poll(async () => (await keptFiles(at)).length).toBe(known.files.length + 1);
    outgoing.destroy();
  });
});

describe('looking at a medium and deleting it', () => {
  it('is for its uploader, and for whoever is shown it', async () => {
    const { id } = await upload(nora, await gradient(90, 60).png().toBuffer());
    await ready(nora, id);
    const aunt = await registerParent(at.app, { firstname: 'June' });
    await at.platform.db.transaction((tx) =>
      joinFamily(at.platform, tx, {
        familyId: nora.familyId,
        userId: aunt.userId,
        firstname: 'June',
        lastname: 'Whitlock',
        role: 'relative',
      }),
    );
    for (const user of [stranger, aunt]) {
      expect([(await show(user, id)).statusCode, (await remove(user, id)).statusCode]).toEqual([404, 404]);
      expect((await show(user, id)).json()).toMatchObject(nothing);
    }
    expect((await show(nora, randomUUID())).json()).toMatchObject(nothing);
    expect((await show(nora, 'no-id')).json()).toMatchObject(nothing);
    expect((await at.app.inject({ url: `/api/media/${id}` })).statusCode).toBe(401);
    expect((await at.app.inject({ method: 'DELETE', url: `/api/media/${id}` })).statusCode).toBe(401);

    const scope = await enterFamily(at.platform.db, { userId: aunt.userId, currentFamilyId: null }, nora.familyId);
    await expect(visibleMedium(at.platform, scope, id)).rejects.toMatchObject({ code: 'not_found' });
    const features = { ...at.platform.features, showsMedium: async () => true };
    const shown = await visibleMedium({ ...at.platform, features }, scope, id);
    await expect(deleteMedium(at.platform, scope, shown)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await show(nora, id)).statusCode).toBe(200);
  });

  it('takes the row at once and the bytes soon', async () => {
    const { id } = await upload(nora, await gradient(90, 60).png().toBuffer());
    const { variants } = await ready(nora, id);
    expect((await remove(nora, id)).json()).toEqual({ success: true, data: null });
    expect((await show(nora, id)).statusCode).toBe(404);
    expect((await remove(nora, id)).statusCode).toBe(404);
    await expect.poll(async () => (await fetchBytes(variants.thumb?.path ?? '')).statusCode, { timeout: timeoutMs }).toBe(404);
    expect((await keptFiles(at)).filter((path) => path.includes(id))).toEqual([]);
  });

  it('is not undone by the upload that is sent once more: what it made is not there', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const png = await gradient(90, 60).png().toBuffer();
    const again = () => send(nora, png, 'tree.png', headers);
    const { id } = (await again()).json().data.media;
    expect((await remove(nora, id)).statusCode).toBe(200);
    const answer = await again();
    expect([answer.statusCode, answer.json()]).toMatchObject([404, nothing]);
  });

  it('removes what is deleted while it is being prepared', async () => {
    const { id } = await upload(nora, await phonePhoto(3_000, 2_000));
    expect((await remove(nora, id)).statusCode).toBe(200);
    await expect.poll(async () => (await keptFiles(at)).filter((path) => path.includes(id)), { timeout: timeoutMs }).toEqual([]);
  });
});
