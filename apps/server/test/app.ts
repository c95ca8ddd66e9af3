import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { inject } from 'vitest';
import { buildApp, features, registerJobs } from '#app';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { closePlatform, openPlatform } from '#platform/platform.ts';
import type { Platform } from '#platform/platform.ts';
import { createDatabase, dropDatabase } from './cluster.ts';
import { ensureTemplate } from './template.ts';

/** A clock that stands where it is put. */
interface TestClock extends Clock {
  set(time: Date | string): void;
  advance(amount: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
}

/** A whole server on a database of its own. */
export interface TestApp {
  app: FastifyInstance;
  platform: Platform;
  clock: TestClock;
  dataDir: string;
  /** Mails that were sent, oldest first; waits until at least `count` to the address are there. */
  mailsTo(address: string, count?: number): Promise<Email[]>;
  close(): Promise<void>;
}

/** Where every test's clock starts: a Saturday morning. */
export const testStart = new Date('2026-11-21T09:00:00.000Z');

function testClock(): TestClock {
  let time = testStart.getTime();
  return {
    now: () => new Date(time),
    set: (to) => void (time = new Date(to).getTime()),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      void (time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000),
  };
}

/**
 * Starts the app on a fresh database, a folder of its own and a clock that tests move. Jobs run unless told otherwise.
 * @param env more environment variables, as an operator would set them
 */
export async function startApp(
  options: { env?: Record<string, string>; jobs?: boolean; logTo?: DestinationStream } = {},
): Promise<TestApp> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const databaseUrl = await createDatabase(clusterUrl, name, await ensureTemplate(clusterUrl));
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-test-'));
  const config = readConfig({ PORT: '3000', LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:3000', ...options.env, DATA_DIR: dataDir });
  const log = createLog(config, options.logTo);
  const clock = testClock();
  const platform = await openPlatform({ config, features, databaseUrl, log, clock });
  const app = await buildApp(platform);
  registerJobs(platform);
  await platform.jobs.start({ work: options.jobs ?? true });
  await app.ready();
  return {
    app,
    platform,
    clock,
    dataDir,
    mailsTo: readOutbox(join(dataDir, 'outbox')),
    async close() {
      await app.close();
      await closePlatform(platform);
      await dropDatabase(clusterUrl, name);
      // A process that was started for a job may end a moment after it, and write until then.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** How long a mail is waited for, in milliseconds: a job that had to be tried once more comes within twenty seconds. */
const timeoutMs = 30_000;

/** Every mail is read once: outboxes grow, and who waits asks often. */
function readOutbox(outbox: string): TestApp['mailsTo'] {
  const mails = new Map<string, Email>();
  return async (address, count = 1) => {
    for (const deadline = performance.now() + timeoutMs; ;) {
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
      for (const name of names) if (!mails.has(name)) mails.set(name, await PostalMime.parse(await readFile(join(outbox, name))));
      const found = names
        .flatMap((name) => mails.get(name) ?? [])
        .filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
      if (found.length >= count) return found;
      if (performance.now() > deadline) throw new Error(`expected ${count} mails to ${address}, found ${found.length}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}
