import { date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** What a member wishes a person for one birthday; one wish each. `personId` is null while the person is being removed. */
export const wishes = pgTable('wishes', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  personId: uuid('person_id'),
  authorId: uuid('author_id').notNull(),
  birthdayOn: date('birthday_on', { mode: 'string' }).notNull(),
  text: text('text').notNull(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  thankedAt: timestamp('thanked_at'),
});

/** Which medium belongs to which wish, in order. */
export const wishMedia = pgTable('wish_media', {
  mediumId: uuid('medium_id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  wishId: uuid('wish_id').notNull(),
  position: smallint('position').notNull(),
});

/** The birthdays whose wishes have been delivered. */
export const birthdayCards = pgTable(
  'birthday_cards',
  {
    personId: uuid('person_id').notNull(),
    birthdayOn: date('birthday_on', { mode: 'string' }).notNull(),
    familyId: uuid('family_id').notNull(),
    deliveredAt: timestamp('delivered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.birthdayOn] })],
);

/** The time zones in which a person has been since the first wish for a birthday. */
export const birthdayPlaces = pgTable(
  'birthday_places',
  {
    personId: uuid('person_id').notNull(),
    birthdayOn: date('birthday_on', { mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull(),
    familyId: uuid('family_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.birthdayOn, table.timeZone] })],
);

/** Who was asked for a wish last, and when. */
export const wishReminders = pgTable(
  'wish_reminders',
  {
    personId: uuid('person_id').notNull(),
    birthdayOn: date('birthday_on', { mode: 'string' }).notNull(),
    userId: uuid('user_id').notNull(),
    familyId: uuid('family_id').notNull(),
    remindedAt: timestamp('reminded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.birthdayOn, table.userId] })],
);

/** Mails that wait until their recipient may be written to. `senderId` is who asks. */
export const birthdayMails = pgTable(
  'birthday_mails',
  {
    personId: uuid('person_id').notNull(),
    birthdayOn: date('birthday_on', { mode: 'string' }).notNull(),
    userId: uuid('user_id').notNull(),
    about: text('about', { enum: ['asked', 'delivered'] }).notNull(),
    senderId: uuid('sender_id'),
    familyId: uuid('family_id').notNull(),
    dueAt: timestamp('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.birthdayOn, table.userId, table.about] })],
);

/**
 * A person who has a birthday. `userId` is whose account it is, also of a former member; null where there never was one. `timeZone` is where they are,
 * as far as it is known.
 */
export interface Celebrated {
  id: string;
  userId: string | null;
  name: string;
  slug: string;
  birth: string | null;
  timeZone: string;
}

/** Which wishes belong together. */
export interface Occasion {
  personId: string;
  birthdayOn: string;
}

/** A mail about a birthday that waits. */
export type WaitingMail = typeof birthdayMails.$inferSelect;

/** A wish with its media, whether its birthday's wishes have been delivered, and the time zones in which the person has been meanwhile. Timestamps are text with an offset. */
export interface WishRow {
  id: string;
  person_id: string;
  author_id: string;
  birthday_on: string;
  text: string;
  media: string[];
  places: string[];
  is_delivered: boolean;
  is_thanked: boolean;
  created_at: string;
  updated_at: string;
}
