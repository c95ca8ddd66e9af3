import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { unzip } from '#test/archives.ts';
import { writeZip } from './zip.ts';

let at: TestApp;
let folder: string;
const key = 'media/01936b0f-5a00-7000-8000-000000000001/original.mp4';
const size = 3_000_000;
const entries = [{ name: 'film.mp4', modified: new Date('2026-11-21T09:00:00Z'), key, size }];
beforeAll(async () => {
  at = await startApp({ jobs: false });
  folder = await mkdtemp(join(tmpdir(), 'heartwood-zip-'));
  await at.platform.storage.putBytes(key, Buffer.alloc(size, 7));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await at.close();
});

const openFilms = async () => {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.endsWith('original.mp4'));
};

it('an archive has what is in the storage, byte for byte, and says how far it is', async () => {
  let told = 0;
  const to = join(folder, 'whole.zip');
  await writeZip(at.platform.storage, entries, to, async (bytes) => void (told += bytes));
  const zip = await readFile(to);
  expect(told).toBe(zip.length);
  expect((await unzip(zip)).get('film.mp4')).toEqual(Buffer.alloc(size, 7));
});

it.each(['in the storage', 'of a folder'])('one that is given up in the middle of a file %s lets go of that file', async (where) => {
  const path = join(folder, 'original.mp4');
  await writeFile(path, randomBytes(size));
  const files = where === 'of a folder' ? [{ name: 'film.mp4', modified: new Date(), path }] : entries;
  let told = 0;
  const stop = async (bytes: number) => {
    told += bytes;
    if (told > 200_000) throw new Error('enough');
  };
  await expect(writeZip(at.platform.storage, files, join(folder, 'half.zip'), stop)).rejects.toThrow('enough');
  await expect.poll(openFilms).toEqual([]);
});

it('a file that is not as long as it should be, or not there, ends the archive and nothing else', async () => {
  const write = (entry: object) => writeZip(at.platform.storage, [{ ...entries[0]!, ...entry }], join(folder, 'none.zip'), async () => {});
  await expect(write({ size: size - 1 })).rejects.toThrow(/size|bytes/i);
  await expect(write({ key: 'media/01936b0f-5a00-7000-8000-000000000009/original.mp4' })).rejects.toMatchObject({ code: 'not_found' });
  await expect.poll(openFilms).toEqual([]);
});
