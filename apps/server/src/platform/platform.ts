import { uploadsAtOnce } from '@heartwood/contract/limits';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { Listener } from './db/listen.ts';
import { connect, disconnect } from './db/pool.ts';
import type { Db } from './db/pool.ts';
import { createDocuments } from './documents/documents.ts';
import type { Documents } from './documents/documents.ts';
import type { Features } from './feature.ts';
import { createCursors } from './http/cursor.ts';
import type { Cursors } from './http/cursor.ts';
import { createLimits } from './http/limits.ts';
import type { Limits } from './http/limits.ts';
import { createJobs } from './jobs/jobs.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import { createMail } from './mail/mail.ts';
import type { Mail } from './mail/mail.ts';
import { createReading } from './mail/reading.ts';
import type { Reading } from './mail/reading.ts';
import { createReplyAddresses } from './mail/reply-address.ts';
import type { ReplyAddresses } from './mail/reply-address.ts';
import { createSenderCheck } from './mail/sender-check.ts';
import type { SenderCheck } from './mail/sender-check.ts';
import type { Payments } from './payments/payments.ts';
import { createSandbox } from './payments/sandbox.ts';
import type { Sandbox } from './payments/sandbox.ts';
import type { Reports } from './payments/stripe-reports.ts';
import { createPictures } from './pictures/pictures.ts';
import type { Pictures } from './pictures/pictures.ts';
import { createPush } from './push/push.ts';
import type { Push } from './push/push.ts';
import { createRecordings } from './recordings/recordings.ts';
import type { Recordings } from './recordings/recordings.ts';
import { openSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';
import { stagingInStorage, stagingOnDisk } from './storage/staging.ts';
import type { Staging } from './storage/staging.ts';
import { createStorage } from './storage/storage.ts';
import type { Storage } from './storage/storage.ts';
import { createWriters } from './storage/writers.ts';
import type { Writers } from './storage/writers.ts';
import { tidyTemporary } from './temporary.ts';

/** What any product needs, put together once per process and handed to everything that acts. */
export interface Platform {
  config: Config;
  /** What the features say together. */
  features: Features;
  clock: Clock;
  log: Log;
  db: Db;
  /** Receives what other processes notify through the database. */
  listener: Listener;
  secrets: Secrets;
  limits: Limits;
  cursors: Cursors;
  jobs: Jobs;
  mail: Mail;
  /** What mails are answered to. */
  replyAddresses: ReplyAddresses;
  /** Reads mails that have arrived. */
  reading: Reading;
  /** Verifies the senders of mails that have arrived. */
  senderCheck: SenderCheck;
  push: Push;
  storage: Storage;
  /** Unfinished uploads. */
  staging: Staging;
  writers: Writers;
  pictures: Pictures;
  recordings: Recordings;
  documents: Documents;
  /** The provider of payments. */
  payments: Payments;
  /** The same where that is the sandbox; undefined where money is real. */
  sandbox: Sandbox | undefined;
  /** What the provider of payments reports; undefined where it reports nothing. */
  reports: Reports | undefined;
  /** Where files of running requests are kept. */
  tempDir: string;
}

/**
 * Puts the platform together on a migrated database. What a killed process left unfinished is removed first: before anything runs, so that
 * nothing that runs loses its files.
 */
export async function openPlatform(given: {
  config: Config;
  features: Features;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
}): Promise<Platform> {
  const { config, features, databaseUrl, log, clock = systemClock } = given;
  const secrets = await openSecrets(config);
  const db = connect(databaseUrl, log);
  const tempDir = join(config.dataDir, 'tmp');
  const jobs = createJobs(db, databaseUrl, log);
  const storage = await createStorage({ config, clock, key: secrets.key('media addresses') });
  await storage.removeLeftovers();
  await emptyTemporary(tempDir, config, clock);
  const sandbox = createSandbox({ db, clock, config });
  return {
    config,
    features,
    listener: new Listener(databaseUrl, log),
    clock,
    log,
    db,
    secrets,
    jobs,
    storage,
    // Where media are kept elsewhere, several processes may take turns at one upload.
    staging: config.s3 ? stagingInStorage(storage, tempDir) : stagingOnDisk(join(config.dataDir, 'uploads')),
    writers: createWriters(clock, uploadsAtOnce),
    limits: createLimits(db, clock, config.rateLimits),
    cursors: createCursors(secrets.key('list cursors')),
    mail: createMail({ config, jobs, clock, log, secrets, storage }),
    replyAddresses: createReplyAddresses(config.inbound.domain, secrets.keys('reply addresses')),
    reading: createReading({ tempDir }),
    senderCheck: createSenderCheck(config),
    push: await createPush({ config, clock }),
    pictures: createPictures({ storage, clock }),
    recordings: createRecordings({ tempDir }),
    documents: createDocuments({ tempDir }),
    ...((await openStripe(config)) ?? { payments: sandbox, sandbox, reports: undefined }),
    tempDir,
  };
}

/** Stripe, where it is configured; its library is loaded only there. */
async function openStripe({ stripe, plans }: Config): Promise<Pick<Platform, 'payments' | 'sandbox' | 'reports'> | undefined> {
  if (!stripe) return undefined;
  const { StripePayments } = await import('./payments/stripe.ts');
  const { createReports } = await import('./payments/stripe-reports.ts');
  return { payments: new StripePayments({ stripe, plans }), sandbox: undefined, reports: createReports(stripe) };
}

/** Files of requests and jobs that were running when a process was killed. Where processes share a store, they may share the folder, too. */
async function emptyTemporary(tempDir: string, { s3 }: Config, clock: Clock): Promise<void> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  if (s3) return tidyTemporary({ tempDir, clock });
  for (const name of await readdir(tempDir)) await rm(join(tempDir, name), { recursive: true, force: true });
}

/** Lets running work end and closes every connection. */
export async function closePlatform(platform: Platform): Promise<void> {
  await platform.listener.stop();
  await platform.jobs.stop(20);
  await disconnect(platform.db);
}
