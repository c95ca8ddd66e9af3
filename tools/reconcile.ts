import { features, registerJobs } from '../apps/server/src/app.ts';
import { reconcile } from '../apps/server/src/features/billing/jobs.ts';
import { explain } from '../apps/server/src/main.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import type { Config } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { lockDataDir } from '../apps/server/src/platform/lock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { PaymentsAway } from '../apps/server/src/platform/payments/payments.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { verifySecret } from '../apps/server/src/platform/secret-check.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { say } from './run.ts';

// `npm run reconcile`: compares everything that was paid with the provider, as the server does every night. Beside running servers where nothing
// is kept in DATA_DIR; else while the server is stopped, which makes up at its start for what was reported meanwhile. It can run again at any time.
// Exit code 1, and a sentence, where it could not be done, or not for everybody.

const closers: (() => Promise<void>)[] = [];
try {
  await compare(readConfig(process.env));
} catch (error) {
  const isSaid = error instanceof StartupError || error instanceof PaymentsAway;
  say(isSaid ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}

async function compare(config: Config): Promise<void> {
  try {
    const platform = await open(config);
    const count = await reconcile(platform);
    const where = platform.sandbox ? 'the sandbox, because there is no key of Stripe’s' : 'Stripe';
    say(`${count} ${count === 1 ? 'customer was' : 'customers were'} compared with ${where}.`);
  } catch (error) {
    throw explain(error, config);
  }
}

async function open(config: Config): Promise<Platform> {
  const log = createLog(config);
  if (!config.databaseUrl || !config.s3) {
    const lock = await lockDataDir(config.dataDir, { port: config.port });
    closers.push(() => lock.release());
  }
  const cluster = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  if (cluster) closers.push(() => cluster.stop());
  const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
  await migrate(databaseUrl, log);
  await verifySecret(databaseUrl, config, log);
  const platform = await openPlatform({ config, features, databaseUrl, log });
  closers.push(() => closePlatform(platform));
  // What follows from what is found is done by the server: its jobs are only written down.
  registerJobs(platform);
  await platform.jobs.start({ work: false });
  return platform;
}
