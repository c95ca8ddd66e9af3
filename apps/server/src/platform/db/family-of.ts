import { eq } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './pool.ts';

type Id = AnyPgColumn<{ data: string; notNull: true }>;

/** Makes the lookup of the family that a row of a table belongs to: null where there is no such row. It says nothing about who may see the row. */
export const familyOfRow =
  (table: AnyPgTable & { id: Id; familyId: Id }) =>
  async (db: Queryable, id: string): Promise<string | null> => {
    const [row] = await db.select({ familyId: table.familyId }).from(table).where(eq(table.id, id));
    return row?.familyId ?? null;
  };
