import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { PaymentProvider } from '@heartwood/contract/billing';
import type { FamilyScope } from '#features/family/scope.ts';
import { families, members } from '#features/family/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import type { PurchaseRow } from './store.ts';
import { keptFor } from './store.ts';
import { familyPayers, purchases } from './tables.ts';

/** What may cover families: their owners' purchases, and what former owners have left, with its end. */
export async function purchasesFor(
  db: Queryable,
  familyIds: readonly string[],
  provider: PaymentProvider,
): Promise<{ familyId: string; purchase: PurchaseRow; until: Date | null }[]> {
  if (familyIds.length === 0) return [];
  const rows = await db
    .select({ familyId: familyPayers.familyId, purchase: purchases })
    .from(familyPayers)
    .innerJoin(purchases, eq(purchases.userId, familyPayers.userId))
    .where(isAmong(familyPayers.familyId, familyIds));
  const own = rows.filter(({ purchase }) => purchase.provider === provider).map((row) => ({ ...row, until: null }));
  return [...own, ...(await keptFor(db, familyIds, provider))];
}

/** Families whose trial ends within a span of time and that nothing covers after it, each with its owner. @param familyId left out, all */
export async function trialsEnding(
  db: Queryable,
  { after, until }: { after: Date; until: Date },
  familyId?: string,
): Promise<{ familyId: string; ownerId: string; trialEndsAt: Date }[]> {
  const rows = await db
    .select({ familyId: families.id, ownerId: members.userId, trialEndsAt: families.trialEndsAt })
    .from(families)
    .innerJoin(members, and(eq(members.familyId, families.id), eq(members.role, 'owner')))
    .where(
      and(
        familyId === undefined ? undefined : eq(families.id, familyId),
        gt(families.trialEndsAt, after),
        lte(families.trialEndsAt, until),
        or(isNull(families.paidUntil), lte(families.paidUntil, families.trialEndsAt)),
      ),
    );
  return rows.flatMap(({ trialEndsAt, ...row }) => (trialEndsAt ? [{ ...row, trialEndsAt }] : []));
}

/** Who of some members owns the family: the amount of a payment is theirs alone. */
export const ownersOf = async (_platform: Platform, listeners: readonly FamilyScope[]): Promise<FamilyScope[]> =>
  listeners.filter(({ role }) => role === 'owner');
