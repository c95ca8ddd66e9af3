import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Whose family or account it is. */
interface Owner {
  userId: string;
}

/** Asks the database of the server of the journeys for what no endpoint does: only time that cannot be waited for. */
async function inDatabase(statement: string, values: unknown[], dataDir = process.env['E2E_DATA_DIR'] ?? ''): Promise<void> {
  const { heartwood } = JSON.parse(await readFile(join(dataDir, 'secrets', 'postgres.json'), 'utf8')) as { heartwood: string };
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://heartwood:${heartwood}@127.0.0.1:${port}/heartwood` });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** The free time of the families that somebody has started is over, as it is after its days: a minute ago, unless told otherwise. */
export const endTrial = ({ userId }: Owner, dataDir?: string, at = new Date(Date.now() - 60_000)): Promise<void> =>
  inDatabase('update families set trial_ends_at = $2 where started_by = $1', [userId, at], dataDir);

/** What somebody has paid for is over, and was not renewed: two days ago, so that no tolerance is left. */
export async function endPaid({ userId }: Owner): Promise<void> {
  const end = new Date(Date.now() - 2 * 86_400_000);
  await inDatabase('update purchases set period_end = $2 where user_id = $1', [userId, end]);
  await inDatabase('update families set paid_until = $2 where started_by = $1', [userId, end]);
}

/** A month has passed since a plan was bought in the sandbox, and some days more; the server sees it when it next looks at what was bought. */
export async function passMonth({ userId }: Owner, days: number): Promise<void> {
  const bought = new Date(Date.now() - (31 + days) * 86_400_000).toISOString();
  await inDatabase(
    `update sandbox_customers set data = jsonb_set(data, '{subscriptions,0,anchor}', to_jsonb($2::text))
     where id in (select id from billing_customers where user_id = $1)`,
    [userId, bought],
  );
}

/** Letters that are due are written now, as they are every minute. */
export const writeLetters = (): Promise<void> => inDatabase(`insert into pgboss.job (name, group_id) values ('digests', 'house')`, []);

/** What somebody has been told of happened a quarter of an hour ago. */
export const toldEarlier = ({ userId }: Owner): Promise<void> =>
  inDatabase(`update notifications set created_at = created_at - interval '15 minutes' where user_id = $1 and settled_at is null`, [
    userId,
  ]);
