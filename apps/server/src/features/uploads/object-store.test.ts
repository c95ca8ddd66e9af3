import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { filesBelow } from '#test/files.ts';
import { call } from '#test/members.ts';
import { startAppOnStore } from '#test/object-store.ts';
import { registerParent } from '#test/people.ts';
import { longSound } from '#test/sounds.ts';
import { newId } from '#platform/ids.ts';
import { sweepUploads } from './jobs.ts';

vi.setConfig({ testTimeout: 90_000 });
const megabyte = 1_048_576;
const tus = { 'tus-resumable': '1.0.0' };

const { at, store, close } = await startAppOnStore();
afterAll(close);

const staged = async () => (await filesBelow(store.folder)).filter((path) => path.includes('uploads/'));

test('with an object store, chunks lie there until they are a medium: no process keeps any', async () => {
  const nora = await registerParent(at.app);
  const sound = longSound(40 * megabyte + 77);
  const begun = await call(at, nora, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(sound.size) });
  const url = String(begun.headers.location);
  const append = (from: number, to: number) => {
    const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) };
    return call(at, nora, 'PATCH', url, sound.bytes(from, to), headers);
  };
  expect((await append(0, 5_000)).headers['upload-offset']).toBe('5000');
  // Longer than a stretch: two parts.
  expect((await append(5_000, 39 * megabyte)).headers['upload-offset']).toBe(String(39 * megabyte));
  expect((await append(5_000, 6_000)).statusCode).toBe(409);
  expect((await staged()).length).toBeGreaterThanOrEqual(3);
  expect(await filesBelow(join(at.dataDir, 'tmp'))).toEqual([]);

  const last = await append(39 * megabyte, sound.size);
  expect(last.statusCode).toBe(204);
  const { media } = (await call(at, nora, 'GET', `/api/media/${String(last.headers['media-id'])}`)).json().data;
  const original = await at.app.inject({ url: `/api/private/${media.variants.original.path}` });
  expect(original.rawPayload.equals(sound.bytes(0, sound.size))).toBe(true);
  await expect.poll(staged, { timeout: 60_000 }).toEqual([]);

  await at.platform.storage.putBytes(`uploads/${newId(at.clock)}/0-left.part`, Buffer.from('left behind'));
  at.clock.advance({ hours: 2 });
  await sweepUploads(at.platform);
  expect(await staged()).toEqual([]);
});

test('[R6.17] of two processes that finish an upload at once one makes its medium, and the other answers 409', async () => {
  const sam = await registerParent(at.app);
  const sound = longSound(50_000);
  const begun = await call(at, sam, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(sound.size) });
  const url = String(begun.headers.location);
  const { writers, storage } = at.platform;
  // Each process knows its own requests alone.
  const alone = vi.spyOn(writers, 'run').mockImplementation((_writer, work) => work(() => undefined));
  const both = Promise.withResolvers<void>();
  const real = storage.putFile;
  const keys: string[] = [];
  const storing = vi.spyOn(storage, 'putFile').mockImplementation(async (key, path) => {
    await real(key, path);
    if (!key.endsWith('/original.wav')) return;
    keys.push(key);
    if (keys.length === 2) both.resolve();
    await both.promise;
  });
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const answers = await Promise.all([1, 2].map(() => call(at, sam, 'PATCH', url, sound.bytes(0, sound.size), headers)));
  alone.mockRestore();
  storing.mockRestore();
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
  const made = (await call(at, sam, 'HEAD', url, undefined, tus)).headers['media-id'];
  const { rows } = await at.platform.db.$client.query<{ id: string }>('select id from media where uploader_id = $1', [sam.userId]);
  expect(rows).toEqual([{ id: made }]);
  expect(keys).toHaveLength(2);
  const folders = keys.map((key) => key.split('/')[1]!);
  const kept = (await filesBelow(store.folder)).join('\n');
  expect(folders.filter((id) => kept.includes(id))).toEqual([made]);
  await expect.poll(staged, { timeout: 60_000 }).toEqual([]);
});
