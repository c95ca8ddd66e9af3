import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodPassword } from '#test/people.ts';
import { freePort, ServerProcess } from '#test/process.ts';

// The process as an operator meets it: what it says when it cannot start, and how it ends.

// Whole processes, several in a row.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const main = path.join(import.meta.dirname, 'main.ts');
const isRoot = process.getuid?.() === 0;
const disks: string[] = [];
let base: string;
/** A DATA_DIR with a database in it, in which something is sealed with its secret. */
let dataDir: string;
/** What the server said that made it, until it had stopped. */
let saidAtFirst: string;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'heartwood-main-'));
  dataDir = path.join(base, 'data');
  const server = new ServerProcess(dataDir, await freePort());
  await server.start();
  await sealSomething(server);
  expect(await server.stop()).toBe(0);
  saidAtFirst = server.output;
});
afterAll(async () => {
  for (const folder of disks) await promisify(execFile)('umount', ['--lazy', folder]);
  await rm(base, { recursive: true, force: true });
});

/** Starts a server that is expected to refuse. @returns the only line it says on standard error */
async function refusal(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code, said).toBe(1);
  expect(said).toMatch(/^[A-Z][^\n]*\.\n$/);
  return said.trim();
}

/** A small disk of its own, or undefined where nobody may make one. */
async function disk(name: string, options: string): Promise<string | undefined> {
  const folder = path.join(base, name);
  await mkdir(folder);
  const made = await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).catch(() => undefined);
  if (!made) return undefined;
  disks.push(folder);
  return folder;
}

test('a taken port is named, before a database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const fresh = path.join(base, 'fresh');
  expect(await refusal({ PORT: String(port), DATA_DIR: fresh })).toContain(`Port ${port}`);
  expect(await readdir(fresh)).not.toContain('postgres');
  other.close();
});

test('a second server is told which process and port the first has, and the first goes on', async () => {
  const first = new ServerProcess(dataDir, await freePort());
  await first.start();
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'server.json'), 'utf8')) as { pid: number };
  expect(await refusal({})).toContain(`(process ${pid}, port ${first.port})`);
  expect((await fetch(`${first.base}/api/health/ready`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect(await readdir(dataDir)).not.toContain('server.json');
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

test('a wrong variable is named, and a DATA_DIR that is a file', async () => {
  const file = path.join(base, 'file');
  await writeFile(file, '');
  const [ofPort, ofFolder] = await Promise.all([refusal({ PORT: 'three thousand' }), refusal({ DATA_DIR: file })]);
  expect(ofPort).toContain('PORT');
  expect(ofFolder).toContain(`DATA_DIR ${file} (it is not a folder)`);
});

test("a database of one's own that does not answer is named, without its password", async () => {
  const sentence = await refusal({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${await freePort()}/heartwood` });
  expect(sentence).toContain('DATABASE_URL');
  expect(sentence).not.toContain('secret');
});

test('a read-only DATA_DIR is one sentence', async ({ skip }) => {
  const folder = isRoot ? await disk('read-only', 'size=1m,ro') : path.join(base, 'read-only');
  if (!folder) return skip('no disk can be made here');
  if (!isRoot) await mkdir(folder, { mode: 0o500 });
  expect(await refusal({ DATA_DIR: folder })).toMatch(/cannot write to its DATA_DIR .* \((the disk is read-only|permission denied)\)\.$/);
});

test('a full disk is one sentence when there is no database yet', async ({ skip }) => {
  const folder = await disk('small', 'size=8m');
  if (!folder) return skip('no disk can be made here');
  expect(await refusal({ DATA_DIR: folder })).toMatch(/No space left on device|no space left|disk is full/);
  expect(await readdir(folder)).not.toContain('postgres');
});

test('a full disk is one sentence when there is a database, which is whole once there is space again', async ({ skip }) => {
  const folder = await disk('full', 'size=300m');
  if (!folder) return skip('no disk can be made here');
  await promisify(execFile)('cp', ['-a', `${dataDir}/.`, folder]);
  await promisify(execFile)('dd', ['if=/dev/zero', `of=${folder}/filler`, 'bs=4k']).catch(() => {});
  expect(await refusal({ DATA_DIR: folder })).toMatch(/No space left on device|no space left|disk is full/);
  await rm(path.join(folder, 'filler'));
  const again = new ServerProcess(folder, await freePort());
  await again.start();
  expect(await again.stop()).toBe(0);
});

test('a damaged database is one sentence', async () => {
  const copy = path.join(base, 'damaged');
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  await rm(path.join(copy, 'postgres', 'global', 'pg_control'));
  expect(await refusal({ DATA_DIR: copy })).toMatch(/database .* does not start and was left as it is/);
});

/** Registers a parent with a child, and writes down what is good to know about it. */
async function sealSomething(server: ServerProcess): Promise<void> {
  const token = await server.register(goodPassword);
  const send = async (method: string, url: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.base}${url}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${url}`).toBe(true);
  };
  await send('POST', '/api/family-relationships', { name: 'Emma', relationship_id: 1 });
  await send('PUT', '/api/additional-information/emma/health', { fields: [{ label: 'Blood type', value: '0 positive' }] });
}

test('a secret that is gone, or another one, is one sentence that says what to do', async () => {
  const copy = path.join(base, 'without-secret');
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  const file = path.join(copy, 'secrets', 'app-secret');
  const secret = await readFile(file, 'utf8');
  await rm(file);
  expect(await refusal({ DATA_DIR: copy })).toContain(`is missing: put ${file} back from a backup, or set APP_SECRET`);
  expect(await refusal({ DATA_DIR: copy, APP_SECRET: secret.toLowerCase() })).toContain('APP_SECRET is not the secret');
  expect(await readdir(path.dirname(file))).toEqual(['postgres.json']);
});

test('an object store without its bucket is named', async () => {
  expect(await refusal({ S3_ENDPOINT: 'https://store.example' })).toContain('S3_BUCKET');
});

test('a server that stops says nothing of connections that end with its database', () => {
  expect(saidAtFirst).not.toContain('the job queue met an error');
});
