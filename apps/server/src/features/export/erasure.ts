import { fellowsOf, membersOf } from '#features/family/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetExports, takeBackExports } from './actions.ts';

/** What goes with an account: its archives, and those of others in its families, which hold what it has shared and said. */
export async function eraseExports(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await takeBackExports(platform, tx, await fellowsOf(tx, userId));
  await forgetExports(platform, tx, userId);
}

/** Takes back the archives of a family in which a deleted account had left something: also where it was no member any more. */
export async function takeBackErased(platform: Platform, tx: Tx, { familyId }: Happened<'author.erased'>): Promise<void> {
  const members = await membersOf(tx, familyId);
  await takeBackExports(
    platform,
    tx,
    members.map(({ userId }) => userId),
  );
}
