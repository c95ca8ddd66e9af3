import type { LetterRhythm, NotificationKind } from '@heartwood/contract/notification-events';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';

/** What a user has stopped by the link in a mail: by rhythm the kinds that came in it; by kind the rhythm it had. */
export type Stopped = Partial<Record<LetterRhythm, readonly NotificationKind[]>> & {
  kinds?: Partial<Record<NotificationKind, LetterRhythm>>;
};

/** What is remembered of a user's mails. Who has stopped none has no row. */
export const digests = pgTable('digests', {
  userId: uuid('user_id').primaryKey(),
  stopped: jsonb('stopped').$type<Stopped>().notNull(),
});
