import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import type { WebPushSubscription } from '#platform/push/subscription.ts';

/** Devices that get messages, each with the session it was registered in. */
export const devices = pgTable('devices', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  token: text('token').notNull(),
  tokenHash: text('token_hash').notNull(),
  platform: text('platform', { enum: ['ios', 'android', 'web'] }),
  subscription: jsonb('subscription').$type<WebPushSubscription>(),
  createdAt: timestamp('created_at').notNull(),
  registeredAt: timestamp('registered_at').notNull(),
});

/** What a user was told of and their devices were not yet. `id` is the notification's. */
export const pushes = pgTable('pushes', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  toldAt: timestamp('told_at').notNull(),
  heldUntil: timestamp('held_until'),
});
