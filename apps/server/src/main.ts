import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp, catchUp, features, openListeners, registerJobs } from '#app';
import type { AppOptions } from '#app';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import type { Config } from '#platform/config.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { lockDataDir } from '#platform/lock.ts';
import { createLog, describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';
import { closePlatform, openPlatform } from '#platform/platform.ts';
import type { Platform } from '#platform/platform.ts';
import { verifySecret } from '#platform/secret-check.ts';
import { StartupError } from '#platform/startup-error.ts';
import { tidyHourly } from '#platform/temporary.ts';

/** Seconds in which running requests may end. */
const grace = 30;
/** Seconds of them that are left for the database, which stops last. */
const forDatabase = 4;
/** Seconds in which running jobs may end, at the same time as the requests. */
const jobsGrace = 20;
/**
 * Connections that wait to be accepted. What is too much for Node's own 511 in a busy moment the system drops without a word, and the client
 * tries again after one, three, seven seconds: they would wait for a minute for a server that has long been idle.
 */
const backlog = 4_096;

/** A running server. */
export interface RunningServer {
  platform: Platform;
  config: Config;
  address: string;
}

/**
 * Starts the process: configuration, lock, database, migrations, jobs, listening; closes all of it on SIGTERM and SIGINT.
 * @throws StartupError with one sentence for the operator
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  options: AppOptions & { beforeListen?: (platform: Platform) => Promise<void>; clock?: Clock } = {},
): Promise<RunningServer> {
  const config = readConfig(env);
  const log = createLog(config);
  // The database and what stands below it; all that uses it.
  const closers: Closer[] = [];
  const users: Closer[] = [];
  const closeAll = async () => {
    await Promise.race([closeEach(users, log), sleep((grace - forDatabase) * 1_000, undefined, { ref: false })]);
    await closeEach(closers, log);
  };
  try {
    // Processes that keep everything elsewhere may be many; what is kept on this disk belongs to one.
    if (!config.databaseUrl || !config.s3) {
      const lock = await lockDataDir(config.dataDir, { port: config.port });
      closers.push(() => lock.release());
    }
    await assertPortIsFree(config);
    const cluster = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
    if (cluster) closers.push(() => cluster.stop());
    const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
    await migrate(databaseUrl, log);
    await verifySecret(databaseUrl, config, log);
    const platform = await openPlatform({ config, features, databaseUrl, log, ...(options.clock ? { clock: options.clock } : {}) });
    users.push(() => closePlatform(platform));
    users.push(tidyHourly(platform));
    // Said once at the start, which waits for nobody: a store that is away for a moment may come back.
    void platform.storage.health().catch((error: unknown) => log.error({ error: describeError(error) }, 'media cannot be reached'));
    if (!config.rateLimits) log.warn('rate limits are off: for load tests only');
    registerJobs(platform);
    const app = await buildApp(platform, options);
    users.push(async () => {
      // What is still open shortly before the grace ends is cut off, so that the process ends in order.
      const cut = setTimeout(() => app.server.closeAllConnections(), (grace - 5) * 1_000);
      await Promise.all([app.close(), platform.jobs.finish(jobsGrace)]);
      clearTimeout(cut);
    });
    await platform.jobs.start({ work: config.role !== 'web' });
    if (config.role !== 'web') await catchUp(platform);
    if (config.role !== 'web') users.push(await openListeners(platform));
    if (!config.stripe) log.warn('payments are a sandbox: nothing is charged, and everybody can cover their family; set STRIPE_SECRET_KEY');
    if (!config.contactEmail)
      log.warn('nobody can write to you: /contact, /privacy and /terms name no address; set CONTACT_EMAIL or MAIL_FROM');
    if (config.role !== 'web' && !platform.push.isOn)
      log.info('push is off: no device is told of anything; set FCM_SERVICE_ACCOUNT, or VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY');
    await options.beforeListen?.(platform);
    const address = await app.listen({ port: config.port, host: config.host, backlog });
    log.info({ address, pid: process.pid }, 'ready');
    closeWithGrace({ delay: grace * 1_000 }, async ({ err }) => {
      if (err) log.fatal({ error: err.stack }, 'the process cannot go on');
      await closeAll();
    });
    return { platform, config, address };
  } catch (error) {
    await closeAll();
    throw explain(error, config);
  }
}

type Closer = () => Promise<void>;

/** Closes the last first; what fails keeps none of the others open. */
async function closeEach(closers: readonly Closer[], log: Log): Promise<void> {
  for (const close of closers.toReversed()) await close().catch((error: unknown) => log.error({ error: String(error) }, 'closing failed'));
}

/** Listens for a moment, so that nothing is made by a server that could not listen. @throws EADDRINUSE */
async function assertPortIsFree({ port, host }: Config): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Nobody there, no such name, no such user or database, not let in (also SQLSTATE, as PostgreSQL says it). */
const unusable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28000',
  '28P01',
  '3D000',
  '42501',
  '57P03',
]);

/** Says in one sentence why the start failed, where it is known. */
export function explain(error: unknown, config: Config): unknown {
  if (error instanceof StartupError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${config.port} on ${config.host} is taken by another program; set PORT to a free one.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new StartupError(`The folder ${config.dataDir} cannot be written to; set DATA_DIR to one that can.`);
  if (config.databaseUrl && unusable.has(code)) {
    return new StartupError(`The database that DATABASE_URL names cannot be used (${code}, ${new URL(config.databaseUrl).host}).`);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StartupError(`There is no space left on the disk of ${config.dataDir}.`);
  return error;
}

if (import.meta.main) {
  try {
    await startServer(process.env, { web: { sample: false } });
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  }
}
