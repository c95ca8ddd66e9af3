import { sql } from 'drizzle-orm';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';

// What pg-boss's table says and pg-boss itself does not. Times in it are the database's: `start_after`, `heartbeat_on`.

/** What waits in one queue. */
export interface Waiting {
  name: string;
  /** How long the oldest job that is due has waited. */
  seconds: number;
  /** How many jobs of the queue are being worked at. */
  running: number;
}

/** Every queue with jobs that are due. */
export const waitingJobs = (db: Db): Promise<Waiting[]> =>
  readRows(
    db,
    sql`
    with due as (
      select name, extract(epoch from pgboss.job_now() - min(start_after))::float8 as seconds
      from pgboss.job where state < 'active' and start_after <= pgboss.job_now() and name not like '\\_\\_pgboss%' group by name
    )
    select due.name, due.seconds, count(job.id)::int as running
    from due left join pgboss.job on job.name = due.name and job.state = 'active' and job.group_id is not null
    group by due.name, due.seconds order by due.name`,
  );

// [Note: Whose turn it is]
// A lane takes the job with the highest priority, and of those the oldest. A family's jobs in a queue stand one behind the other: each new one
// has a priority of one less than the family's last. The first of a family that waits for nothing has the priority of what is being worked at,
// so it comes before the second of every other family that waits. This is fair queueing by start time (Goyal, Vin and Cheng, 1996): a family
// that sends a hundred films waits for them, others wait for one; and what is sent later never holds up for good what is there already.

/** The priority of a family's next job in a queue. See [Note: Whose turn it is]. */
export async function turnOf(tx: Queryable, name: string, family: string): Promise<number> {
  const [row] = await readRows<{ priority: number }>(
    tx,
    sql`
    select least(
      coalesce(
        (select max(priority) from pgboss.job where name = ${name} and state = 'active' and group_id is not null),
        (select max(priority) from pgboss.job where name = ${name} and state < 'active' and start_after <= pgboss.job_now()),
        0
      ),
      (select min(priority) - 1 from pgboss.job where name = ${name} and state <= 'active' and group_id = ${family})
    ) as priority`,
  );
  return row?.priority ?? 0;
}

/**
 * Removes jobs of a queue that do not run: those that carry one of some tags and were made until a time, by their data.
 * @returns whether such a job is left that has not ended: one that ran, and may wait again
 */
export async function deleteJobs(db: Db, name: string, tags: readonly string[], until: Date): Promise<boolean> {
  const such = sql`name = ${name} and data->'tags' ?| ${sql.param([...tags])}::text[] and data->>'made' <= ${until.toISOString()}`;
  await db.execute(sql`delete from pgboss.job where ${such} and state <> 'active'`);
  return (await readRows(db, sql`select from pgboss.job where ${such} and state <= 'active' limit 1`)).length > 0;
}

/** Which of some values a field of the data has, among the jobs of a queue that wait or run. */
export async function pendingJobs(db: Db, name: string, field: string, values: readonly string[]): Promise<Set<string>> {
  const rows = await readRows<{ value: string }>(
    db,
    sql`
    select distinct data->>${field}::text as value from pgboss.job
    where name = ${name} and state <= 'active' and data->>${field}::text = any(${sql.param([...values])}::text[])`,
  );
  return new Set(rows.map(({ value }) => value));
}

// [Note: Work of a dead process]
// A process says every two seconds which jobs it is working at. Every two seconds a working process also looks for jobs of which no process has said
// so for six, and puts them back to be done at once. Its own are left out. A process that was itself held up (the database did not answer,
// the machine slept) cannot know who else was: it waits for six seconds before it judges others. A job that has been begun
// four times may be what kills the processes: it is left to pg-boss, which tries it again after a minute, later each time, and gives it up.

/** Seconds: between two signs of life, without one until a job counts as left behind, and until pg-boss itself thinks so. */
export const life = { sign: 2, silence: 6, heartbeat: 60 } as const;
/** How often a job is begun again at once. */
const mostAtOnce = 3;

/**
 * Puts back what dead processes were working at. See [Note: Work of a dead process].
 * @param own ids of the jobs that this process is working at
 * @returns the queues they are in
 */
export async function resumeAbandoned(db: Db, own: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now(), heartbeat_on = null
    where state = 'active' and group_id is not null and heartbeat_on < pgboss.job_now() - make_interval(secs => ${life.silence})
      and retry_count < least(retry_limit, ${mostAtOnce}) and not (id = any(${sql.param([...own])}::uuid[]))
    returning name`);
  return [...new Set(rows.map(({ name }) => name))];
}
