import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Db } from './pool.ts';

/** Where the migrations are: reviewed SQL, run in the order of their numbers. */
export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number, as long as every Heartwood takes the same. */
const lockId = 4_827_116_203;

/** The oldest PostgreSQL whose SQL the migrations speak. */
const leastVersion = 15;

/** @param version as `server_version_num` says it: 140005 is 14.5. @throws StartupError where the migrations need a newer one */
export function assertVersion(version: string): void {
  const major = Math.floor(Number(version) / 10_000);
  if (major < leastVersion)
    throw new StartupError(`The database that DATABASE_URL names is PostgreSQL ${major}: Heartwood needs ${leastVersion} or newer.`);
}

/**
 * Brings the schema up to date, each file in a transaction of its own, once, whoever else starts at the same time:
 * the others wait for the lock and then find nothing left to do.
 * @returns names of the migrations that were run now
 */
export async function migrate(url: string, log: Log): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    assertVersion(rows[0]?.server_version_num ?? '');
    await client.query('select pg_advisory_lock($1)', [lockId]);
    const done = await runner({
      dbClient: client,
      dir: migrationsDir,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      checkOrder: true,
      singleTransaction: false,
      noLock: true,
      log: () => undefined,
      logger: {
        debug: () => undefined,
        info: () => undefined,
        warn: (message) => log.warn(message),
        error: (message) => log.error(message),
      },
    });
    return done.map((one) => one.name);
  } finally {
    await client.end();
  }
}

/** Names of migrations this code brings that the database has not run. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from schema_migrations`);
  const done = new Set(rows.map((row) => row.name));
  const known = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
  return known.filter((name) => !done.has(name)).toSorted();
}
