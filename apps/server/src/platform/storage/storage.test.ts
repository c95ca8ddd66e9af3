import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Context } from '@20minutes/s3rver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { filesBelow } from '#test/files.ts';
import { startObjectStore } from '#test/object-store.ts';
import type { ObjectStore } from '#test/object-store.ts';
import { createStorage, isKey } from './storage.ts';
import type { Storage } from './storage.ts';

const megabyte = 1_048_576;
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

  it('[R4.11] may be larger than what is sent at once, and replace one another then, too', async () => {
    const source = join(folder, 'large');
    const bytes = randomBytes(41 * megabyte + 3);
    await writeFile(source, bytes);
    await storage().putBytes('media/f/original.mp4', Buffer.from('before'));
    await storage().putFile('media/f/original.mp4', source);
    expect(await storage().size('media/f/original.mp4')).toBe(bytes.length);
    expect(await storage().withFile('media/f/original.mp4', async (path) => bytes.equals(await readFile(path)))).toBe(true);
    expect((await bytesOf(storage(), 'media/f/original.mp4', { start: bytes.length - 2, end: bytes.length - 1 })).size).toBe(bytes.length);
    await storage().removeFolder('media/f');
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

describe('a file that goes to the object store in parts', () => {
  const put = async (size: number) => {
    const source = join(folder, 'in parts');
    await writeFile(source, randomBytes(size));
    return (stores.s3 as Storage).putFile('media/g/original.mp4', source);
  };
  /** Of the source, as far as the system tells. */
  const openDescriptors = async () => {
    const names = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return targets.filter((target) => target.endsWith('/in parts'));
  };
  const kept = () => (stores.s3 as Storage).size('media/g/original.mp4').catch(() => null);
  afterEach(async () => {
    server.trouble = undefined;
    await (stores.s3 as Storage).removeFolder('media/g');
  });

  it('[R4.12] sends again a part that failed on the way, and only that', async () => {
    let failed = 0;
    server.calls.length = 0;
    server.trouble = (call, context) => {
      if (call === 'PUT uploadId' && context.query['partNumber'] === '2' && failed++ === 0) context.status = 503;
    };
    await put(50 * megabyte);
    expect(await kept()).toBe(50 * megabyte);
    expect(server.calls.filter((call) => call === 'PUT uploadId').length).toBe(5);
    expect(await server.unfinished()).toEqual([]);
  });

  it.each<[string, (call: string, context: S3Context) => void]>([
    ['a part never arrives', (call, context) => void (isThirdPart(call, context) && (context.status = 500))],
    ['a part does not arrive as it was sent', (call, context) => isThirdPart(call, context) && spoil(context)],
    ['its end is refused', (call, context) => void (call === 'POST uploadId' && (context.status = 500))],
    ['its beginning is refused', (call, context) => void (call === 'POST uploads' && (context.status = 500))],
  ])('[R4.13] is not there, and leaves nothing, where %s', async (_, trouble) => {
    server.trouble = trouble;
    await expect(put(50 * megabyte)).rejects.toMatchObject({ code: 'unavailable' });
    expect([await kept(), await server.unfinished()]).toEqual([null, []]);
    await expect.poll(openDescriptors).toEqual([]);
  });

  it('[R4.12] is refused when one byte is another on the way, in one request, too', async () => {
    server.trouble = (call, context) => {
      if (call === 'PUT') spoil(context);
    };
    await expect(put(1_000)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await kept()).toBe(null);
  });

  it('[R4.12] takes no more memory the longer it is', async () => {
    const source = join(folder, 'very long');
    await writeFile(source, '');
    await truncate(source, 400 * megabyte);
    const peak = { rss: 0 };
    const before = process.memoryUsage().rss;
    const watching = setInterval(() => (peak.rss = Math.max(peak.rss, process.memoryUsage().rss)), 20);
    await (stores.s3 as Storage).putFile('media/g/original.mp4', source);
    clearInterval(watching);
    expect(await kept()).toBe(400 * megabyte);
    // The store is in this process, too.
    expect((peak.rss - before) / megabyte).toBeLessThan(300);
    await rm(source);
  }, 120_000);

  it('[R4.13] leaves parts when its process is killed, which go once they are old, and not before', async () => {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.config;
    const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'media/g/original.mp4' }));
    expect((await server.unfinished()).length).toBe(1);
    await stores.s3?.removeUnfinished(new Date(Date.now() - 3_600_000));
    expect((await server.unfinished()).length).toBe(1);
    await stores.s3?.removeUnfinished(new Date(Date.now() + 3_600_000));
    expect(await server.unfinished()).toEqual([]);
    client.destroy();
  });
});

const isThirdPart = (call: string, { query }: S3Context): boolean => call === 'PUT uploadId' && query['partNumber'] === '3';

/** Turns one bit of a call's bytes. */
function spoil({ req }: S3Context): void {
  const push = req.push.bind(req);
  let spoiled = false;
  req.push = (chunk: Buffer | null, encoding) => {
    if (chunk && !spoiled) {
      spoiled = true;
      chunk = Buffer.from(chunk);
      chunk[0] = (chunk[0] ?? 0) ^ 1;
    }
    return push(chunk, encoding);
  };
}

it('a store that cannot be reached is a refusal that passes', async () => {
  const s3 = { endpoint: 'http://127.0.0.1:9', bucket: 'family', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
  const nowhere = await createStorage({ config: { dataDir: folder, s3 }, ...keys });
  await expect(nowhere.putBytes('media/a/thumb.webp', Buffer.alloc(1))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(nowhere.health()).rejects.toMatchObject({ code: 'unavailable' });
});
