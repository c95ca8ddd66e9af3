import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { filesBelow } from '#test/files.ts';
import { startObjectStore } from '#test/object-store.ts';
import type { ObjectStore } from '#test/object-store.ts';
import { createStorage, isKey } from './storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let server: ObjectStore;
const stores: Record<string, Storage> = {};
const keys = { clock: systemClock, key: Buffer.alloc(32, 1) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-storage-'));
  server = await startObjectStore();
  stores.disk = await createStorage({ config: { dataDir: folder, s3: undefined }, ...keys });
  stores.s3 = await createStorage({ config: { dataDir: folder, s3: server.config }, ...keys });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const { stream, size } = await storage.open(key, range);
  return { size, text: Buffer.concat(await stream.toArray()).toString() };
};

describe.each(['disk', 's3'])('objects on %s', (name) => {
  const storage = (): Storage => stores[name] as Storage;

  it('are there whole, by part, by size, as a file, and gone when removed', async () => {
    const source = join(folder, 'source');
    await writeFile(source, 'hello world');
    await storage().putFile('media/a/original.jpg', source);
    await storage().putBytes('media/a/thumb.webp', Buffer.from('thumb'));
    await storage().putBytes('media/ab/thumb.webp', Buffer.from('neighbour'));
    expect(await bytesOf(storage(), 'media/a/original.jpg')).toEqual({ size: 11, text: 'hello world' });
    expect(await bytesOf(storage(), 'media/a/original.jpg', { start: 6, end: 10 })).toEqual({ size: 11, text: 'world' });
    expect(await storage().size('media/a/thumb.webp')).toBe(5);
    expect(await storage().withFile('media/a/original.jpg', (path) => readFile(path, 'utf8'))).toBe('hello world');
    await storage().remove('media/a/thumb.webp');
    await storage().remove('media/a/thumb.webp');
    await expect(storage().open('media/a/thumb.webp')).rejects.toMatchObject({ code: 'not_found' });
    await expect(storage().withFile('media/a/thumb.webp', async () => 1)).rejects.toMatchObject({ code: 'not_found' });
    await storage().removeFolder('media/a');
    await storage().removeFolder('media/a');
    await expect(storage().size('media/a/original.jpg')).rejects.toMatchObject({ code: 'not_found' });
    expect((await bytesOf(storage(), 'media/ab/thumb.webp')).text).toBe('neighbour');
    await storage().removeFolder('media/ab');
    expect(await filesBelow(join(folder, 'media'))).toEqual([]);
    expect(await filesBelow(join(folder, 'tmp'))).toEqual([]);
  });

  it('replace what was there in one step', async () => {
    await storage().putBytes('media/b/thumb.webp', Buffer.from('old'));
    await storage().putBytes('media/b/thumb.webp', Buffer.from('new!'));
    expect((await bytesOf(storage(), 'media/b/thumb.webp')).text).toBe('new!');
    await storage().removeFolder('media/b');
  });

  it('are listed by folder', async () => {
    await storage().putBytes('people/c/thumb.webp', Buffer.from('c'));
    await storage().putBytes('people/d/thumb.webp', Buffer.from('d'));
    const names: string[] = [];
    for await (const part of storage().list('people')) names.push(...part);
    expect(names.toSorted()).toEqual(['c', 'd']);
    for await (const part of storage().list('nobody')) expect(part).toEqual([]);
    await storage().removeFolder('people');
  });

  it('have names of our own alone', async () => {
    const wrong = [
      '../secrets/app-secret',
      'media/../../x.jpg',
      '/etc/passwd',
      'media/a/b',
      'media//a.jpg',
      'media/a/.jpg',
      'MEDIA/a/b.jpg',
      'media/a/b.jpg\0',
      '.incoming/x.jpg',
      'media\\a.jpg',
      'a.jpg',
      '',
    ];
    expect(wrong.filter((key) => isKey(key))).toEqual([]);
    for (const key of wrong) {
      await expect(storage().open(key)).rejects.toThrow('not a storage key');
      await expect(async () => storage().putBytes(key, Buffer.alloc(1))).rejects.toThrow('not a storage key');
    }
    for (const prefix of ['', '.', '..', '/', 'media/..', '.incoming']) {
      await expect(async () => storage().removeFolder(prefix)).rejects.toThrow('not a storage key');
    }
  });

  it('can be asked for', async () => {
    const { freeBytes } = await storage().health();
    expect(freeBytes === null || freeBytes > 1_000_000).toBe(true);
  });
});

describe('the disk', () => {
  const disk = (): Storage => stores.disk as Storage;

  it('keeps nothing of what could not be written', async () => {
    await expect(disk().putFile('media/d/original.jpg', join(folder, 'no such file'))).rejects.toThrow('ENOENT');
    await writeFile(join(folder, 'media', 'file'), '');
    await expect(disk().putBytes('file/d/original.jpg', Buffer.alloc(10))).rejects.toThrow(/ENOTDIR|EEXIST/);
    await rm(join(folder, 'media', 'file'));
    expect(await filesBelow(join(folder, 'media'))).toEqual([]);
  });

  it('lets a reader finish what is replaced meanwhile', async () => {
    await disk().putBytes('media/e/thumb.webp', Buffer.from('old'));
    const { stream } = await disk().open('media/e/thumb.webp');
    await disk().putBytes('media/e/thumb.webp', Buffer.from('new!'));
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('old');
    await disk().removeFolder('media/e');
  });

  it('forgets at the start what was half-written', async () => {
    await writeFile(join(folder, 'media', '.incoming', 'half'), 'half');
    await disk().removeLeftovers();
    expect(await filesBelow(join(folder, 'media'))).toEqual([]);
  });
});

it('a store that cannot be reached is a refusal that passes', async () => {
  const s3 = { endpoint: 'http://127.0.0.1:9', bucket: 'family', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
  const nowhere = await createStorage({ config: { dataDir: folder, s3 }, ...keys });
  await expect(nowhere.putBytes('media/a/thumb.webp', Buffer.alloc(1))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(nowhere.health()).rejects.toMatchObject({ code: 'unavailable' });
});
