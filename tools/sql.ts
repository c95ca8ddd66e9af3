import { parseArgs } from 'node:util';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { readConfig } from '../apps/server/src/platform/config.ts';
import type { Config } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { findRunning, hasDatabase } from '../apps/server/src/platform/db/running.ts';
import { lockDataDir } from '../apps/server/src/platform/lock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { say } from './run.ts';

// `npm run sql -- "select ..."`: asks the server's database, a JSON line for each row; without an argument it reads the statements from standard
// input. It uses the database of the running server, and starts it for as long as it takes where no server runs. `--url` prints the address
// instead, for psql and the like, while the server runs. What several statements change is kept as a whole, or not at all.

let stop = async (): Promise<void> => {};
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { url: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const running = config.databaseUrl ?? (await findRunning(config.dataDir))?.url;
  if (values.url) {
    if (!running) throw new StartupError('No server runs on this DATA_DIR: its database has an address only while it runs.');
    process.stdout.write(`${running}\n`);
  } else await ask(running ?? (await startedUrl(config)), positionals.join(' ') || (await text(process.stdin)));
} catch (error) {
  const isSaid = error instanceof StartupError || error instanceof pg.DatabaseError || (error instanceof Error && 'code' in error);
  say(isSaid ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
} finally {
  await stop();
}

async function ask(connectionString: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'heartwood-sql' });
  await client.connect();
  try {
    // Of several statements there are several results.
    for (const { command, rowCount, rows } of [await client.query<object>(statements)].flat()) {
      for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
      say(`${command ?? ''} ${rowCount ?? ''}`.trim());
    }
  } finally {
    await client.end();
  }
}

async function startedUrl(config: Config): Promise<string> {
  const lock = await lockDataDir(config.dataDir, { port: config.port });
  stop = () => lock.release();
  if (!(await hasDatabase(config.dataDir)))
    throw new StartupError(`There is no database in ${config.dataDir}: set DATA_DIR to the server's folder, or DATABASE_URL.`);
  const cluster = await startEmbedded({ dataDir: config.dataDir, log: createLog({ logLevel: 'error' }) });
  stop = async () => {
    await cluster.stop();
    await lock.release();
  };
  return cluster.url;
}
