import { features } from '../apps/server/src/app.ts';
import { reconcile } from '../apps/server/src/features/billing/jobs.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { lockDataDir } from '../apps/server/src/platform/lock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { say } from './run.ts';

// `npm run reconcile`: compares everything that was paid with the provider, as the server does every night. Beside running servers where nothing
// is kept in DATA_DIR; else while the server is stopped, which makes up at its start for what was reported meanwhile.

const closers: (() => Promise<void>)[] = [];
try {
  const config = readConfig(process.env);
  const log = createLog(config);
  if (!config.databaseUrl || !config.s3) {
    const lock = await lockDataDir(config.dataDir, { port: config.port });
    closers.push(() => lock.release());
  }
  const cluster = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  if (cluster) closers.push(() => cluster.stop());
  const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
  await migrate(databaseUrl, log);
  const platform = await openPlatform({ config, features, databaseUrl, log });
  closers.push(() => closePlatform(platform));
  await platform.jobs.start({ work: false });
  say(`${await reconcile(platform)} customers were compared with the provider of payments.`);
} catch (error) {
  say(error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}
