import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { bombs, profileBomb } from './bombs.ts';
import { createDatabase, dropDatabase } from './cluster.ts';
import { filesBelow } from './files.ts';
import { auth, goodPassword } from './people.ts';
import { gradient } from './photos.ts';
import { freePort, ServerProcess } from './process.ts';
import { ensureTemplate } from './template.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const atOnce = 10;
/** Bytes that the server and all it starts may take more than before. */
const mostRise = 150_000_000;
const name = `floods_${process.pid}`;

let server: ServerProcess;
let database: pg.Client;
let token: string;

beforeAll(async () => {
  const clusterUrl = inject('clusterUrl');
  const url = await createDatabase(clusterUrl, name, await ensureTemplate(clusterUrl));
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-floods-')), await freePort(), { DATABASE_URL: url });
  await server.start();
  database = new pg.Client(url);
  await database.connect();
  token = await server.register(goodPassword);
  // What is loaded once is loaded now.
  for (let round = 0; round < 3; round += 1) {
    const made = await Promise.all(Array.from({ length: atOnce }, async () => upload(await gradient(2_000, 1_500).jpeg().toBuffer())));
    for (const { status } of made) expect(status).toBe(201);
  }
  const allPrepared = async () => (await database.query(`select 1 from media where state <> 'ready'`)).rowCount === 0;
  await vi.waitUntil(allPrepared, { timeout: 100_000 });
});
afterAll(async () => {
  await database.end();
  await server.remove();
  await dropDatabase(inject('clusterUrl'), name);
});

/** Sends a file. @returns the answer's status and the milliseconds it took */
async function upload(bytes: Buffer): Promise<{ status: number; took: number }> {
  const form = new FormData();
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'photo'));
  const begun = performance.now();
  const answer = await fetch(`${server.base}/api/media`, { method: 'POST', headers: auth(token), body: form });
  await answer.arrayBuffer();
  return { status: answer.status, took: performance.now() - begun };
}

const flood = async (bytes: Buffer) => Promise.all(Array.from({ length: atOnce }, () => upload(bytes)));
/** A picture that ends early, in so many bytes or a few hundred: a child that decodes it refuses it. */
const damaged = async (length = 0) => {
  const beginning = (await gradient(300, 200).png().toBuffer()).subarray(0, 500);
  return Buffer.concat([beginning, Buffer.alloc(Math.max(0, length - beginning.length))]);
};
/** Has the children started in which pictures are decoded, which end when they have had nothing to do. */
const withChildren = async (): Promise<number> => {
  await flood(await damaged());
  return memoryOf(server.pid ?? 0);
};
const slowest = (answers: { took: number }[]) => Math.max(...answers.map(({ took }) => took));

/** Memory of a process and of all it has started, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  const theirs = await Promise.all(children.map(memoryOf));
  return theirs.reduce((sum, one) => sum + one, own);
}

/** The most memory in use until some work ends. */
async function mostWhile<T>(work: Promise<T>): Promise<{ result: T; most: number }> {
  let most = 0;
  const end = new AbortController();
  const looking = (async () => {
    while (!end.signal.aborted) {
      most = Math.max(most, await memoryOf(server.pid ?? 0));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const result = await work.finally(() => end.abort());
  await looking;
  return { result, most };
}

/** Files and rows that there are. */
const kept = async () => ({
  files: [...(await filesBelow(join(server.dataDir, 'media'))), ...(await filesBelow(join(server.dataDir, 'tmp')))].toSorted(),
  rows: (await database.query('select id from media')).rowCount,
});

// Memory is read where Linux tells of it.
describe.skipIf(process.platform !== 'linux')('ten at once', () => {
  it.each(Object.keys(bombs))('of %s are refused in no time and no memory, and leave nothing behind', async (bomb) => {
    const bytes = await bombs[bomb]!();
    expect(bytes.length).toBeLessThan(1_200_000);
    const known = await kept();
    const before = await withChildren();
    // What ten harmless pictures of the same length take, which the same children refuse, says how busy this machine is.
    const limitMs = Math.max(1_000, 5 * slowest(await flood(await damaged(bytes.length))));
    const { result, most } = await mostWhile(flood(bytes));
    for (const { status } of result) expect([413, 422]).toContain(status);
    expect(slowest(result)).toBeLessThan(limitMs);
    expect(most - before).toBeLessThan(mostRise);
    expect((await fetch(`${server.base}/api/health/live`)).status).toBe(200);
    expect(await kept()).toEqual(known);
  });

  it('pictures whose colour profile is a bomb are taken without unpacking it', async () => {
    const bytes = profileBomb();
    const before = await withChildren();
    const { result, most } = await mostWhile(flood(bytes));
    for (const { status } of result) expect([201, 422]).toContain(status);
    expect(most - before).toBeLessThan(mostRise);
  });
});
