import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import type { QueueResult } from 'pg-boss';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { runPrepared } from '#platform/db/read.ts';
import { describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';
import { deleteJobs, life, pendingJobs, resumeAbandoned, turnOf, waitingJobs } from './job-rows.ts';
import type { Waiting } from './job-rows.ts';

/** A kind of background job. Handlers must be idempotent: after a kill the job runs again. */
export interface JobKind<Data extends object> {
  name: string;
  /** How many run at once in one process. */
  concurrency: number;
  /** Seconds after which a run counts as failed and is retried. */
  timeout: number;
  /** Seconds a due job may wait while others of the kind run, until that is an alarm; ten minutes where nothing is said. */
  lateAfterSeconds?: number;
  /** Retries after the first run. */
  retries: number;
  /** Of one key one job waits at a time: a second one is dropped. Set once and for all: a queue cannot take it on later. */
  waitsOnce?: true;
  /** The type of the job's data; has no value. */
  data?: Data;
}

/** Background jobs, stored in the database, so that a job exists exactly if its transaction was committed. */
export interface Jobs {
  /**
   * Enqueues a job in the transaction that makes it necessary. `after` delays it. `key` is for a kind of which one job waits for each.
   * Families take turns: `family` is the id of the one it is for.
   */
  enqueue<Data extends object>(
    tx: Queryable,
    kind: JobKind<Data>,
    data: Data,
    options?: { after?: Date; key?: string; family?: string },
  ): Promise<void>;
  /** Registers the handler of a kind. Called before `start`. */
  handle<Data extends object>(kind: JobKind<Data>, work: (data: Data) => Promise<void>): void;
  /** Registers a handler that runs on a schedule in cron notation (UTC). Called before `start`. */
  schedule(kind: JobKind<object>, cron: string, work: () => Promise<void>): void;
  /**
   * Removes the waiting and finished jobs of a kind that carry one of some tags and were made until a time: `tags` and `made` of their data.
   * @returns whether such a job is left: it was running
   */
  forget<Data extends { tags: readonly string[]; made: string }>(
    kind: JobKind<Data>,
    tags: readonly string[],
    until: Date,
  ): Promise<boolean>;
  /** Of some values of a field of the data those for which a job of the kind waits or runs. */
  pending<Data extends object>(kind: JobKind<Data>, field: keyof Data & string, values: readonly string[]): Promise<Set<string>>;
  /** Opens the queues. With `work: false` this process enqueues jobs and runs none. */
  start(options: { work: boolean }): Promise<void>;
  /** Takes up no more jobs and waits for running ones, at most `seconds`. What still runs may enqueue jobs. */
  finish(seconds: number): Promise<void>;
  /** The same, and closes its connections. */
  stop(seconds: number): Promise<void>;
  /** Every queue with jobs that are due, and whether they have waited too long: `isLate` is an alarm. */
  waiting(): Promise<(Waiting & { isLate: boolean })[]>;
  /** How many jobs of each queue failed in this process at their last try, and are tried no more. */
  readonly givenUp: ReadonlyMap<string, number>;
}

/** Seconds after which a due job is late: where no process runs jobs of its kind, and where others of its kind run before it. */
const lateAfterSeconds = { idle: 90, busy: 600 };
/** Hours a finished job is kept: what it carried is gone within a day. */
const finishedHours = 12;
/** Milliseconds between two looks for queues that are late. */
const alarmInterval = 30_000;
/** The group of a job that is no family's: every job has one, because pg-boss keeps an index of the running jobs that have. */
const noFamily = 'house';

/** Jobs on pg-boss. */
export function createJobs(db: Db, url: string, log: Log): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    max: 4,
    useListenNotify: true,
    application_name: 'heartwood-jobs',
    maintenanceIntervalSeconds: 3_600,
  });
  let isStopping = false;
  // A connection that ends with the database, while both stop, is no error.
  boss.on('error', (error) => isStopping || log.warn({ error: error.message }, 'the job queue met an error'));
  const handlers = new Map<string, { kind: JobKind<object>; work: (data: never) => Promise<void>; cron?: string }>();
  const givenUp = new Map<string, number>();
  const workers = createWorkers(boss, log, (name) => givenUp.set(name, (givenUp.get(name) ?? 0) + 1));
  const timers: NodeJS.Timeout[] = [];

  /** Puts back what dead processes were working at. */
  const resume = async () => {
    for (const name of await resumeAbandoned(db, [...workers.running])) {
      log.warn({ job: name }, 'a job whose process is gone is taken up again');
      workers.wake(name);
    }
  };

  const waiting = async () => {
    const queues = await waitingJobs(db);
    return queues.map((queue) => {
      const busy = handlers.get(queue.name)?.kind.lateAfterSeconds ?? lateAfterSeconds.busy;
      return { ...queue, isLate: queue.seconds > (queue.running === 0 ? lateAfterSeconds.idle : busy) };
    });
  };

  const end = async (seconds: number, close: boolean) => {
    isStopping = true;
    for (const timer of timers) clearInterval(timer);
    await boss.stop({ graceful: true, timeout: seconds * 1_000, close });
  };

  return {
    async enqueue(tx, kind, data, { after, key, family } = {}) {
      await boss.send(kind.name, data, {
        db: { executeSql: (text, values) => runPrepared(tx, text, values) },
        group: { id: family ?? noFamily },
        ...(family ? { priority: await turnOf(tx, kind.name, family) } : {}),
        ...(after ? { startAfter: after } : {}),
        ...(key ? { singletonKey: key } : {}),
      });
    },
    forget: ({ name }, tags, until) => deleteJobs(db, name, tags, until),
    pending: ({ name }, field, values) => pendingJobs(db, name, field, values),
    handle(kind, work) {
      handlers.set(kind.name, { kind, work });
    },
    schedule(kind, cron, work) {
      handlers.set(kind.name, { kind, work, cron });
    },
    async start({ work }) {
      await boss.start();
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const { kind, cron } of handlers.values()) {
        await prepareQueue(boss, kind, queues.get(kind.name));
        if (cron) await boss.schedule(kind.name, cron, null, { group: { id: noFamily } });
      }
      timers.push(setInterval(reportLate(waiting, log), alarmInterval).unref());
      if (!work) return;
      for (const { kind, work: run } of handlers.values()) await workers.start(kind, run);
      timers.push(setInterval(unlessHeldUp(db, resume), life.sign * 1_000).unref());
      await resume();
    },
    finish: (seconds) => end(seconds, false),
    stop: (seconds) => end(seconds, true),
    waiting,
    givenUp,
  };
}

/** Creates or updates the queue of a kind. @param known its present options in the database */
async function prepareQueue(boss: PgBoss, kind: JobKind<object>, known: QueueResult | undefined): Promise<void> {
  const options = {
    retryLimit: kind.retries,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: kind.timeout,
    heartbeatSeconds: life.heartbeat,
    deleteAfterSeconds: finishedHours * 3_600,
    notify: true,
  };
  if (!known) return boss.createQueue(kind.name, { ...options, policy: kind.waitsOnce ? 'short' : 'standard' });
  const isSame = Object.entries(options).every(([name, value]) => known[name as keyof typeof options] === value);
  if (!isSame) await boss.updateQueue(kind.name, options);
}

/** What runs jobs in this process. @param giveUp is told of each job that is tried no more, by its queue */
function createWorkers(boss: PgBoss, log: Log, giveUp: (name: string) => void) {
  /** Ids of pg-boss's workers by the name of their queue. */
  const lanes = new Map<string, string[]>();
  const running = new Set<string>();
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 10,
    heartbeatRefreshSeconds: life.sign,
    includeMetadata: true,
  } as const;
  return {
    /** Ids of the jobs that run here. */
    running,
    /** Lets the workers of a queue look at it now. */
    wake(name: string): void {
      for (const worker of lanes.get(name) ?? []) boss.notifyWorker(worker);
    },
    /** Runs the jobs of a kind, so many at once as it says. */
    async start(kind: JobKind<object>, run: (data: never) => Promise<void>): Promise<void> {
      const workers: string[] = [];
      lanes.set(kind.name, workers);
      for (let lane = 0; lane < kind.concurrency; lane += 1) {
        const worker: string = await boss.work(kind.name, options, async ([job]) => {
          if (!job) return;
          running.add(job.id);
          try {
            await run(job.data as never);
          } catch (error) {
            const isLast = job.retryCount >= job.retryLimit;
            if (isLast) giveUp(kind.name);
            log.error({ job: kind.name, id: job.id, error: describeError(error) }, isLast ? 'a job is given up' : 'a job failed');
            throw error;
          } finally {
            running.delete(job.id);
            // More may wait than there were notifications: look again at once, not at the next tick.
            boss.notifyWorker(worker);
          }
        });
        workers.push(worker);
      }
    },
  };
}

/** What looks for dead processes, unless this one was held up itself. See [Note: Work of a dead process]. */
function unlessHeldUp(db: Db, judge: () => Promise<void>): () => Promise<void> {
  let lookedAt = performance.now();
  let judgesFrom = 0;
  let isLooking = false;
  return async () => {
    if (isLooking) return;
    isLooking = true;
    const now = performance.now();
    if (now - lookedAt > 2 * life.sign * 1_000) judgesFrom = now + life.silence * 1_000;
    try {
      await (now < judgesFrom ? db.execute(sql`select 1`) : judge());
      lookedAt = performance.now();
    } catch {
      // The database does not answer; others log that.
    } finally {
      isLooking = false;
    }
  };
}

/** What says in the log when a queue is late, and when it is not any more. */
function reportLate(look: Jobs['waiting'], log: Log): () => Promise<void> {
  let known: string[] = [];
  return async () => {
    const queues = await look().catch(() => undefined);
    if (!queues) return;
    const late = queues.filter(({ isLate }) => isLate);
    for (const { name, seconds, running } of late)
      if (!known.includes(name)) log.error({ job: name, seconds: Math.round(seconds), running }, 'jobs wait too long');
    const names = late.map(({ name }) => name);
    for (const name of known) if (!names.includes(name)) log.warn({ job: name }, 'jobs wait no longer than they may');
    known = names;
  };
}
