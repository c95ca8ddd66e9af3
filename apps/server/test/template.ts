import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#platform/db/pool.ts';
import { migrate, migrationsDir } from '#platform/db/migrate.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { createDatabase } from './cluster.ts';

const lockId = 77_310_045;

/**
 * Makes the migrated database that tests copy, once per cluster and state of the migrations, whoever asks first.
 * @returns its name
 */
export async function ensureTemplate(clusterUrl: string): Promise<string> {
  const name = `template_${await migrationsHash()}`;
  const client = new pg.Client(clusterUrl);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    const there = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (there.rowCount === 0) await makeTemplate(clusterUrl, name, client);
    return name;
  } finally {
    await client.end();
  }
}

async function makeTemplate(clusterUrl: string, name: string, client: pg.Client): Promise<void> {
  const log = createLog({ logLevel: 'warn' });
  const url = await createDatabase(clusterUrl, `${name}_new`);
  await migrate(url, log);
  const db = connect(url, log);
  const jobs = createJobs(db, url, log);
  await jobs.start({ work: false });
  await jobs.stop(5);
  await db.$client.end();
  await client.query(`alter database ${pg.escapeIdentifier(`${name}_new`)} rename to ${pg.escapeIdentifier(name)}`);
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(migrationsDir)).toSorted()) hash.update(file).update(await readFile(join(migrationsDir, file)));
  return hash.digest('hex').slice(0, 12);
}
