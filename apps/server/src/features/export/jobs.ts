import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readerOf, userById } from '#features/accounts/actions.ts';
import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import { record } from '#features/activity/actions.ts';
import { membershipsOf } from '#features/family/actions.ts';
import { actForFamily, enterFamily } from '#features/family/scope.ts';
import { postsOneMaySee } from '#features/posts/actions.ts';
import { writeZip } from '#platform/archive/zip.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { Refused } from '#platform/http/refusal.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { assertDiskFree, assertFree } from '#platform/storage/room.ts';
import { exportReadyMail } from './emails.ts';
import { gather } from './present.ts';
import { endedBefore, exportsFolder, folderOf, folderOfTry, keyOf, mostAttempts, silence } from './rules.ts';
import * as store from './store.ts';
import type { ExportRow } from './tables.ts';

/** A process that works on an export gives signs of life; the limit of pg-boss is for what those do not catch. */
const building: JobKind<{ id: string }> = {
  name: 'export',
  concurrency: 1,
  timeout: 6 * 3_600,
  lateAfterSeconds: 6 * 3_600,
  retries: mostAttempts - 1,
};
const removal: JobKind<{ ids: string[] }> = { name: 'export-removal', concurrency: 1, timeout: 300, retries: 50 };
const recheck: JobKind<object> = { name: 'export-recheck', concurrency: 1, timeout: 3_600, retries: 1 };
const care: JobKind<object> = { name: 'export-care', concurrency: 1, timeout: 600, retries: 1 };

/** Puts an archive together once the transaction is kept. */
export const workSoon = ({ jobs }: Platform, tx: Queryable, id: string): Promise<void> => jobs.enqueue(tx, building, { id });

/** Removes archives whose rows the transaction takes away, once it is kept. */
export async function removeArchives({ jobs }: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await jobs.enqueue(tx, removal, { ids: [...ids] });
}

/** Registers the jobs that make archives, and check them every minute. */
export function exportJobs(platform: Platform): void {
  const { jobs, storage } = platform;
  jobs.handle(building, ({ id }) => work(platform, id));
  jobs.handle(removal, async ({ ids }) => {
    for (const id of ids) await storage.removeFolder(folderOf(id));
  });
  jobs.schedule(care, '* * * * *', () => careForExports(platform));
  jobs.schedule(recheck, '23 * * * *', () => recheckExports(platform));
}

/** Takes up what a killed process has left, removes archives whose time is over, and what has no row. */
export async function careForExports(platform: Platform): Promise<void> {
  const { db, clock, jobs, storage } = platform;
  const now = clock.now();
  const quiet = await store.abandoned(db, plus(now, { minutes: -silence }));
  // What waits for its turn is quiet, too, for as long as those before it take.
  const pending = await jobs.pending(building, 'id', quiet);
  for (const id of quiet) if (!pending.has(id)) await workSoon(platform, db, id);
  await db.transaction(async (tx) => removeArchives(platform, tx, await store.deleteFinished(tx, endedBefore(now))));
  for await (const names of storage.list(exportsFolder)) {
    const old = names.filter((id) => isOlderThanAnHour(id, now));
    const known = await store.existing(db, old);
    for (const id of old) if (!known.has(id)) await storage.removeFolder(folderOf(id));
  }
}

/** Takes back the finished archives that hold what their users may not see any more, whether they are asked for or not. */
export async function recheckExports(platform: Platform): Promise<void> {
  for (let after: string | undefined; ;) {
    const rows = await store.readyOnes(platform.db, after, 100);
    for (const row of rows) await takeBackUnlessAllowed(platform, row);
    if (rows.length === 0) return;
    after = rows.at(-1)?.id;
  }
}

/** Takes a finished archive back if it holds a post of another's that its user may not see any more, or of a family they are not in. */
export async function takeBackUnlessAllowed(platform: Platform, { id, userId }: Pick<ExportRow, 'id' | 'userId'>): Promise<void> {
  const { db } = platform;
  if (await mayStillSee(platform, userId, await store.holdsOf(db, id))) return;
  await db.transaction(async (tx) => removeArchives(platform, tx, await store.takeBack(tx, { id })));
}

/** How many posts are asked about at once. */
const batch = 5_000;

async function mayStillSee({ db }: Platform, userId: string, holds: store.Holds): Promise<boolean> {
  const families = new Set((await membershipsOf(db, userId)).map(({ familyId }) => familyId));
  for (const [familyId, posts] of holds) {
    if (!families.has(familyId)) return false;
    const scope = await enterFamily(db, { userId, currentFamilyId: familyId }, familyId);
    for (let at = 0; at < posts.length; at += batch) {
      const asked = posts.slice(at, at + batch);
      if ((await postsOneMaySee(db, scope, asked)).length < asked.length) return false;
    }
  }
  return true;
}

/** Another try has taken over, or the export was taken back. */
class Superseded extends Error {
  override name = 'Superseded';
}

/** Milliseconds between two signs of life, however long a single step takes. */
const breath = 30_000;

/** Gives signs of life until it is stopped, and tells how far it is when that has moved. Both fail once another try has taken over. */
function createPulse({ db, clock }: Platform, row: ExportRow) {
  let told = 0;
  let over = false;
  let signing: Promise<unknown> = Promise.resolve();
  const sign = async (progress: number) => {
    if (over) return;
    const signed = store.updateRunning(db, row, { progress, aliveAt: clock.now() });
    signing = Promise.allSettled([signing, signed]);
    over ||= !(await signed);
  };
  const beating = setInterval(() => void sign(told).catch(() => undefined), breath);
  return {
    /** @throws Superseded */
    async tell(progress: number): Promise<void> {
      if (progress - told >= 0.01) {
        told = progress;
        await sign(progress);
      }
      if (over) throw new Superseded();
    },
    /** Gives none any more, and waits for those under way: one that came later would be that of a process that has ended. */
    stop(): Promise<unknown> {
      clearInterval(beating);
      over = true;
      return signing;
    },
  };
}

/** Where gathering ends and writing begins, of 1. */
const gathered = 0.1;

async function work(platform: Platform, id: string): Promise<void> {
  const { db, clock, storage, tempDir } = platform;
  const now = clock.now();
  const row = await store.takeOn(db, id, now, plus(now, { minutes: -silence }));
  if (!row) return;
  const temp = join(tempDir, `export-${id}-${row.attempt}`);
  const pulse = createPulse(platform, row);
  try {
    await clearEarlier(platform, row);
    await mkdir(temp, { recursive: true, mode: 0o700 });
    const volume = await gather(platform, row.userId, temp, (share) => pulse.tell(share * gathered));
    const expected = volume.entries.reduce((sum, entry) => sum + ('size' in entry ? entry.size : 0), 1);
    // No archive is begun that would fill this disk, or the storage's: until it is taken away again, nobody else could keep anything.
    await assertDiskFree(temp, expected);
    assertFree((await storage.health()).freeBytes, expected);
    const file = join(temp, 'archive.zip');
    let written = 0;
    await writeZip(storage, volume.entries, file, (bytes) => {
      written += bytes;
      return pulse.tell(Math.min(0.99, gathered + (written / expected) * (1 - gathered)));
    });
    await volume.assertStillAllowed();
    await storage.putFile(keyOf(row), file);
    await publish(platform, row, written, volume.holds);
  } catch (error) {
    await pulse.stop();
    await giveBack(platform, row, error);
  } finally {
    await pulse.stop();
    await rm(temp, { recursive: true, force: true });
  }
}

/** What earlier tries have left on this machine and in the storage when they were killed. What a later one has published is not touched. */
async function clearEarlier({ storage, tempDir }: Platform, { id, attempt }: ExportRow): Promise<void> {
  const names = await readdir(tempDir).catch(() => []);
  for (const name of names) if (name.startsWith(`export-${id}-`)) await rm(join(tempDir, name), { recursive: true, force: true });
  for (let earlier = 1; earlier < attempt; earlier += 1) await storage.removeFolder(folderOfTry(id, earlier));
}

async function publish(platform: Platform, row: ExportRow, size: number, holds: store.Holds): Promise<void> {
  const { db, clock, mail, config } = platform;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const kept = await store.updateRunning(tx, row, { state: 'ready', progress: 1, size, finishedAt: now, aliveAt: now, reason: null });
    if (!kept) throw new Superseded();
    await store.insertHolds(tx, row.id, holds);
    await removeArchives(platform, tx, await store.deleteOf(tx, row.userId, row.id));
    const user = await userById(tx, row.userId);
    await tell(platform, tx, row, 'export.ready');
    if (user) await mail.send(tx, exportReadyMail(config.publicUrl, { to: user.email, ...(await readerOf(tx, row.userId)) }));
  });
}

/** Records that an export has ended in each family of its user, who hears it in the one they look at. */
async function tell(platform: Platform, tx: Tx, { id, userId }: ExportRow, type: 'export.ready' | 'export.failed'): Promise<void> {
  for (const { familyId } of await membershipsOf(tx, userId))
    await record(platform, tx, actForFamily(familyId, 'an export has ended'), { type, ids: { export_id: id } });
}

/**
 * After an error: no room and too many tries end it, with words; else the next try may take it on at once. A try that was superseded removes
 * what it has stored.
 * @throws what passes
 */
async function giveBack(platform: Platform, row: ExportRow, error: unknown): Promise<void> {
  const { db, clock, storage } = platform;
  if (error instanceof Superseded) return storage.removeFolder(folderOfTry(row.id, row.attempt));
  const full = isFull(error);
  if (full || row.attempt >= mostAttempts) {
    await db.transaction(async (tx) => {
      const change = { state: 'failed', reason: full ? 'no-room' : 'gave-up', finishedAt: clock.now() } as const;
      if (await store.updateRunning(tx, row, change)) await tell(platform, tx, row, 'export.failed');
    });
    platform.log.error({ export: row.id, full }, 'an export has failed for good');
    return;
  }
  await store.updateRunning(db, row, { aliveAt: null });
  throw error;
}

function isFull(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'storage_full';
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOSPC' || code === 'EDQUOT';
}
