import { boolean, date, numeric, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

const figure = (name: string, precision: number, scale: number) => numeric(name, { precision, scale, mode: 'number' });

/** How tall, how heavy, how large of head a person was on a day. `lying` is null where the height was taken as usual. */
export const growthEntries = pgTable('growth_entries', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  personId: uuid('person_id').notNull(),
  measuredOn: date('measured_on', { mode: 'string' }).notNull(),
  heightCm: figure('height_cm', 5, 2),
  weightKg: figure('weight_kg', 6, 3),
  headCm: figure('head_cm', 5, 2),
  lying: boolean('lying'),
  createdAt: timestamp('created_at').notNull(),
});

/** What the curves have to know of a person: whole weeks they were born before their due date. */
export const growthSettings = pgTable('growth_settings', {
  personId: uuid('person_id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  bornEarlyWeeks: smallint('born_early_weeks').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

/** A measurement as it is stored. */
export type GrowthRow = typeof growthEntries.$inferSelect;
