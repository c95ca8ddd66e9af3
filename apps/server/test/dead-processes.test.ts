import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Media } from '@heartwood/contract/media';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createDatabase, dropDatabase } from './cluster.ts';
import { startObjectStore } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { auth, goodPassword } from './people.ts';
import { gradient } from './photos.ts';
import { freePort, ServerProcess } from './process.ts';
import { record } from './recordings.ts';

// A process is killed while it works at something: another process does it, or the same one when it is back.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const database = `dead_${process.pid}`;
let store: ObjectStore;
let db: pg.Client;
let web: ServerProcess;
let worker: ServerProcess;
let other: ServerProcess;
let token = '';
let photo: Buffer;

beforeAll(async () => {
  store = await startObjectStore();
  const DATABASE_URL = await createDatabase(inject('clusterUrl'), database);
  const shared = { ...store.env, DATABASE_URL, APP_SECRET: 'the same for all of them - and it is long enough' };
  const make = async (ROLE: string) =>
    new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-dead-')), await freePort(), { ...shared, ROLE });
  [web, worker, other] = [await make('web'), await make('worker'), await make('worker')];
  db = new pg.Client({ connectionString: DATABASE_URL });
  await db.connect();
  await web.start();
  token = await web.register(goodPassword);
  photo = await gradient(7_000, 4_500).jpeg().toBuffer();
});
afterAll(async () => {
  for (const process of [web, worker, other]) await process.remove();
  await db.end();
  await dropDatabase(inject('clusterUrl'), database);
  await store.close();
});

async function send(bytes: Buffer = photo, name = 'photo.jpg'): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${web.base}/api/media`, { method: 'POST', headers: auth(token), body });
  return ((await answer.json()) as { data: { media: Media } }).data.media.id;
}

/** Waits until a process works at a photo, and kills it. */
async function killAtWork(process: ServerProcess, id: string): Promise<void> {
  const active = `select 1 from pgboss.job where state = 'active' and data->>'mediumId' = $1`;
  await expect.poll(async () => (await db.query(active, [id])).rowCount, { timeout: 30_000, interval: 5 }).toBe(1);
  await process.kill();
  expect(await stateOf(id)).toBe('processing');
}

async function look(id: string): Promise<Media> {
  const answer = await fetch(`${web.base}/api/media/${id}`, { headers: auth(token) });
  return ((await answer.json()) as { data: { media: Media } }).data.media;
}
const stateOf = async (id: string): Promise<string> => (await look(id)).state;

/** Seconds until the work that was begun before is begun again. */
async function secondsUntilTaken(id: string): Promise<number> {
  const began = performance.now();
  const again = `select 1 from pgboss.job where data->>'mediumId' = $1 and retry_count > 0 and state in ('active', 'completed')`;
  await expect.poll(async () => (await db.query(again, [id])).rowCount, { timeout: 60_000, interval: 50 }).toBe(1);
  return (performance.now() - began) / 1_000;
}

test('[R6.14] a photo whose process was killed over it is taken up within ten seconds of the next start', async () => {
  await worker.start();
  const id = await send();
  await killAtWork(worker, id);
  await worker.start();
  expect(await secondsUntilTaken(id)).toBeLessThan(10);
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('ready');
});

test('[R6.14] where another process goes on, that one takes it up within thirty seconds', async () => {
  const id = await send();
  await killAtWork(worker, id);
  await other.start();
  expect(await secondsUntilTaken(id)).toBeLessThan(30);
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('ready');
});

test('a film is trimmed the same by whoever takes it up after the process was killed that was at it', async () => {
  await worker.kill();
  await other.kill();
  const film = { pictures: 'vp8', sound: 'opus', width: 640, height: 360, seconds: 6 } as const;
  const whole = await send(await readFile(await record(join(worker.dataDir, 'film.webm'), 'webm', film)), 'film.webm');
  const headers = { ...auth(token), 'content-type': 'application/json' };
  const body = JSON.stringify({ from: 1_500, to: 5_000 });
  const answer = await fetch(`${web.base}/api/media/${whole}/trim`, { method: 'POST', headers, body });
  const { id } = ((await answer.json()) as { data: { media: Media } }).data.media;
  await fetch(`${web.base}/api/media/${whole}`, { method: 'DELETE', headers: auth(token) });
  await worker.start();
  await killAtWork(worker, id);
  await worker.start();
  await expect.poll(() => stateOf(id), { timeout: 150_000 }).toBe('ready');
  expect((await look(id)).duration).toBeCloseTo(3.5, 1);
});
