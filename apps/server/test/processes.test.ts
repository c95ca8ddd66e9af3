import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from './cluster.ts';
import { EventReader } from './events.ts';
import { startObjectStore } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { auth, goodPassword } from './people.ts';
import { phonePhoto } from './photos.ts';
import { freePort, ServerProcess } from './process.ts';
import { longSound } from './sounds.ts';
import { createSender } from './tus.ts';

// Several processes behind one address, as behind a load balancer: two that answer and one that works, with one database and one object store
// and nothing else in common. The steps go on from one another; the last ones kill.

const megabyte = 1_048_576;
const polling = { timeout: 60_000, interval: 100 };
const database = `processes_${process.pid}`;
let store: ObjectStore;
let one: ServerProcess;
let other: ServerProcess;
let worker: ServerProcess;
let folder: string;
let token = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-processes-'));
  store = await startObjectStore();
  const shared = {
    ...store.env,
    DATABASE_URL: await createDatabase(inject('clusterUrl'), database),
    APP_SECRET: 'the same for all of them - and it is long enough',
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMITS: 'on',
  };
  const start = async (ROLE: string) => new ServerProcess(join(folder, randomUUID()), await freePort(), { ...shared, ROLE });
  [one, other, worker] = [await start('web'), await start('web'), await start('worker')];
  // All at once, on an empty database: one migrates, the others wait for it.
  await Promise.all([one.start(), other.start(), worker.start()]);
}, 180_000);
afterAll(async () => {
  for (const process of [one, other, worker]) await process.remove();
  await dropDatabase(inject('clusterUrl'), database);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  data: Record<string, never>;
}

async function ask(at: ServerProcess, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
  const form = body instanceof FormData;
  const answer = await fetch(`${at.base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token ? auth(token) : {}), ...(body && !form ? { 'content-type': 'application/json' } : {}), ...more },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const { data = {} } = (await answer.json()) as { data?: Record<string, never> };
  return { status: answer.status, data };
}

interface Seen {
  id: string;
  state: string;
  variants: Record<string, { path: string } | undefined>;
}
const look = async (at: ServerProcess, id: string) => (await ask(at, `/api/media/${id}`)).data['media'] as unknown as Seen;
const bytesAt = async (at: ServerProcess, path = '') => {
  const answer = await fetch(`${at.base}/api/private/${path}`);
  return { status: answer.status, hash: hashOf(Buffer.from(await answer.arrayBuffer())) };
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function sendPhoto(at: ServerProcess, photo: Buffer, key = randomUUID()): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const { status, data } = await ask(at, '/api/media', body, { 'idempotency-key': key });
  expect(status).toBe(201);
  return (data['media'] as unknown as Seen).id;
}

test('who registers at one is signed in at the other', async () => {
  token = await one.register(goodPassword);
  expect((await ask(other, '/api/user')).status).toBe(200);
});

test(
  '[R6.6] a photo sent to one is prepared by the worker and seen at the other, at addresses that hold at both',
  { timeout: 90_000 },
  async () => {
    const photo = await phonePhoto();
    const id = await sendPhoto(one, photo);
    await expect.poll(async () => (await look(other, id)).state, polling).toBe('ready');
    const [here, there] = [await look(one, id), await look(other, id)];
    for (const [from, at] of [
      [here, other],
      [there, one],
    ] as const) {
      expect(await bytesAt(at, from.variants['original']?.path)).toEqual({ status: 200, hash: hashOf(photo) });
      expect((await bytesAt(at, from.variants['thumb']?.path)).status).toBe(200);
      const spoiled = (from.variants['thumb']?.path ?? '').replace(/s=./, (found) => (found === 's=A' ? 's=B' : 's=A'));
      expect((await bytesAt(at, spoiled)).status).toBe(403);
    }
  },
);

test('[R6.6] an upload begun at one goes on at the other, and neither takes a chunk the other has', { timeout: 90_000 }, async () => {
  const sound = longSound(45 * megabyte + 99);
  const [here, there] = [createSender(one.base, token), createSender(other.base, token)];
  const url = await here.begin(sound.size, `filename ${btoa('lullaby.wav')}`);
  expect(await here.send(url, sound, 0, 3 * megabyte)).toMatchObject({ status: 204 });
  expect(await there.look(url)).toMatchObject({ offset: 3 * megabyte });
  // Two at once at the same place: one wins, the other is told so.
  const both = await Promise.all([here, there].map((sender) => sender.send(url, sound, 3 * megabyte, 40 * megabyte)));
  const statuses = both.map((answer) => answer?.status).toSorted();
  expect([[204, 409].join(), [204, 423].join()]).toContain(statuses.join());
  expect(await there.send(url, sound, 3 * megabyte, 4 * megabyte)).toMatchObject({ status: 409 });
  const last = await there.send(url, sound, 40 * megabyte, sound.size);
  expect(last?.status).toBe(204);
  expect((await here.look(url))?.mediaId).toBe(last?.mediaId);
  const original = (await look(one, last?.mediaId ?? '')).variants['original'];
  expect(await bytesAt(other, original?.path)).toEqual({ status: 200, hash: hashOf(sound.bytes(0, sound.size)) });
});

test('[R6.6] the same call to both with the same key is done once', async () => {
  const key = randomUUID();
  const send = (at: ServerProcess) => ask(at, '/api/posts', { text: 'Once' }, { 'idempotency-key': key });
  const answers = await Promise.all([one, other, one, other, one, other].map(send));
  const made = answers.filter(({ status }) => status < 300);
  expect(made.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(new Set(made.map(({ data }) => (data['post'] as unknown as Seen).id)).size).toBe(1);
  const { items } = (await ask(other, '/api/posts')).data as unknown as { items: { text: string }[] };
  expect(items.filter(({ text }) => text === 'Once').length).toBe(1);
});

test('what happens at one is heard at the other, until the session ends at one', async () => {
  const login = { email: 'nora@example.com', password: goodPassword };
  const elsewhere = (await ask(one, '/api/login', login)).data['token'] ?? '';
  const [here, there] = [await EventReader.open(one.base, token), await EventReader.open(other.base, elsewhere)];
  expect([here.status, there.status]).toEqual([200, 200]);
  for (const at of [one, other]) {
    const post_id = ((await ask(at, '/api/posts', { text: 'Heard' })).data['post'] as unknown as Seen).id;
    for (const reader of [here, there]) expect((await reader.hears('post.shared', { post_id })).data).toEqual({ post_id });
  }
  const ended = await fetch(`${one.base}/api/logout`, { method: 'POST', headers: auth(elsewhere) });
  expect(ended.status).toBe(200);
  await there.ends();
  expect(here.hasEnded).toBe(false);
  here.close();
});

test('the streams of a session count together, and those of a killed process no more', async () => {
  const login = { email: 'nora@example.com', password: goodPassword };
  const elsewhere = (await ask(one, '/api/login', login)).data['token'] ?? '';
  const open = (at: ServerProcess) => EventReader.open(at.base, elsewhere);
  const readers = [await open(one), await open(other), await open(one), await open(other), await open(one)];
  expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect([(await open(one)).status, (await open(other)).status]).toEqual([429, 429]);
  await other.kill();
  await other.start();
  const again = await Promise.all([open(other), open(one), open(other)]);
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  for (const reader of [...readers, ...again]) reader.close();
});

test('[R1.4] wrong log-ins count together', async () => {
  const mine = token;
  token = '';
  const attempt = (at: ServerProcess, password: string) => ask(at, '/api/login', { email: 'nora@example.com', password });
  const statuses: number[] = [];
  for (let tries = 0; tries < 10; tries += 1) statuses.push((await attempt(tries % 2 ? one : other, 'Wrong-password-1')).status);
  expect(statuses.filter((status) => status === 429)).toEqual([]);
  expect([(await attempt(one, goodPassword)).status, (await attempt(other, goodPassword)).status]).toEqual([429, 429]);
  token = mine;
  expect((await ask(other, '/api/user')).status).toBe(200);
});

test(
  '[R6.6] one is killed in the middle of everything: the other goes on, and has what was acknowledged',
  { timeout: 120_000 },
  async () => {
    const sound = longSound(20 * megabyte + 5);
    const url = await createSender(one.base, token).begin(sound.size);
    await createSender(one.base, token).send(url, sound, 0, 2 * megabyte);
    const acknowledged: string[] = [];
    let killed = false;
    const writing = [one, one, other].map(async (at) => {
      for (let count = 0; at === other ? !killed || count < 20 : !killed; count += 1) {
        const text = `Post ${randomUUID()}`;
        const answer = await ask(at, '/api/posts', { text }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(text);
        else if (at === other) throw new Error(`the other one answered ${answer?.status}: ${other.output}`);
        else break;
      }
    });
    const half = createSender(one.base, token).send(url, sound, 2 * megabyte, sound.size, 9 * megabyte);
    await expect.poll(() => acknowledged.length, polling).toBeGreaterThan(10);
    await one.kill();
    killed = true;
    await Promise.all([...writing, half]);
    const texts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: { text: string }[]; next_cursor: string | null } = (
        await ask(other, `/api/posts?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
      ).data as never;
      texts.push(...page.items.map(({ text }) => text));
      cursor = page.next_cursor;
    }
    expect(acknowledged.filter((text) => !texts.includes(text))).toEqual([]);

    const sender = createSender(other.base, token);
    const { offset = 0 } = (await sender.look(url)) ?? {};
    expect(offset).toBeGreaterThanOrEqual(2 * megabyte);
    const last = await sender.send(url, sound, offset, sound.size);
    expect(last?.status).toBe(204);
    await one.start();
    const original = (await look(one, last?.mediaId ?? '')).variants['original'];
    expect(await bytesAt(one, original?.path)).toEqual({ status: 200, hash: hashOf(sound.bytes(0, sound.size)) });
    // Nobody listens to it: the worker that is back after the next test would be at it when it is asked to end.
    const gone = await fetch(`${one.base}/api/media/${last?.mediaId}`, { method: 'DELETE', headers: auth(token) });
    expect(gone.status).toBe(200);
  },
);

test('[R6.6] what waits while no worker is there is done when one is back', { timeout: 120_000 }, async () => {
  await worker.kill();
  const ids = [await sendPhoto(one, await phonePhoto(120, 90)), await sendPhoto(other, await phonePhoto(90, 120))];
  expect((await look(other, ids[0] ?? '')).state).not.toBe('ready');
  await worker.start();
  for (const id of ids) await expect.poll(async () => (await look(one, id)).state, polling).toBe('ready');
});

test('each ends when it is asked to', { timeout: 60_000 }, async () => {
  expect(await Promise.all([one.stop(), other.stop(), worker.stop()])).toEqual([0, 0, 0]);
});
