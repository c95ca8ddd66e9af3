import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#platform/log.ts';

type Transaction = NodePgDatabase['transaction'];

/** The database inside a transaction, and the connection that it has to itself. */
export type Tx = Parameters<Parameters<Transaction>[0]>[0] & { $client: pg.PoolClient };
/** The database, outside a transaction. */
export type Db = Omit<NodePgDatabase, 'transaction'> & {
  $client: pg.Pool;
  /** Commits what `work` has written once that resolves; once it rejects, nothing was written. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, config?: Parameters<Transaction>[1]): Promise<Result>;
};
/** Either of both: what a store function takes. */
export type Queryable = Db | Tx;

/** Most connections of one process; PostgreSQL's own default allows 100 in all. */
const poolSize = 20;
/**
 * Milliseconds a query waits for a connection and for a lock of another transaction, and may take in all. Where one of the first two is used up a
 * request is answered within five seconds, and a job is tried again later.
 */
const timeoutsMs = { connection: 2_000, lock: 2_500, statement: 60_000 };

/** Days and times come as text and `Date`; a day must never pass through a time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
/** Arrays of ids need none of the quoting that arrays of text do. */
const uuidArray = 2951 as typeof pg.types.builtins.DATE;
pg.types.setTypeParser(uuidArray, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',')));

/** Connects to PostgreSQL. A lost connection is logged and made again by the next query. */
export function connect(url: string, log: Log): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: timeoutsMs.connection,
    idleTimeoutMillis: 30_000,
    lock_timeout: timeoutsMs.lock,
    statement_timeout: timeoutsMs.statement,
    application_name: 'heartwood',
  });
  // A connection that ends with the database, while both stop, is no loss.
  const lost = (error: Error) => pool.ending || log.warn({ error: error.message }, 'a database connection was lost');
  pool.on('error', lost);
  // The pool only listens to connections that rest; one that breaks inside a transaction would otherwise end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return Object.assign(drizzle(pool), { transaction: transactionsOf(pool) });
}

/** Transactions that know their connection: a prepared statement belongs to one. */
const transactionsOf =
  (pool: pg.Pool): Db['transaction'] =>
  async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction((tx) => work(Object.assign(tx, { $client: client })), config);
    } finally {
      client.release();
    }
  };

/** Closes every connection once its query has ended. */
export const disconnect = (db: Db): Promise<void> => db.$client.end();
