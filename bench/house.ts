import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, registerJobs } from '../apps/server/src/app.ts';
import { enterFamily } from '../apps/server/src/features/family/scope.ts';
import type { FamilyScope } from '../apps/server/src/features/family/scope.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import type { Filled } from '../apps/server/test/many.ts';
import { registerParent } from '../apps/server/test/people.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const rounds = 60;
const goal = 1.3;
const log = createLog({ logLevel: 'silent' });

/** A server on a database of its own, and the first family in it. */
export interface House {
  platform: Platform;
  scope: FamilyScope;
  own: Filled;
}

/** What is asked of it, by what it is called. */
export type Reads = Record<string, () => Promise<unknown>>;

/** Builds a house, does something in it, and leaves nothing behind. */
export async function inHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log });
  await migrate(cluster.url, log);
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const platform = await openPlatform({ config, databaseUrl: cluster.url, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const owner = await registerParent(app);
    const scope = await enterFamily(platform.db, { userId: owner.userId, currentFamilyId: owner.familyId });
    return await work({ platform, scope, own: { familyId: owner.familyId, userId: owner.userId, personId: scope.personId } });
  } finally {
    await app.close();
    await closePlatform(platform);
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs statements that may take longer than a request may, one after another, on one connection. */
export async function withPatience(platform: Platform, statements: readonly string[]): Promise<void> {
  const client = await platform.db.$client.connect();
  try {
    for (const statement of ["set statement_timeout = 0; set maintenance_work_mem = '512MB'", ...statements]) await client.query(statement);
    await client.query('reset statement_timeout; reset maintenance_work_mem');
  } finally {
    client.release();
  }
}

/** Middle times in milliseconds; the reads in turns, so that whatever else the machine does meets all of them. */
export async function measure(reads: Reads): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = -10; round < rounds; round += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const began = performance.now();
      await read();
      if (round >= 0) (times[name] ??= []).push(performance.now() - began);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** Lines of a table: each time against what it was when there was little. */
export function against(before: Record<string, number>, after: Record<string, number>, what: string): BenchRow[] {
  return Object.entries(after).map(([name, value]) => {
    const peer = before[name] ?? Number.NaN;
    const ratio = value / peer;
    return { name: `${name}, ${what}`, value, unit: 'ms', peer, ratio, goal: '<= 130 %', ok: ratio <= goal };
  });
}
