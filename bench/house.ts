import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { buildApp, features, registerJobs } from '../apps/server/src/app.ts';
import { joinFamily } from '../apps/server/src/features/family/actions.ts';
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
import { percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const rounds = 60;
const log = createLog({ logLevel: 'silent' });

/** A server on a database of its own, and the first family in it. */
export interface House {
  platform: Platform;
  scope: FamilyScope;
  own: Filled;
  /** Another member, whom some posts are for. */
  relative: FamilyScope;
  adminUrl: string;
}

/** What is asked of it, by what it is called. */
export type Reads = Record<string, () => Promise<unknown>>;

/** Builds a house, does something in it, and leaves nothing behind. */
export async function inHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log, throwAway: true });
  await migrate(cluster.url, log);
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const platform = await openPlatform({ config, features, databaseUrl: cluster.url, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const owner = await registerParent(app);
    const scope = await enterFamily(platform.db, { userId: owner.userId, currentFamilyId: owner.familyId });
    const ruth = await registerParent(app, { firstname: 'Ruth' });
    const { familyId, userId } = owner;
    await platform.db.transaction((tx) =>
      joinFamily(platform, tx, { familyId, userId: ruth.userId, firstname: 'Ruth', lastname: 'Whitlock', role: 'relative' }),
    );
    const relative = await enterFamily(platform.db, { userId: ruth.userId, currentFamilyId: familyId });
    const own = { familyId, userId, personId: scope.personId, named: ruth.userId };
    return await work({ platform, scope, own, relative, adminUrl: cluster.adminUrl });
  } finally {
    await app.close();
    await closePlatform(platform);
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const filled = ['posts', 'comments', 'post_people', 'post_audience', 'post_media', 'media'];

/**
 * Fills tables as fast as they can be: without foreign keys, and with the indexes made when the rows are there.
 */
export async function inBulk({ platform, adminUrl }: House, work: (client: ClientBase) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('grant set on parameter session_replication_role to public').finally(() => admin.end());
  const client = await platform.db.$client.connect();
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; set session_replication_role = replica`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any($1::regclass[]) and not indisunique`,
      [filled],
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await work(client);
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum analyze');
    await client.query('reset all');
  } finally {
    client.release();
  }
}

/** The 95th percentile of the times of some reads, all of them in turns, against their budget, as lines of a table. */
export async function measure(reads: Reads, budgetOf: (name: string) => number): Promise<BenchRow[]> {
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const began = performance.now();
      await read();
      if (round >= 0) times.get(name)?.push(performance.now() - began);
    }
  }
  return [...times].map(([name, figures]) => {
    const [value, peer] = [percentile(figures, 0.95), budgetOf(name)];
    return { name, value, unit: 'ms', peer, ratio: value / peer, goal: `p95 <= ${peer} ms`, ok: value <= peer };
  });
}
