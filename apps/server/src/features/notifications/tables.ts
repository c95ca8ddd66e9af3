import { notificationKinds } from '@heartwood/contract/notification-events';
import type { NotificationEvent, NotificationKind } from '@heartwood/contract/notification-events';
import type { NotificationPreferences } from '@heartwood/contract/notifications';
import { date, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** What a user is told of. Of `fact` each user has one. */
export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  familyId: uuid('family_id').notNull(),
  kind: text('kind', { enum: notificationKinds }).notNull(),
  event: text('event').$type<NotificationEvent>().notNull(),
  fact: text('fact').notNull(),
  actorId: uuid('actor_id'),
  postId: uuid('post_id'),
  commentId: uuid('comment_id'),
  questionId: uuid('question_id'),
  personId: uuid('person_id'),
  day: date('day', { mode: 'string' }),
  createdAt: timestamp('created_at').notNull(),
  readAt: timestamp('read_at'),
  settledAt: timestamp('settled_at'),
});

/** What should reach a user, how, and when not. For users without a row, and of a kind that is not in it, `usual` holds. */
export const preferences = pgTable('notification_preferences', {
  userId: uuid('user_id').primaryKey(),
  kinds: jsonb('kinds').$type<Partial<Record<NotificationKind, Channels>>>().notNull(),
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  importance: smallint('importance').notNull(),
  visibility: smallint('visibility').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

/** How a user is told of one kind. */
type Channels = NotificationPreferences['kinds'][NotificationKind];

/** What a user prefers; `timeZone` is where they are, an IANA name. */
export interface Preferences {
  kinds: Record<NotificationKind, Channels>;
  /** On the clock where they are, `HH:MM` at quarters of an hour; null for none. */
  quietHours: { from: string; until: string } | null;
  timeZone: string;
  /** 1 to 5. */
  importance: number;
  /** -1, 0 or 1. */
  visibility: number;
}

/** What a notification names. */
export interface Subject {
  postId: string | null;
  commentId: string | null;
  questionId: string | null;
  personId: string | null;
  day: string | null;
}

/** What is told, without its recipients. `at` is when it happened. */
export interface News extends Subject {
  event: NotificationEvent;
  fact: string;
  actorId: string | null;
  at: Date;
}

/** A notification as it is read. `created_at` is text with an offset. */
export interface NotificationRow {
  id: string;
  family_id: string;
  event: NotificationEvent;
  actor_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  question_id: string | null;
  person_id: string | null;
  day: string | null;
  created_at: string;
  is_read: boolean;
}
