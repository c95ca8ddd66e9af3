import { eq, inArray } from 'drizzle-orm';
import type { PaymentProvider } from '@heartwood/contract/billing';
import type { Queryable } from '#platform/db/pool.ts';
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
    .where(inArray(familyPayers.familyId, [...familyIds]));
  const own = rows.filter(({ purchase }) => purchase.provider === provider).map((row) => ({ ...row, until: null }));
  return [...own, ...(await keptFor(db, familyIds, provider))];
}
