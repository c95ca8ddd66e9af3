import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Post } from '@heartwood/contract/posts';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBackup } from '../apps/server/src/platform/backup/backup.ts';
import { noCopies } from '../apps/server/src/platform/backup/copy.ts';
import { copyDatabase, segmentsOf } from '../apps/server/src/platform/backup/database.ts';
import { explainFiles, syncAll } from '../apps/server/src/platform/backup/files.ts';
import { manifestName, readManifest, writeManifest } from '../apps/server/src/platform/backup/manifest.ts';
import type { Manifest } from '../apps/server/src/platform/backup/manifest.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore.ts';
import { verifyBackup } from '../apps/server/src/platform/backup/verify.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { placesIn } from '../apps/server/src/platform/db/embedded-create.ts';
import { findRunning } from '../apps/server/src/platform/db/running.ts';
import { filesBelow } from '../apps/server/test/files.ts';
import { auth, goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { mountDisk } from '../apps/server/test/small-disk.ts';
import { inRoot } from './paths.ts';
import { run } from './run.ts';

// `npm run backup` and `npm run restore` as an operator meets them, with whole servers.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Shared {
  id: string;
  sha256: string;
  mediaId: string;
}

const health = '/api/additional-information/emma/health';
const blood = { label: 'Blood type', value: '0 positive' };
let folder: string;
let server: ServerProcess;
let token = '';
const shared: Shared[] = [];
/** The backup that the first test makes. */
let backup: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heartwood-backup-'));
  backup = path.join(folder, 'backup');
  server = new ServerProcess(path.join(folder, 'data'), await freePort());
  await server.start();
  token = await server.register(goodPassword);
  await send(server, 'POST', '/api/family-relationships', { name: 'Emma', relationship_id: 1 });
  await send(server, 'PUT', health, { fields: [blood] });
});
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

/** No database of the operator's own, and no bucket. */
const alone = { databaseUrl: undefined, s3: undefined, port: 0 };

/** Makes a backup without a process of its own. */
const make = (target: string, config: { dataDir?: string; databaseUrl?: string } = {}) =>
  makeBackup({ config: { dataDir: server.dataDir, ...alone, ...config }, target, program: '0', clock: systemClock }, {});

/** Runs a command. */
const command = (name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [inRoot(`tools/${name}.ts`), ...args], {
    env: { DATA_DIR: server.dataDir, DATABASE_URL: '', APP_SECRET: '', S3_BUCKET: '', ...env },
  });

async function send(to: ServerProcess, method: string, url: string, body?: object): Promise<unknown> {
  const json = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(to.base + url, {
    method,
    headers: { ...auth(token), 'idempotency-key': randomUUID(), ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function share(): Promise<void> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a6', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const { media } = (await send(server, 'POST', '/api/media', form)) as { media: { id: string } };
  const { post } = (await send(server, 'POST', '/api/posts', { text: 'Today', media_ids: [media.id] })) as { post: Post };
  shared.push({ id: post.id, sha256: sha256(photo), mediaId: media.id });
}

async function shareUntil(over: AbortSignal): Promise<void> {
  while (!over.aborted) await share();
}

async function everyPost(at: ServerProcess): Promise<Post[]> {
  const posts: Post[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await send(at, 'GET', `/api/posts?limit=100${more}`)) as { items: Post[]; next_cursor: string | null };
    posts.push(...page.items);
    cursor = page.next_cursor;
  }
  return posts;
}

/** Everything that is kept of each post whose id is given, and of every other one that is there, byte for byte. */
async function assertWhole(at: ServerProcess, ids: readonly string[]): Promise<void> {
  const items = await everyPost(at);
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  for (const post of items) {
    const original = await fetch(`${at.base}/api/private/${post.media[0]?.variants['original']?.path}`);
    const mediaId = post.media[0]?.id;
    expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(shared.find((one) => one.mediaId === mediaId)?.sha256);
  }
  expect(await send(at, 'GET', health)).toMatchObject({ section: { state: 'filled', fields: [blood] } });
}

test('[R6.20] beside a server that is written to: all that was acknowledged is there on an empty machine, byte for byte', async () => {
  for (let count = 0; count < 4; count += 1) await share();
  const over = new AbortController();
  const writing = shareUntil(over.signal);
  const before = shared.map(({ id }) => id);
  const made = await command('backup', [backup]);
  over.abort();
  await writing;
  expect(made.code, made.output).toBe(0);
  expect(shared.length).toBeGreaterThan(before.length);
  expect(await readdir(path.join(backup))).toEqual(expect.arrayContaining([manifestName, 'media', 'postgres', 'secrets']));
  expect(await readdir(backup)).not.toContain('tmp');
  await expect.poll(slots).toEqual([]);

  const verified = await command('backup', ['--verify', backup]);
  expect(verified.code, verified.output).toBe(0);
  const dataDir = path.join(folder, 'restored');
  const restored = await command('restore', [backup], { DATA_DIR: dataDir });
  expect(restored.code, restored.output).toBe(0);
  const modes = await Promise.all(
    ['.', 'postgres', 'postgres/PG_VERSION', 'secrets/app-secret'].map(async (name) => (await stat(path.join(dataDir, name))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  const other = new ServerProcess(dataDir, await freePort());
  await other.start();
  await assertWhole(other, before).finally(() => other.remove());
});

/** Replication slots that keep a running server's write-ahead log. */
const slots = () => asAdmin('select slot_name from pg_replication_slots');

async function asAdmin(statement: string): Promise<unknown[]> {
  const client = new pg.Client((await findRunning(server.dataDir))!.adminUrl);
  await client.connect();
  const { rows } = await client.query<object>(statement).finally(() => client.end());
  return rows;
}

/** Expects both commands to name what is wrong, and nothing to be restored. */
async function expectRefused(why: string): Promise<void> {
  const dataDir = path.join(folder, 'never');
  const damages = await verifyBackup(backup, await readManifest(backup), {}).then((found) =>
    found.map((one) => `${one.path} ${one.what}.`),
  );
  expect(damages).toEqual([why]);
  await expect(restoreBackup({ dataDir, ...alone }, backup, {})).rejects.toThrow(`${backup} is damaged, and nothing was restored: ${why}`);
  expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
}

test.for([
  ['a photo', (name: string) => /^media\/.*original/.test(name)],
  ['a table', (name: string) => /^postgres\/base\/.*\/\d+$/.test(name)],
  ['a secret', (name: string) => name === 'secrets/app-secret'],
] as const)('[R6.21] one byte that was changed in %s is named, and nothing is restored of it', async ([, fits]) => {
  const { files } = await readManifest(backup);
  const { path: name } = files.find((file) => fits(file.path) && file.bytes > 0)!;
  const file = path.join(backup, name);
  const bytes = await readFile(file);
  await writeFile(file, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));
  await expectRefused(`${name} has changed.`);
  await writeFile(file, bytes);
});

test('[R6.21] a file that is missing, or does not belong to it, is named, and nothing is restored', async () => {
  const { files } = await readManifest(backup);
  const { path: name } = files.find((file) => file.path.startsWith('media/'))!;
  await rename(path.join(backup, name), path.join(folder, 'aside'));
  await expectRefused(`${name} is missing.`);
  const { code, output } = await command('backup', ['--verify', backup]);
  expect([code, output]).toEqual([1, `${name} is missing.\n${backup} is damaged (1 of ${files.length} files): use another backup.\n`]);
  await rename(path.join(folder, 'aside'), path.join(backup, name));
  await writeFile(path.join(backup, 'media', 'foreign.jpg'), 'x');
  await expectRefused('media/foreign.jpg does not belong to the backup.');
  await rm(path.join(backup, 'media', 'foreign.jpg'));
  await mkdir(path.join(backup, 'lost+found'));
  await writeFile(path.join(backup, 'lost+found', '#17'), 'of a file system whose root the backup was carried to');
  expect(await verifyBackup(backup, await readManifest(backup), {})).toEqual([]);
});

test('[R6.21] a backup of a newer form, with a manifest that was changed or leads out of it, or without one, is refused', async () => {
  const file = path.join(backup, manifestName);
  const text = await readFile(file, 'utf8');
  const manifest = await readManifest(backup);
  const dataDir = path.join(folder, 'never');
  const refused = async (why: string) => {
    await expect(restoreBackup({ dataDir, ...alone }, backup, {})).rejects.toThrow(why);
    await expect(readManifest(backup)).rejects.toThrow(why);
    expect(existsSync(dataDir)).toBe(false);
  };
  await writeFile(file, writeManifest({ ...manifest, format: 2 } as unknown as Manifest));
  await refused('was made by a newer Heartwood (format 2; this one reads 1)');
  await writeFile(file, text.replace('"media":"disk"', '"media":"s3"'));
  await refused(`${file} is damaged`);
  await writeFile(file, writeManifest({ ...manifest, folders: ['../outside'] }));
  await refused(`${file} is damaged`);
  await rm(file);
  await refused(`${backup} is no backup: there is no manifest.json in it.`);
  await writeFile(file, text);
});

test('what stands in the way is said, and nothing is changed', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  for (const [target, config, why] of [
    [backup, {}, `${backup} is there already: name a folder that is not.`],
    [path.join(folder, 'none', 'backup'), {}, `There is no folder ${path.join(folder, 'none')}: make it, or mount the disk that it is on.`],
    [path.join(server.dataDir, 'backup'), {}, 'is inside of DATA_DIR'],
    [elsewhere, { databaseUrl: 'postgres://nobody@127.0.0.1/none' }, 'make its dump with pg_dump'],
    [elsewhere, { dataDir: path.join(folder, 'nowhere') }, 'There is no database in'],
  ] as const)
    await expect(make(target, config)).rejects.toThrow(why);
  const before = await readdir(server.dataDir);
  expect(await command('restore', [backup])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty, and was left as it is'),
  });
  expect(await readdir(server.dataDir)).toEqual(before);
  expect(existsSync(elsewhere)).toBe(false);
});

test('two at once to one folder: one of them is made, and the other says what is in its way', async () => {
  const target = path.join(folder, 'twice');
  const made = await Promise.allSettled([make(target), make(target)]);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(String(made.find((one) => one.status === 'rejected')?.reason)).toMatch(/twice(\.part)? is there/);
  expect(await verifyBackup(target, await readManifest(target), {})).toEqual([]);
});

test('a folder that somebody makes under its name meanwhile stays as it is, and nothing is left beside it', async () => {
  const target = path.join(folder, 'taken');
  const onBytes = () => void mkdirSync(path.join(target, 'of somebody'), { recursive: true });
  const order = { config: { dataDir: server.dataDir, ...alone }, target, program: '0', clock: systemClock };
  await expect(makeBackup(order, { onBytes })).rejects.toThrow(`${target} is there already: name a folder that is not.`);
  expect([await readdir(target), existsSync(`${target}.part`)]).toEqual([['of somebody'], false]);
});

test('PostgreSQL keeps no more than a part of its log for a backup, and one whose part it gives up says so', async () => {
  expect(await asAdmin('show max_slot_wal_keep_size')).toEqual([{ max_slot_wal_keep_size: '2GB' }]);
  const into = await mkdtemp(path.join(folder, 'given-up-'));
  const { adminUrl } = (await findRunning(server.dataDir))!;
  const source = { adminUrl, cluster: placesIn(server.dataDir).cluster, name: 'postgres' };
  // What PostgreSQL does to the process that has such a slot.
  const giveUp = async () =>
    void (await asAdmin('select pg_terminate_backend(active_pid, 10000) from pg_replication_slots where active_pid is not null'));
  await expect(copyDatabase(noCopies(into, {}), source, giveUp)).rejects.toThrow('or more than 2GB was written to it meanwhile');
  expect(await slots()).toEqual([]);
});

test('a DATA_DIR that somebody makes while it is restored stays as it is, which is said', async () => {
  const dataDir = path.join(folder, 'made-meanwhile');
  const onBytes = () => void mkdirSync(path.join(dataDir, 'of somebody'), { recursive: true });
  const error = await restoreBackup({ dataDir, ...alone }, backup, { onBytes }).catch(explainFiles);
  expect(error).toMatchObject({ message: `${dataDir} is there already: somebody has made it meanwhile.` });
  expect([await readdir(dataDir), existsSync(`${dataDir}.part`)]).toEqual([['of somebody'], false]);
});

test('one that is stopped while the disk takes its bytes is stopped', async () => {
  await expect(syncAll(backup, [manifestName], AbortSignal.abort())).rejects.toThrow('aborted');
});

test('a disk that is too small is refused before anything is written', async ({ skip }) => {
  const small = path.join(folder, 'small');
  await mkdir(small);
  await using disk = await mountDisk(small, 70);
  if (!disk) return skip('nobody may mount a disk here');
  const why = /needs \d+\.\d MB of room, and the disk of .* has \d+\.\d MB: nothing was written\.$/;
  await expect(make(path.join(small, 'backup'))).rejects.toThrow(why);
  await expect(restoreBackup({ dataDir: path.join(small, 'data'), ...alone }, backup, {})).rejects.toThrow(why);
  expect(await readdir(small)).toEqual([]);
});

test('[R6.22] one that is killed leaves no folder of its name, and no log that is kept for it; one that is stopped leaves nothing', async () => {
  const target = path.join(folder, 'killed');
  await begin(target, 'SIGKILL');
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, true]);
  await expect.poll(slots).toEqual([]);
  expect(await command('backup', [target])).toMatchObject({ code: 1, output: expect.stringContaining(`${target}.part is there: `) });
  expect(await command('backup', ['--verify', `${target}.part`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('it is no backup'),
  });
  await rm(`${target}.part`, { recursive: true });
  await begin(target, 'SIGTERM');
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
});

/** Begins a backup that gives itself a signal when it has begun to copy the database: it may be over before another process looks. */
async function begin(target: string, signal: NodeJS.Signals): Promise<void> {
  const signalling = `
    import { existsSync } from 'node:fs';
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(path.join(`${target}.part`, 'postgres'))})) return;
      clearInterval(timer);
      process.kill(process.pid, '${signal}');
    }, 1);
    timer.unref();`;
  const program = `data:text/javascript,${encodeURIComponent(signalling)}`;
  const child = spawn(process.execPath, ['--import', program, inRoot('tools/backup.ts'), target], {
    env: { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: '', APP_SECRET: '' },
    stdio: 'ignore',
  });
  await once(child, 'exit');
}

test('media in a bucket, and pages outside of DATA_DIR, are not in it, which it says', async () => {
  const target = path.join(folder, 'bucket');
  const pages = path.join(folder, 'own-pages');
  const made = await command('backup', [target], { S3_BUCKET: 'heartwood', PAGES_DIR: pages });
  expect(made.output).toContain(`${pages} (PAGES_DIR) is not in it`);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('Media are not in it: they are in the bucket') });
  expect(await readManifest(target)).toMatchObject({ media: 's3', folders: expect.not.arrayContaining(['media']) });
  expect(await readdir(target)).not.toContain('media');
});

test('[R6.20] while the server is stopped, into an empty folder that is there', async () => {
  const target = path.join(folder, 'stopped');
  const dataDir = path.join(folder, 'empty');
  await mkdir(dataDir);
  expect(await server.stop()).toBe(0);
  const link = path.join(server.dataDir, 'pages');
  await symlink(path.join(folder, 'away'), link);
  await expect(make(target)).rejects.toThrow(`${link} is neither a file nor a folder`);
  await rm(link);
  await writeFile(path.join(server.dataDir, manifestName), 'of a backup that was put here by hand');
  await mkdir(path.join(server.dataDir, 'media', 'lost+found'));
  const made = await command('backup', [target]);
  expect(made.code, made.output).toBe(0);
  const manifest = await readManifest(target);
  expect(await verifyBackup(target, manifest, {})).toEqual([]);
  expect(manifest.folders).not.toContain('media/lost+found');
  await restoreBackup({ dataDir, ...alone }, target, {});
  for (const name of ['media', 'secrets'])
    expect(await contentsOf(path.join(dataDir, name))).toEqual(await contentsOf(path.join(server.dataDir, name)));
  const { output } = await run(process.execPath, [inRoot('tools/sql.ts'), 'select count(*)::int as posts from posts'], {
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  expect(output).toContain(`{"posts":${shared.length}}`);
});

/** Files below a folder by their paths, with their hashes. */
async function contentsOf(root: string): Promise<Map<string, string>> {
  const names = await filesBelow(root);
  return new Map(await Promise.all(names.map(async (name) => [name, sha256(await readFile(path.join(root, name)))] as const)));
}

test('the segments of the write-ahead log are those from the start to the stop', () => {
  const label = (start: string, file: string) => `START WAL LOCATION: ${start} (file ${file})\nCHECKPOINT LOCATION: ${start}\n`;
  const segment = 16 * 1_048_576;
  const from = label('0/FE000028', '0000000100000000000000FE');
  expect(segmentsOf({ lsn: '0/FE000120', labelfile: from }, segment)).toEqual(['0000000100000000000000FE']);
  expect(segmentsOf({ lsn: '0/FF000000', labelfile: from }, segment)).toEqual(['0000000100000000000000FE']);
  expect(segmentsOf({ lsn: '1/28', labelfile: from }, segment)).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
  ]);
});
