import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import type { SectionSlug } from '@heartwood/contract/information';

/** A section about a person. What it says is sealed; `keyId` names the key, `version` counts the changes. */
export const informationSections = pgTable(
  'information_sections',
  {
    familyId: uuid('family_id').notNull(),
    personId: uuid('person_id').notNull(),
    slug: text('slug').$type<SectionSlug>().notNull(),
    version: integer('version').notNull(),
    keyId: text('key_id').notNull(),
    sealed: text('sealed').notNull(),
    updatedBy: uuid('updated_by'),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.slug] })],
);

/** Who changed a section when; which fields is sealed. */
export const informationChanges = pgTable(
  'information_changes',
  {
    personId: uuid('person_id').notNull(),
    slug: text('slug').$type<SectionSlug>().notNull(),
    version: integer('version').notNull(),
    familyId: uuid('family_id').notNull(),
    keyId: text('key_id').notNull(),
    sealed: text('sealed').notNull(),
    changedBy: uuid('changed_by'),
    changedAt: timestamp('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.slug, table.version] })],
);

/** Photos and papers of a section, in order; `personId` is null where the person is gone. */
export const informationMedia = pgTable('information_media', {
  mediumId: uuid('medium_id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  personId: uuid('person_id'),
  slug: text('slug').$type<SectionSlug>().notNull(),
  position: smallint('position').notNull(),
});

/** A section as it is stored. */
export type SectionRow = typeof informationSections.$inferSelect;
/** An entry of a history as it is stored. */
export type ChangeRow = typeof informationChanges.$inferSelect;
