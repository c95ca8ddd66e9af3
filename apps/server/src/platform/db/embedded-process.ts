import { spawn, execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Log as FullLog } from '#platform/log.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { RunAs } from './embedded-run-as.ts';

/** What is used of the process's log. */
export type Log = Pick<FullLog, 'debug' | 'info' | 'warn' | 'error'>;

/** What it takes to start `postgres` on one cluster. */
export interface Launch {
  /** The cluster's folder: absolute, without symbolic links. */
  clusterDir: string;
  postgres: string;
  runAs: RunAs;
  settings: Record<string, string>;
  log: Log;
}

/** A running `postgres`. */
export interface PostgresProcess {
  pid: number;
  port: number;
  /** Resolves when it has ended, for whatever reason, with a few words about it. */
  ended: Promise<string>;
  /** Disconnects everybody and ends it in order; harder after ten seconds, hardest after fifteen. */
  stop(): Promise<void>;
}

/** The environment of PostgreSQL's programs: nothing of ours, above all no PG* variable. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

// [Note: Where the database listens]
// On 127.0.0.1, on a port that is free at that moment, rather than on a socket in DATA_DIR: a socket's path may be 107 bytes long and
// DATA_DIR's is often longer, and with both there would be two ways to reach the database, of which each machine tests one. The port is
// nobody's business: it is chosen anew at each start, and behind it waits a random password of 256 bits.

/**
 * Starts `postgres` and waits until it takes connections. What an earlier one left behind on the same folder is ended first.
 * @param port the port it must have; a free one when left out
 * @throws StartupError with PostgreSQL's own last words when it does not start
 */
export async function startPostgres(launch: Launch, port?: number): Promise<PostgresProcess> {
  const name = await clusterName(launch.clusterDir);
  await endLeftovers(launch.clusterDir, name, launch.log);
  for (let attempt = 1; ; attempt += 1) {
    const started = run(launch, name, port ?? (await freePort()));
    if (await ready(launch, started)) return started;
    if (!port && started.portTaken() && attempt < 10) continue;
    throw new StartupError(
      `The database in ${launch.clusterDir} does not start and was left as it is; PostgreSQL says: ${started.lastWords() || (await started.ended)}.`,
    );
  }
}

type Started = PostgresProcess & { alive(): boolean; portTaken(): boolean; lastWords(): string };

function run({ clusterDir, postgres, runAs, settings, log }: Launch, name: string, port: number): Started {
  const options = { ...settings, cluster_name: name, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ids } = runAs.command(postgres, ['-D', clusterDir, ...flags], runAs.owner);
  // Detached: Ctrl-C reaches the whole foreground group, and the database must outlive the requests that are being finished.
  const child = spawn(file, args, { cwd: '/', env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...ids });
  const words: string[] = [];
  let over = false;
  let stopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be run (${error.message})`));
    child.once('exit', (code, signal) => resolve(signal ? `it was ended by ${signal}` : `it ended with code ${code}`));
  }).then((how) => {
    over = true;
    return how;
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^(FATAL|PANIC|ERROR|WARNING):/.test(line) && !stopping) log.warn({ postgres: line }, 'the database says');
    else log.debug({ postgres: line }, 'the database says');
    words.push(line);
    if (words.length > 50) words.shift();
  });
  const dismissWatchdog = guard(child, ended);
  // A script that forgets stop() must be able to end; the watchdog sees to the rest.
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();

  return {
    pid: child.pid ?? -1,
    port,
    ended,
    alive: () => !over,
    portTaken: () => words.some((line) => line.includes('could not bind') || line.includes('could not create any TCP/IP sockets')),
    lastWords: () => lastWords(words),
    async stop() {
      stopping = true;
      for (const [signal, patience] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 2_000],
      ] as const) {
        if (over) break;
        child.kill(signal);
        const timer = new AbortController();
        await Promise.race([ended, sleep(patience, undefined, { signal: timer.signal })]);
        timer.abort();
      }
      dismissWatchdog();
    },
  };
}

// [Note: No orphan]
// A server that is killed with -9 cannot stop its database. A shell of a megabyte does: it waits for a word on a pipe whose other end the
// server holds; when the server is gone the kernel closes the pipe, and the shell ends the database. Should that shell be killed as
// well, the next start finds the old database by its folder (endLeftovers).
function guard(postgres: ChildProcess, ended: Promise<string>): () => void {
  let dismissed = false;
  let end = (): void => {};
  const watch = (): void => {
    const shell = spawn('/bin/sh', ['-c', 'read -r word || kill -QUIT "$1"', 'heartwood-database-watchdog', String(postgres.pid)], {
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    shell.once('exit', () => dismissed || setTimeout(() => dismissed || watch(), 100).unref());
    shell.stdin.on('error', () => {});
    shell.unref();
    (shell.stdin as unknown as { unref(): void }).unref();
    end = () => shell.stdin.end('done\n');
  };
  const dismiss = (): void => {
    dismissed = true;
    end();
  };
  if (postgres.pid) {
    watch();
    void ended.then(dismiss);
  }
  return dismiss;
}

/** Waits for `ready` in the eighth line of postmaster.pid, however long a recovery takes; false when the process ends before. */
async function ready({ clusterDir, log }: Launch, started: Started): Promise<boolean> {
  for (let waited = 0; started.alive(); waited += 1) {
    const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === started.pid && lines[7]?.trim() === 'ready') return true;
    if (waited % 500 === 499) log.info('the database is recovering what was being written when it was interrupted');
    await sleep(10);
  }
  // The last lines may still be on their way.
  await sleep(20);
  return false;
}

function lastWords(lines: string[]): string {
  const telling = lines.filter((line) => /^(FATAL|PANIC):/.test(line));
  const chosen = telling.at(0) ?? lines.at(-1) ?? '';
  return chosen.replace(/^[A-Z]+:\s+/, '').replace(/\.$/, '');
}

/** A TCP port of 127.0.0.1 that nobody uses at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// [Note: Whose PostgreSQL is this]
// Every process of a cluster carries the cluster's name in its command line or title, which anybody may read (where a process works, by
// contrast, root in a container may not see of other users). The name is made of the folder's device and number, because a path means
// different folders inside and outside a container, and a copy of the folder contains everything else that could tell it apart.
async function clusterName(clusterDir: string): Promise<string> {
  const { dev, ino } = await stat(clusterDir, { bigint: true });
  return `heartwood-${dev}-${ino}`;
}

/**
 * Ends every PostgreSQL process that still works on the folder. Only the holder of DATA_DIR's lock may call it: no other server can be
 * using them. A postmaster.pid whose number has since gone to some other program is removed, because PostgreSQL would take that program
 * for itself and refuse.
 */
async function endLeftovers(clusterDir: string, name: string, log: Log): Promise<void> {
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const recorded = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  let left = await processesOf(name);
  if (left.length > 0) log.warn({ processes: left }, 'a database of an earlier run is still there; ending it');
  const inOrder = left.includes(recorded);
  if (inOrder) signal(recorded, 'SIGQUIT');
  for (let round = 0; left.length > 0 && round < 300; round += 1) {
    if (round >= 50 || !inOrder) for (const pid of left) signal(pid, 'SIGKILL');
    await sleep(20);
    left = await processesOf(name);
  }
  if (left.length > 0)
    throw new StartupError(`A database of an earlier run (process ${left[0]}) still works on ${clusterDir} and cannot be ended.`);
  if (recorded > 0 && signal(recorded, 0)) await rm(pidFile, { force: true });
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** The processes of a cluster: the server, which has its name as a setting, and its children, which have it in their titles. */
async function processesOf(name: string): Promise<number[]> {
  const isOurs = (line: string): boolean =>
    line.startsWith(`postgres: ${name}: `) || (line.includes('postgres -D ') && line.includes(`cluster_name=${name}`));
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 });
    const lines = stdout.split('\n').map((line) => /^\s*(\d+)\s+(.*)$/.exec(line) ?? []);
    return lines.flatMap(([, pid, command]) => (pid && command && isOurs(command) ? [Number(pid)] : []));
  }
  const all = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const lines = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return all.flatMap((pid, at) => (isOurs((lines[at] ?? '').replaceAll('\0', ' ')) ? [Number(pid)] : []));
}
