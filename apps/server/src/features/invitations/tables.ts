import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** A one-time link by e-mail to join a family as a role and a relation. Open while it is not accepted, revoked or expired; without a link it waits until the address of who invites is confirmed. `personId` is who they are, where the family knows them already. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  inviterId: uuid('inviter_id').notNull(),
  email: text('email').notNull(),
  name: text('name'),
  role: text('role', { enum: ['guardian', 'relative'] }).notNull(),
  personId: uuid('person_id'),
  relationshipId: smallint('relationship_id').notNull(),
  relationshipLabel: text('relationship_label'),
  message: text('message'),
  mediumId: uuid('medium_id'),
  letter: boolean('letter').notNull(),
  tokenHash: text('token_hash'),
  createdAt: timestamp('created_at').notNull(),
  sentAt: timestamp('sent_at'),
  expiresAt: timestamp('expires_at'),
  acceptedAt: timestamp('accepted_at'),
  acceptedBy: uuid('accepted_by'),
  revokedAt: timestamp('revoked_at'),
});
