import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
  createdAt: moment('created_at').notNull(),
  registeredAt: moment('registered_at').notNull(),
});
