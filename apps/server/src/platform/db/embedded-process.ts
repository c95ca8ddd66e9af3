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

/** The part of the log that this file uses. */
export type Log = Pick<FullLog, 'debug' | 'info' | 'warn' | 'error'>;

/** The parameters for starting `postgres` on one cluster. */
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
  /** Resolves when the process has ended, with the reason: its exit code or signal. */
  ended: Promise<string>;
  /** Stops it: a fast shutdown (SIGINT), after ten seconds an immediate one (SIGQUIT), after fifteen SIGKILL. */
  stop(): Promise<void>;
}

/** The environment of PostgreSQL's programs. It has none of the server's variables, above all no PG* variable. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

// [Note: Where the database listens]
// PostgreSQL listens on 127.0.0.1, on a free TCP port, not on a Unix socket in DATA_DIR: the path of a socket has at most 107 bytes, and
// DATA_DIR's path is often longer. Using a socket where it fits would mean two ways to connect, of which each machine tests only one. The
// port is chosen anew at each start, and the roles have random passwords of 256 bits.

/**
 * Starts `postgres` and waits until it accepts connections. Before that, it ends processes that an earlier server left on the same folder.
 * @param port the port it must have; a free one when left out
 * @throws StartupError with the last lines of PostgreSQL's output when it does not start
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
  // Detached: Ctrl-C signals the whole foreground process group, and the database must run until the last requests are answered.
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
  // The child does not keep a script alive that does not call stop(); the watchdog then ends the database.
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
      for (const [signal, waitMs] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 2_000],
      ] as const) {
        if (over) break;
        child.kill(signal);
        const timer = new AbortController();
        await Promise.race([ended, sleep(waitMs, undefined, { signal: timer.signal })]);
        timer.abort();
      }
      dismissWatchdog();
    },
  };
}

// [Note: No orphan]
// A server that is killed with SIGKILL cannot stop its database. A watchdog, a shell process, does: it reads from a pipe that the server
// holds open. When the server ends, the kernel closes the pipe, and the watchdog stops the database. If the watchdog is killed as well,
// the next start finds the old database by its folder (endLeftovers).
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

/**
 * Waits for `ready` in the eighth line of postmaster.pid. There is no time limit, because a recovery may take long.
 * @returns false when the process ends before that
 */
async function ready({ clusterDir, log }: Launch, started: Started): Promise<boolean> {
  for (let waited = 0; started.alive(); waited += 1) {
    const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === started.pid && lines[7]?.trim() === 'ready') return true;
    if (waited % 500 === 499) log.info('the database is recovering what was being written when it was interrupted');
    await sleep(10);
  }
  // The last lines of output may arrive after the process has ended.
  await sleep(20);
  return false;
}

function lastWords(lines: string[]): string {
  const telling = lines.filter((line) => /^(FATAL|PANIC):/.test(line));
  const chosen = telling.at(0) ?? lines.at(-1) ?? '';
  return chosen.replace(/^[A-Z]+:\s+/, '').replace(/\.$/, '');
}

/** Finds a TCP port of 127.0.0.1 that is free at the moment. */
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
// Every process of a cluster has the cluster's name in its command line or title, which every user may read. (The working directory of
// another user's process cannot be read by root in a container.) The name consists of the device and inode numbers of the folder: the
// same path may name different folders inside and outside a container, and a copy of the folder contains any file that could identify it.
async function clusterName(clusterDir: string): Promise<string> {
  const { dev, ino } = await stat(clusterDir, { bigint: true });
  return `heartwood-${dev}-${ino}`;
}

/**
 * Ends every PostgreSQL process that still works on the folder. Only the holder of DATA_DIR's lock may call it, because then no other
 * server uses those processes. Removes postmaster.pid if its process id belongs to another program by now: PostgreSQL would take that
 * program for a running server and refuse to start.
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

/** Finds the processes of a cluster: the postmaster has the cluster's name as a setting, its children have it in their titles. */
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
