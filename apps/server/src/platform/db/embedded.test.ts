import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbedded } from './embedded.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
/** Milliseconds in which a database is back, also on a machine that is busy with other things. */
const ready = 10_000;

// Real processes, real kills. A cluster is made once and copied, because initdb takes a second.
const program = `
  import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
  const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n');
  const log = { debug() {}, info() {}, warn: (details, text) => say({ warn: text }), error: (details, text) => say({ error: text }) };
  const options = JSON.parse(process.argv[1]);
  try {
    const cluster = await startEmbedded({ ...options, log });
    say({ url: cluster.url, pid: cluster.pid });
    process.on('SIGTERM', async () => { await cluster.stop(); process.exit(0); });
    setInterval(() => {}, 1000);
  } catch (error) {
    say({ refused: error.message, name: error.name });
    process.exit(1);
  }
`;
interface Said {
  url?: string;
  pid?: number;
  refused?: string;
  name?: string;
  warn?: string;
  error?: string;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.getuid?.() === 0;
let seed: string;
let base: string;
let dataDir: string;
let servers: ChildProcess[] = [];

beforeAll(async () => {
  seed = await mkdtemp(path.join(tmpdir(), 'heartwood-seed-'));
  const cluster = await startEmbedded({ dataDir: seed, log: silent });
  await query(cluster.url, 'CREATE TABLE kept (what text)');
  await cluster.stop();
});
afterAll(() => rm(seed, { recursive: true, force: true }));

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'heartwood-embedded-'));
  dataDir = path.join(base, 'data');
});
afterEach(async () => {
  for (const server of servers) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  servers = [];
  await rm(base, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function launch(options: object = {}) {
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify({ dataDir, ...options })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  const lines = createInterface({ input: server.stdout });
  const said: Said[] = [];
  lines.on('line', (line) => said.push(JSON.parse(line) as Said));
  return { server, said };
}

/** Starts a server process and waits for its database. */
async function start(options: object = {}) {
  const began = performance.now();
  const { server, said } = launch(options);
  const answer = await until(() => said.find((one) => one.url ?? one.refused), 40_000);
  if (!answer.url || !answer.pid) throw new Error(answer.refused);
  return { server, said, url: answer.url, pid: answer.pid, milliseconds: performance.now() - began };
}

async function refusal(options: object = {}): Promise<string> {
  const { said, server } = launch(options);
  const answer = await until(() => said.find((one) => one.url ?? one.refused), 40_000);
  if (server.exitCode === null) await once(server, 'exit');
  expect(answer).toMatchObject({ name: 'StartupError' });
  return answer.refused ?? '';
}

async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>, milliseconds: number): Promise<T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms for nothing`);
    await sleep(10);
  }
}

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

/** Whether a statement that begins so is being worked on. */
const isBusy = async (url: string, begins: string): Promise<boolean> =>
  (await query(url, `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '${begins}%'`)).length > 0;

async function kill(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL');
  await once(server, 'exit');
}

const copySeed = () => promisify(execFile)('cp', ['-a', seed, dataDir]);
const clusterFile = (name: string): string => path.join(dataDir, 'postgres', name);

describe('a new cluster', () => {
  test('appears whole or not at all, however often making it is interrupted', async () => {
    // Milliseconds: the delays after which it is interrupted are what is tried.
    for (const delay of [150, 400, 700, 1_000]) {
      const { server } = launch();
      await sleep(delay);
      await kill(server);
    }
    const { url } = await start();
    expect(await query(url, 'SELECT current_user AS role')).toEqual([{ role: 'heartwood' }]);
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'secrets']);
    expect(await readdir(path.join(dataDir, 'secrets'))).toEqual(['postgres.json']);
    expect((await stat(path.join(dataDir, 'secrets', 'postgres.json'))).mode & 0o777).toBe(0o600);
  });

  test('keeps strangers out: not without the password, and only from this machine', async () => {
    await copySeed();
    const { url, pid } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(await query(url, "SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync")).toEqual([
      { addresses: '127.0.0.1', fsync: 'on' },
    ]);
    await expect(query(url, "COPY kept FROM PROGRAM 'id'")).rejects.toThrow('permission denied');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    expect(command).not.toContain(new URL(url).password);
  });
});

describe('the server is killed', () => {
  test('its database goes too, and the next start has everything at once', async () => {
    await copySeed();
    for (let round = 1; round <= 3; round += 1) {
      const { server, url, pid, milliseconds } = await start();
      expect(milliseconds).toBeLessThan(ready);
      await query(url, `INSERT INTO kept VALUES ('round ${round}')`);
      await kill(server);
      if (round === 3) await until(() => gone(pid), 5_000);
    }
    const { url } = await start();
    expect(await query(url, 'SELECT what FROM kept ORDER BY what')).toEqual([
      { what: 'round 1' },
      { what: 'round 2' },
      { what: 'round 3' },
    ]);
  });

  test('with the watchdog: the old database is ended by the next start', async () => {
    await copySeed();
    const { server, url, pid } = await start();
    const busy = query(url, "INSERT INTO kept VALUES ('never'); SELECT pg_sleep(60)").catch(() => {});
    const watchdog = await watchdogOf(pid);
    process.kill(watchdog, 'SIGSTOP');
    await kill(server);
    process.kill(watchdog, 'SIGKILL');
    // It still answers, with the work that nobody waits for any more.
    await until(() => isBusy(url, 'INSERT'), 5_000);
    expect(gone(pid)).toBe(false);
    const next = await start();
    expect(next.said).toContainEqual({ warn: 'a database of an earlier run is still there; ending it' });
    await until(() => gone(pid), 5_000);
    expect(next.milliseconds).toBeLessThan(ready);
    expect(await query(next.url, 'SELECT * FROM kept')).toEqual([]);
    await busy;
  });

  test('and its database server as well, leaving the children of it behind', async () => {
    await copySeed();
    const { server, url, pid } = await start();
    // A child that is computing does not notice that its server is gone.
    const busy = query(url, 'SELECT count(*) FROM generate_series(1, 2000000000)').catch(() => {});
    await until(() => isBusy(url, 'SELECT count'), 5_000);
    server.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const next = await start();
    expect(next.milliseconds).toBeLessThan(ready);
    await busy;
  });

  test('and its process id has gone to another program', async () => {
    await copySeed();
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: 59_432, gid: 59_432 } : {});
    await writeFile(clusterFile('postmaster.pid'), `${stranger.pid}\n${clusterFile('')}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`);
    await start();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });
});

test('the database alone is killed, again and again: it is started again on the same address', async () => {
  await copySeed();
  const { server, url, said } = await start();
  let pid = 0;
  for (let round = 1; round <= 3; round += 1) {
    pid = Number((await readFile(clusterFile('postmaster.pid'), 'utf8')).split('\n')[0]);
    await query(url, `INSERT INTO kept VALUES ('round ${round}')`);
    process.kill(pid, 'SIGKILL');
    await until(() => query(url, 'SELECT 1').catch(() => false), ready);
  }
  expect(await query(url, 'SELECT count(*)::int AS rounds FROM kept')).toEqual([{ rounds: 3 }]);
  expect(said.filter((one) => one.error === 'the database has ended by itself; starting it again')).toHaveLength(3);
  // Its watchdog too: another one takes its place.
  pid = Number((await readFile(clusterFile('postmaster.pid'), 'utf8')).split('\n')[0]);
  const watchdog = await watchdogOf(pid);
  process.kill(watchdog, 'SIGKILL');
  await until(
    () =>
      watchdogOf(pid).then(
        (now) => now !== watchdog,
        () => false,
      ),
    ready,
  );
  await kill(server);
  await until(() => gone(pid), 5_000);
});

test('a database that cannot come back is tried again, and works once it can', async () => {
  await copySeed();
  const { url, pid, said } = await start();
  await rename(clusterFile('global'), path.join(base, 'global'));
  process.kill(pid, 'SIGKILL');
  await until(() => said.find((one) => one.error === 'the database does not start; trying again'), ready);
  await rename(path.join(base, 'global'), clusterFile('global'));
  expect(await until(() => query(url, 'SELECT 1 AS one').catch(() => false), ready)).toEqual([{ one: 1 }]);
});

test('stopping disconnects everybody and leaves nothing running', async () => {
  await copySeed();
  const cluster = await startEmbedded({ dataDir, log: silent });
  const { url, pid } = cluster;
  const watchdog = await watchdogOf(pid);
  const busy = query(url, 'SELECT pg_sleep(60)').catch((error: Error) => error.message);
  await until(async () => (await query(url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'")).length > 0, 5_000);
  expect(cluster.state).toBe('running');
  await cluster.stop();
  expect(cluster.state).toBe('stopped');
  expect(await busy).toContain('terminating connection');
  expect(gone(pid)).toBe(true);
  await until(() => gone(watchdog), 5_000);
  await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await expect(readFile(clusterFile('postmaster.pid'))).rejects.toThrow('ENOENT');
});

describe('a damaged folder is refused with one sentence and left as it is', () => {
  beforeEach(copySeed);

  test.for<[string, () => Promise<unknown>, RegExp]>([
    ['PG_VERSION gone', () => rm(clusterFile('PG_VERSION')), /is damaged \(PG_VERSION is missing\)/],
    [
      'control file gone',
      () => rm(clusterFile('global/pg_control')),
      /does not start and was left as it is; PostgreSQL says: .*pg_control/,
    ],
    ['control file cut', () => truncate(clusterFile('global/pg_control'), 100), /does not start and was left as it is/],
    [
      'write-ahead log gone',
      () => rm(clusterFile('pg_wal'), { recursive: true }),
      /does not start and was left as it is; PostgreSQL says: .*pg_wal/,
    ],
    ['another version', () => writeFile(clusterFile('PG_VERSION'), '17\n'), /incompatible/],
    ['the whole database gone', () => rm(clusterFile(''), { recursive: true }), /is missing: put it back/],
    ['the database emptied', () => rm(clusterFile(''), { recursive: true }).then(() => mkdir(clusterFile(''))), /is missing: put it back/],
    [
      'passwords gone',
      () => rm(path.join(dataDir, 'secrets'), { recursive: true }),
      /passwords of the database are missing: put .*postgres\.json back/,
    ],
    [
      'passwords damaged',
      () => truncate(path.join(dataDir, 'secrets/postgres.json'), 20),
      /postgres\.json with the passwords .* is damaged/,
    ],
    [
      'a backup half restored',
      () => rm(dataDir, { recursive: true }).then(() => mkdir(path.join(dataDir, 'restored.part'), { recursive: true })),
      /was being restored into .* and was broken off/,
    ],
  ])('%s', async ([, damage, sentence]) => {
    await damage();
    const before = await content();
    const message = await refusal();
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    expect(await content()).toEqual(before);
  });
});

/** Every file in DATA_DIR but the two that PostgreSQL writes about its own process. */
async function content(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => !/postmaster\.(pid|opts)$/.test(name)).toSorted();
}

describe.runIf(isRoot && process.platform === 'linux')('as root', () => {
  test('below folders that are closed to everybody else, every way works on the data of the others', async () => {
    await rm(base, { recursive: true });
    base = await mkdtemp(path.join(homedir(), '.heartwood-closed-'));
    await chmod(base, 0o700);
    dataDir = path.join(base, 'data');
    await copySeed();
    const ways = ['other user with dac_read_search', 'user namespace', 'other user with dac_override'];
    for (const way of ways) {
      const { server, url } = await start({ ways: [way] });
      await query(url, `INSERT INTO kept VALUES ('${way}')`);
      await kill(server);
    }
    const { url } = await start();
    expect(await query(url, 'SELECT count(*)::int AS ways FROM kept')).toEqual([{ ways: 3 }]);
  });

  test('in an open folder it needs no capability, and DATA_DIR stays closed to others', async () => {
    await chmod(base, 0o755);
    const { pid } = await start({ ways: ['other user'] });
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+59432\s+59432/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
  });

  test('where nothing works it says so', async () => {
    expect(await refusal({ ways: [] })).toMatch(/does not run as root.*DATABASE_URL/);
  });

  test('making a cluster works below closed folders', async () => {
    await rm(base, { recursive: true });
    base = await mkdtemp(path.join(homedir(), '.heartwood-closed-'));
    dataDir = path.join(base, 'data');
    for (const way of ['other user with dac_read_search', 'user namespace']) {
      const { url, server } = await start({ ways: [way] });
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(dataDir, { recursive: true });
    }
  });
});

/** The process id of the shell that guards a database. */
async function watchdogOf(pid: number): Promise<number> {
  for (const entry of await readdir('/proc')) {
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('heartwood-database-watchdog') && command.endsWith(`\0${pid}\0`)) return Number(entry);
  }
  throw new Error(`Nobody guards ${pid}`);
}
