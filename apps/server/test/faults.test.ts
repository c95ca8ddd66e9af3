import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { createJobs } from '#platform/jobs/jobs.ts';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { auth, goodPassword, registerParent } from './people.ts';
import { phonePhoto } from './photos.ts';
import { freePort, ServerProcess } from './process.ts';

// What breaks around the server: what it answers meanwhile, and that it goes on by itself.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
const polling = { timeout: 60_000, interval: 50 };

async function sendPhoto(server: ServerProcess, token: string, photo: Buffer): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  return (await fetch(`${server.base}/api/media`, { method: 'POST', headers: auth(token), body })).status;
}

describe('a process', () => {
  let server: ServerProcess;
  let token = '';
  beforeAll(async () => {
    server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-faults-')), await freePort(), { LOG_LEVEL: 'info' });
    await server.start();
    token = await server.register(goodPassword);
  });
  afterAll(() => server.remove());

  test('[R6.11] does not blame itself in the log when somebody hangs up halfway', async () => {
    for (const path of ['/api/login', '/api/media', '/api/posts']) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const type = path === '/api/media' ? 'multipart/form-data; boundary=x' : 'application/json';
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n--x\r\n`,
      );
      // The server says '100 Continue' when it waits for the body.
      expect(String((await once(socket, 'data'))[0])).toContain(' 100 ');
      socket.destroy();
    }
    // The line of a later request: what the connections that broke before it leave in the log stands there by then.
    const wrong = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"a@example.com","password":"wrong"}' };
    expect((await fetch(`${server.base}/api/login`, wrong)).status).toBe(401);
    await expect.poll(() => server.output, polling).toContain('"call":"POST /api/login","status":401');
    expect(server.output).not.toContain('a request failed');
  });

  test('[R6.2] that is asked to stop lets what is under way end, takes nothing new, and ends well', async () => {
    const body = `{"text":"${'Slowly. '.repeat(500)}"}`;
    const headers = { ...auth(token), 'content-type': 'application/json', 'content-length': String(body.length), expect: '100-continue' };
    const underWay = request(`${server.base}/api/posts`, { method: 'POST', headers });
    const answered = once(underWay, 'response');
    // The server ends with its answer; errors of its connection do not matter here.
    underWay.on('error', () => undefined);
    await once(underWay, 'continue');
    underWay.write(body.slice(0, 2_000));
    const stopped = server.stop();
    const asked = () =>
      fetch(`${server.base}/api/health/ready`).then(
        ({ status }) => status,
        () => 'closed',
      );
    await expect.poll(asked, polling).toSatisfy((status: unknown) => status === 503 || status === 'closed');
    underWay.end(body.slice(2_000));
    const [answer] = (await answered) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect([answer.statusCode, await stopped]).toEqual([201, 0]);
    await server.start();
    const posts = await fetch(`${server.base}/api/posts`, { headers: auth(token) });
    expect(await posts.text()).toContain('Slowly.');
  });
});

test('[R6.3] a disk that fills up under a running server: 507 or 503 in five seconds, and it recovers by itself', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-full-'));
  const mounted = await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', folder]).catch(() => undefined);
  if (!mounted) skip();
  const server = new ServerProcess(join(folder, 'data'), await freePort());
  try {
    await server.start();
    const token = await server.register(goodPassword);
    const photo = await phonePhoto();
    expect(await sendPhoto(server, token, photo)).toBe(201);
    await fill(folder);
    for (let tries = 0; tries < 5; tries += 1) {
      const began = performance.now();
      expect([503, 507]).toContain(await sendPhoto(server, token, await phonePhoto(2_400 + tries, 1_800)));
      expect(performance.now() - began).toBeLessThan(5_000);
    }
    expect((await fetch(`${server.base}/api/health/ready`)).status).toBe(503);
    expect((await fetch(`${server.base}/api/health/live`)).status).toBe(200);
    await rm(join(folder, 'filler'));
    await expect.poll(() => sendPhoto(server, token, photo), polling).toBe(201);
    expect((await fetch(`${server.base}/api/health/ready`)).status).toBe(200);
  } finally {
    await server.remove();
    await promisify(execFile)('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true, force: true });
  }
});

/** Leaves no byte free. */
async function fill(folder: string): Promise<void> {
  for (let size = 64 * 1_048_576; size >= 4_096; size /= 2)
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < size) break;
      const added = await writeFile(join(folder, 'filler'), Buffer.alloc(size), { flag: 'a' }).catch(() => 'full');
      if (added === 'full') break;
    }
}

describe('the queue', () => {
  let at: TestApp;
  beforeAll(async () => {
    at = await startApp({ jobs: false });
  });
  afterAll(() => at.close());
  const ready = async () => {
    const answer = await at.app.inject({ url: '/api/health/ready' });
    return { status: answer.statusCode, queue: answer.json().checks.queue as { ok: boolean } };
  };

  test('[R6.8] that nobody works at is said within two minutes, and not before a busy minute is over', async () => {
    await registerParent(at.app);
    expect(await ready()).toMatchObject({ status: 200, queue: { ok: true } });
    const waitingFor = (seconds: number) =>
      at.platform.db.execute(sql`update pgboss.job set start_after = now() - make_interval(secs => ${seconds}) where state = 'created'`);
    await waitingFor(60);
    expect((await ready()).queue.ok).toBe(true);
    await waitingFor(119);
    expect(await ready()).toMatchObject({ status: 200, queue: { ok: false, detail: expect.stringContaining('has waited 119 s') } });
    expect((await at.app.inject({ url: '/metrics' })).body).toMatch(/heartwood_queue_seconds\{queue="mail",late="1"\} 119/);
  });

  test('[R6.8] of many films that are worked at one after the other is no alarm for hours', async () => {
    const film = (state: string, minutes: number) => sql`insert into pgboss.job (name, state, group_id, start_after)
      values ('media-playing', ${state}, 'a family', now() - make_interval(mins => ${minutes}))`;
    await at.platform.db.execute(sql`delete from pgboss.job`);
    await at.platform.db.execute(film('active', 120));
    await at.platform.db.execute(film('created', 110));
    expect(await ready()).toMatchObject({ status: 200, queue: { ok: true } });
    await at.platform.db.execute(film('created', 400));
    expect(await ready()).toMatchObject({ status: 200, queue: { ok: false, detail: 'media-playing has waited 24000 s' } });
  });
});

test.concurrent('[R6.7] a job that always fails stands in nobody’s way, and is given up', async ({ expect }) => {
  const at = await startApp({ jobs: false });
  const { db, log } = at.platform;
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  const kind = { name: 'faults-poison', concurrency: 1, timeout: 30, retries: 1, data: { number: 0 } };
  const done: number[] = [];
  let tries = 0;
  jobs.handle(kind, async ({ number }) => {
    if (number === 0) {
      tries += 1;
      throw new Error('poison');
    }
    done.push(number);
  });
  await jobs.start({ work: true });
  for (let number = 0; number < 10; number += 1) await jobs.enqueue(db, kind, { number });
  await expect.poll(() => done.toSorted(), polling).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const stateOf = async () =>
    (await db.execute(sql`select state from pgboss.job where name = ${kind.name} and data->>'number' = '0'`)).rows;
  await expect.poll(stateOf, polling).toEqual([{ state: 'failed' }]);
  expect([tries, await jobs.waiting()]).toEqual([2, []]);
  await jobs.stop(1);
  await at.close();
});

// Most of their time these wait: for a job's next try, and for a store that says nothing.
describe.concurrent('a store of objects', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  let behave: (socket: Socket) => void = () => undefined;
  let at: TestApp;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
    at = await startApp({
      env: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'family', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await at.close();
  });

  test.each<[string, (socket: Socket) => void]>([
    ['resets', (socket) => void socket.on('data', () => socket.resetAndDestroy())],
    ['answers garbage', (socket) => void socket.on('data', () => socket.end('garbage\r\n\r\n'))],
    ['answers another page', (socket) => void socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>'))],
    ['refuses', (socket) => void socket.on('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'))],
    ['is out of order', (socket) => void socket.on('data', () => socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n'))],
    ['accepts and says nothing', () => undefined],
  ])('[R6.9] that %s: no photo is said to be kept, nothing stays, and the rest goes on', { concurrent: false }, async (name, how) => {
    behave = how;
    const nora = await registerParent(at.app);
    const payload = new FormData();
    payload.append('file', new File([new Uint8Array(await phonePhoto())], 'photo.jpg'));
    const began = performance.now();
    const answer = await at.app.inject({ method: 'POST', url: '/api/media', headers: auth(nora.token), payload });
    expect(performance.now() - began).toBeLessThan(45_000);
    const isKept = name === 'answers another page' ? [201, 503] : [503];
    expect(isKept).toContain(answer.statusCode);
    if (answer.statusCode === 503) {
      expect(answer.json().status_code).toBe('unavailable');
      expect((await at.platform.db.execute(sql`select 1 from media where uploader_id = ${nora.userId}`)).rows).toEqual([]);
    }
    expect((await at.app.inject({ url: '/api/posts', headers: auth(nora.token) })).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

test.concurrent('[R6.5] a folder whose server was killed has a lock that holds nobody up', async ({ expect }) => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-stale-'));
  await mkdir(join(folder, 'tmp'), { recursive: true });
  const server = new ServerProcess(folder, await freePort());
  await server.start();
  await server.kill();
  await server.killDatabase();
  await server.start();
  expect(await server.stop()).toBe(0);
  await server.remove();
});
