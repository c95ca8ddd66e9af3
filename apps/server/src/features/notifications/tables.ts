import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** Where a browser's push service takes messages for it, and the keys that only the browser can read them with (RFC 8291). */
export interface WebPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Devices that want to hear of news, each with the session it was registered in. */
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
