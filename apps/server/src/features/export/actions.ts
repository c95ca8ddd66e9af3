import type { Session } from '#features/accounts/actions.ts';
import { roleOf } from '#features/family/actions.ts';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { createdBefore, createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { removeArchives, takeBackUnlessAllowed, workSoon } from './jobs.ts';
import { exportLimit } from './rules.ts';
import * as store from './store.ts';

/** Starts an export, unless one is under way, or was started with the same key. @throws Refused rate_limited, conflict for a key used otherwise */
export async function startExport(platform: Platform, { userId }: Session, idempotency?: Idempotency): Promise<void> {
  const { db, clock } = platform;
  if (idempotency && (await createdBefore(db, idempotency))) return;
  const underWay = await store.underWay(db, userId);
  if (!underWay) await platform.limits.take(exportLimit, userId);
  await createIdempotently(db, idempotency, clock.now(), async (tx) => {
    if (underWay) return underWay;
    const id = newId(clock);
    if (await store.insertExport(tx, { id, userId, createdAt: clock.now() })) await workSoon(platform, tx, id);
    return (await store.underWay(tx, userId)) ?? id;
  });
}

/** Takes a user's finished archive back if it holds what they may not see any more: before it is told where it is. */
export async function recheckExport(platform: Platform, { userId }: Session): Promise<void> {
  const row = await store.newestOf(platform.db, userId);
  if (row?.state === 'ready') await takeBackUnlessAllowed(platform, row);
}

/**
 * What a user may see has become less, in the same transaction: their finished archives are taken back, the one under way begins anew.
 * First the latter: one that is just being published is a finished one by then.
 */
export async function takeBackExports(platform: Platform, tx: Queryable, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const id of await store.beginAnew(tx, userIds)) await workSoon(platform, tx, id);
  await removeArchives(platform, tx, await store.takeBack(tx, { userIds }));
}

/** Takes back the archives of a user who is no guardian any more. */
export async function takeBackUnlessGuardian(platform: Platform, tx: Tx, { familyId, fact }: Happened<'role.changed'>): Promise<void> {
  const role = await roleOf(tx, familyId, fact.ids.user_id);
  if (role && !isGuardian(role)) await takeBackExports(platform, tx, [fact.ids.user_id]);
}

/** Only the user an archive is for hears of it. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'export.ready' | 'export.failed'>,
): Promise<FamilyScope[]> {
  const userId = await store.userOf(db, fact.ids.export_id);
  return listeners.filter((listener) => listener.userId === userId);
}

/** Takes everything of a user's away, also the one under way. */
export async function forgetExports(platform: Platform, tx: Queryable, userId: string): Promise<void> {
  await removeArchives(platform, tx, await store.deleteOf(tx, userId));
}
