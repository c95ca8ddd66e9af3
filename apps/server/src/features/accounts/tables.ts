import { shownLanguages } from '@heartwood/contract/languages';
import { textSizes, themes } from '@heartwood/contract/profiles';
import { and, eq, gt, sql } from 'drizzle-orm';
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** Who can sign in. `email` is in lower case. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  emailVerifiedAt: timestamp('email_verified_at'),
  passwordHash: text('password_hash').notNull(),
  role: text('role', { enum: ['member', 'admin'] }).notNull(),
  locale: text('locale', { enum: shownLanguages }).notNull().default('en'),
  timeZone: text('time_zone'),
  currentFamilyId: uuid('current_family_id'),
  createdAt: timestamp('created_at').notNull(),
});

/** What a user says about themself, and how they want to read. */
export const profiles = pgTable('profiles', {
  userId: uuid('user_id').primaryKey(),
  id: uuid('id').notNull(),
  firstname: text('firstname').notNull(),
  lastname: text('lastname').notNull(),
  phone: text('phone'),
  description: text('description'),
  birth: date('birth', { mode: 'string' }),
  theme: text('theme', { enum: themes }),
  textSize: text('text_size', { enum: textSizes }),
  updatedAt: timestamp('updated_at').notNull(),
});

/** Portraits of a profile; the lowest position is the one shown. */
export const portraits = pgTable('portraits', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  position: integer('position').notNull(),
});

/** Devices signed in. The token itself is nowhere. */
export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  deviceName: text('device_name').notNull(),
  freshUntil: timestamp('fresh_until').notNull(),
  createdAt: timestamp('created_at').notNull(),
  lastUsedAt: timestamp('last_used_at').notNull(),
});

/** One-time tokens of mails, one per user and purpose. `email` is the address the mail went to. */
export const accountTokens = pgTable('account_tokens', {
  userId: uuid('user_id').notNull(),
  purpose: text('purpose', { enum: ['verify-email', 'reset-password', 'change-email'] }).notNull(),
  tokenHash: text('token_hash').notNull(),
  email: text('email').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  createdAt: timestamp('created_at').notNull(),
});

/** Accounts that were deleted, by keyed hashes alone. */
export const erasedAccounts = pgTable('erased_accounts', {
  tag: text('tag').primaryKey(),
  kind: text('kind', { enum: ['mails', 'trial'] }).notNull(),
  erasedAt: timestamp('erased_at').notNull(),
});

/** Which session is live: the one of a placeholder `tokenHash`, unless it has not been used since the placeholder `liveSince`. */
export const isLive = and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.lastUsedAt, sql.placeholder('liveSince')));

/** What is asked of a live session and its user. */
export const liveSessionColumns = {
  id: sessions.id,
  freshUntil: sessions.freshUntil,
  lastUsedAt: sessions.lastUsedAt,
  userId: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  role: users.role,
  locale: users.locale,
  currentFamilyId: users.currentFamilyId,
};
