import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { filesBelow } from '#test/files.ts';
import { startObjectStore } from '#test/object-store.ts';
import type { ObjectStore } from '#test/object-store.ts';
import type { Backend } from './backend.ts';
import { moveObjects, storesFor } from './move.ts';

vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let server: ObjectStore;
let disk: Backend;
let store: Backend;
const objects = new Map<string, Buffer>();

beforeAll(async () => {
  server = await startObjectStore();
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heartwood-move-'));
  ({ from: disk, to: store } = await storesFor({ dataDir, s3: server.config }, 's3'));
  for await (const keys of store.keys()) for (const key of keys) await store.remove(key);
  for (let index = 0; index < 120; index += 1) {
    const id = `01936b0f-5a00-7000-8000-${String(index).padStart(12, '0')}`;
    objects.set(`${index % 3 === 0 ? 'portraits' : 'media'}/${id}/original.jpg`, Buffer.alloc(2_000 + index * 997, index));
  }
  for (const [key, bytes] of objects) await disk.putBytes(key, bytes);
  return () => rm(dataDir, { recursive: true, force: true });
});

async function expectAllIn(backend: Backend): Promise<void> {
  const found: string[] = [];
  for await (const keys of backend.keys()) found.push(...keys);
  expect(found.toSorted()).toEqual([...objects.keys()].toSorted());
  for (const [key, bytes] of objects) expect(Buffer.concat(await (await backend.open(key)).toArray()).equals(bytes)).toBe(true);
}

/** The command as an operator calls it. */
function command(...args: string[]) {
  return commandWith({}, ...args);
}

function commandWith(more: Record<string, string>, ...args: string[]) {
  const script = join(import.meta.dirname, '../../../../../tools/move-media.ts');
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...server.env, ...more };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
}

it('carries everything there and back, and removes only what has arrived whole', async () => {
  expect(await moveObjects(disk, store, { remove: false })).toMatchObject({ carried: 120, there: 0, removed: 0 });
  await expectAllIn(store);
  await expectAllIn(disk);
  expect(await moveObjects(disk, store, { remove: true })).toMatchObject({ carried: 0, there: 120, removed: 120 });
  expect(await filesBelow(join(dataDir, 'media'))).toEqual([]);
  expect(await moveObjects(store, disk, { remove: true })).toMatchObject({ carried: 120, removed: 120 });
  await expectAllIn(disk);
  expect(await filesBelow(join(dataDir, 'tmp'))).toEqual([]);
});

it('carries again what is there but not the same, and says which object does not arrive as it was sent', async () => {
  const [key = '', bytes = Buffer.alloc(0)] = [...objects][7] ?? [];
  await store.putBytes(key, Buffer.alloc(bytes.length, 255));
  expect(await moveObjects(disk, store, { remove: false })).toMatchObject({ carried: 120, there: 0 });
  await expectAllIn(store);
  await store.remove(key);
  const lossy: Backend = { ...store, putFile: async (to, path) => store.putBytes(to, (await readFile(path)).subarray(1)) };
  await expect(moveObjects(disk, lossy, { remove: true })).rejects.toThrow(key);
  expect(await disk.size(key)).toBe(bytes.length);
});

it('goes on where it was when it is killed halfway, as a command', async () => {
  const { child, ended } = command('--to', 's3', '--remove');
  const carried = async () => (await filesBelow(server.folder)).filter((path) => path.includes('original')).length;
  await expect.poll(carried, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10);
  child.kill('SIGKILL');
  await ended;
  const left = (await filesBelow(join(dataDir, 'media'))).length;
  expect(left).toBeGreaterThan(0);
  const again = await command('--to', 's3', '--remove').ended;
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('each read back whole') });
  await expectAllIn(store);
  expect(await filesBelow(join(dataDir, 'media'))).toEqual([]);
});

it('refuses while a server runs on the folder, and without a direction', async () => {
  await writeFile(join(dataDir, 'x'), '');
  expect(await command().ended).toMatchObject({ code: 1, output: expect.stringContaining('--to s3 or --to disk') });
  const { lockDataDir } = await import('#platform/lock.ts');
  const lock = await lockDataDir(dataDir, { port: 1 });
  expect((await command('--to', 's3').ended).code).toBe(1);
  await lock.release();
});

it.each([
  [{ S3_ACCESS_KEY_ID: 'another' }, 'The object store refuses (403): look at S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'another' }, 'The object store has no such bucket (404): look at S3_BUCKET.'],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, 'The object store does not answer (ECONNREFUSED): look at S3_ENDPOINT.'],
])('says in one sentence what is wrong with the store: %o', async (env, sentence) => {
  const { code, output } = await commandWith(env, '--to', 's3').ended;
  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output.trim().split('\n')).toHaveLength(1);
});
