import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { QueueResult } from 'pg-boss';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';

/** A kind of background job. Handlers must be idempotent: after a kill the job runs again. */
export interface JobKind<Data extends object> {
  name: string;
  /** How many run at once in one process. */
  concurrency: number;
  /** Seconds after which a run counts as failed and is retried. */
  timeout: number;
  /** Seconds without a heartbeat after which a long run counts as failed, because its process is gone; 10 at least. */
  heartbeat?: number;
  /** Retries after the first run. */
  retries: number;
  /** The type of the job's data; has no value. */
  data?: Data;
}

/** Background jobs, stored in the database, so that a job exists exactly if its transaction was committed. */
export interface Jobs {
  /** Enqueues a job in the transaction that makes it necessary. `after` delays it; while a job with `key` waits, a second one is dropped. */
  enqueue<Data extends object>(tx: Queryable, kind: JobKind<Data>, data: Data, options?: { after?: Date; key?: string }): Promise<void>;
  /** Registers the handler of a kind. Called before `start`. */
  handle<Data extends object>(kind: JobKind<Data>, work: (data: Data) => Promise<void>): void;
  /** Registers a handler that runs on a schedule in cron notation (UTC). Called before `start`. */
  schedule(kind: JobKind<object>, cron: string, work: () => Promise<void>): void;
  /** Opens the queues. With `work: false` this process enqueues jobs and runs none. */
  start(options: { work: boolean }): Promise<void>;
  /** Waits for running jobs, at most `seconds`, and stops. */
  stop(seconds: number): Promise<void>;
  /** Seconds the oldest job that is due has been waiting. */
  oldestDue(): Promise<number>;
}

/** Jobs on pg-boss. */
export function createJobs(db: Db, url: string, log: Log): Jobs {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 4, useListenNotify: true, application_name: 'heartwood-jobs' });
  boss.on('error', (error) => log.warn({ error: error.message }, 'the job queue met an error'));
  const handlers = new Map<string, { kind: JobKind<object>; work: (data: never) => Promise<void>; cron?: string }>();

  /** Creates or updates the queue of a kind. @param known its present options in the database */
  const prepare = async (kind: JobKind<object>, known: QueueResult | undefined) => {
    const options = {
      retryLimit: kind.retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: kind.timeout,
      ...(kind.heartbeat ? { heartbeatSeconds: kind.heartbeat } : {}),
      deleteAfterSeconds: 7 * 86_400,
      notify: true,
    };
    if (!known) return boss.createQueue(kind.name, { ...options, policy: 'standard' });
    const isSame = Object.entries(options).every(([name, value]) => known[name as keyof typeof options] === value);
    return isSame ? undefined : boss.updateQueue(kind.name, options);
  };

  return {
    async enqueue(tx, kind, data, options = {}) {
      await boss.send(kind.name, data, {
        db: fromDrizzle(tx, sql),
        ...(options.after ? { startAfter: options.after } : {}),
        ...(options.key ? { singletonKey: options.key } : {}),
      });
    },
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
        await prepare(kind, queues.get(kind.name));
        if (cron) await boss.schedule(kind.name, cron);
      }
      if (!work) return;
      for (const { kind, work: run } of handlers.values()) {
        for (let lane = 0; lane < kind.concurrency; lane += 1) {
          const options = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 };
          const worker: string = await boss.work(kind.name, options, async ([job]) => {
            if (!job) return;
            try {
              await run(job.data as never);
            } catch (error) {
              log.error({ job: kind.name, id: job.id, error: describeError(error) }, 'a job failed');
              throw error;
            } finally {
              // More may wait than there were notifications: look again at once, not at the next tick.
              boss.notifyWorker(worker);
            }
          });
        }
      }
    },
    stop: (seconds) => boss.stop({ graceful: true, timeout: seconds * 1_000 }),
    async oldestDue() {
      const { rows } = await db.$client.query<{ seconds: number | null }>(
        `select extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
      );
      return rows[0]?.seconds ?? 0;
    },
  };
}
