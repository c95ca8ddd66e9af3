import { boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/**
 * A closed group of users and people. `trialEndsAt` is null for a family that has no trial; only the first one a user starts has it. `paidUntil`
 * is what billing says, and it alone (`payFamilyUntil`).
 */
export const families = pgTable('families', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  trialEndsAt: timestamp('trial_ends_at'),
  paidUntil: timestamp('paid_until'),
  startedBy: uuid('started_by'),
  createdAt: timestamp('created_at').notNull(),
});

/**
 * A person the family remembers: a child without an account, or a member. The id is the `heartwood_id`.
 * `userId` stays when a member leaves, so that they are the same person if they come back; `name` is then the name they left with. With the account
 * the person is deleted, so null says that the person never had one.
 */
export const people = pgTable('people', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  birthDay: date('birth_day', { mode: 'string' }),
  gender: text('gender', { enum: ['female', 'male', 'other'] }),
  isChild: boolean('is_child').notNull(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

/** Portraits of a person without an account; the lowest position is the one shown. */
export const personImages = pgTable('person_images', {
  id: uuid('id').primaryKey(),
  personId: uuid('person_id').notNull(),
  position: integer('position').notNull(),
});

/** A user in a family. */
export const members = pgTable(
  'members',
  {
    familyId: uuid('family_id').notNull(),
    userId: uuid('user_id').notNull(),
    personId: uuid('person_id').notNull(),
    role: text('role', { enum: ['owner', 'guardian', 'relative'] }).notNull(),
    joinedAt: timestamp('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.familyId, table.userId] })],
);

/** How one user is related to one person; 0 until they say. */
export const relationships = pgTable('relationships', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  userId: uuid('user_id').notNull(),
  personId: uuid('person_id').notNull(),
  relationshipId: smallint('relationship_id').notNull(),
  relationshipLabel: text('relationship_label'),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});
