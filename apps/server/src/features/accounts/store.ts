import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { isAmong } from '#platform/db/among.ts';
import { notify } from '#platform/db/listen.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { prepared } from '#platform/db/prepared.ts';
import { accountTokens, erasedAccounts, isLive, liveSessionColumns, portraits, profiles, sessions, users } from './tables.ts';

/** A user's row. */
export type UserRow = typeof users.$inferSelect;
/** A profile's row. */
type ProfileRow = typeof profiles.$inferSelect;
/** A session's row. */
export type SessionRow = typeof sessions.$inferSelect;
/** A mail's token. */
export type TokenRow = typeof accountTokens.$inferSelect;
/** What a mail's token is for. */
export type TokenPurpose = TokenRow['purpose'];

/** Lets one claim of an e-mail address happen at a time, until the transaction ends: the second one sees what the first has done. */
async function lockAddress(db: Queryable, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`);
}

/** Makes an account; call it in a transaction. @returns false where the address has an account already */
export async function insertUser(db: Queryable, row: typeof users.$inferInsert, profile: typeof profiles.$inferInsert): Promise<boolean> {
  await lockAddress(db, row.email);
  const made = await db.insert(users).values(row).onConflictDoNothing({ target: users.email }).returning({ id: users.id });
  if (made.length === 0) return false;
  await db.insert(profiles).values(profile);
  return true;
}

/** The user with an e-mail address, as it is kept. @returns undefined where there is none */
export async function userByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.email, email)))[0];
}

/** A user. @returns undefined where they are gone */
export async function userById(db: Queryable, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Changes a user; call it in a transaction where the address or the family they look at is changed. @returns false where the e-mail address belongs to another user or the user is gone */
export async function updateUser(db: Queryable, id: string, change: Partial<typeof users.$inferInsert>): Promise<boolean> {
  if (change.email) await lockAddress(db, change.email);
  const taken = change.email
    ? await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, change.email), ne(users.id, id)))
    : [];
  if (taken.length > 0) return false;
  if (change.currentFamilyId !== undefined) await notify(db, 'sessions', id);
  return (await db.update(users).set(change).where(eq(users.id, id)).returning({ id: users.id })).length > 0;
}

/** Deletes a user with all that cascades; every process hears that their sessions are over. */
export async function deleteUser(db: Queryable, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
  await notify(db, 'sessions', id);
}

/** What a user says of themself. @returns undefined where they are gone */
export async function profileOf(db: Queryable, userId: string): Promise<ProfileRow | undefined> {
  return (await db.select().from(profiles).where(eq(profiles.userId, userId)))[0];
}

/** What a user is called in a mail, and its language. */
export async function readerOf(db: Queryable, userId: string): Promise<{ firstname: string; language: UserRow['locale'] }> {
  const [row] = await db
    .select({ firstname: profiles.firstname, language: users.locale })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { firstname: '', language: 'en' };
}

/** Changes what a user says of themself; what is not among `change` stays. */
export async function updateProfile(db: Queryable, userId: string, change: Partial<typeof profiles.$inferInsert>): Promise<void> {
  await db.update(profiles).set(change).where(eq(profiles.userId, userId));
}

/** Ids of a user's portraits, the one shown first. */
export async function portraitsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.select({ id: portraits.id }).from(portraits).where(eq(portraits.userId, userId)).orderBy(asc(portraits.position));
  return rows.map((row) => row.id);
}

/** Puts portraits before the ones there are. */
export async function addPortraits(db: Queryable, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const [lowest] = await db
    .select({ position: sql<number>`coalesce(min(${portraits.position}), 0)` })
    .from(portraits)
    .where(eq(portraits.userId, userId));
  const start = (lowest?.position ?? 0) - ids.length;
  await db.insert(portraits).values(ids.map((id, index) => ({ id, userId, position: start + index })));
}

/** @returns the ids that were the user's and are gone now */
export async function removePortraits(db: Queryable, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db
    .delete(portraits)
    .where(and(eq(portraits.userId, userId), isAmong(portraits.id, ids)))
    .returning({ id: portraits.id });
  return gone.map((row) => row.id);
}

/** Adds a session. The row holds a hash of its token, never the token. */
export async function insertSession(db: Queryable, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

/**
 * Signs a device in, if the password is still the one that was just proved: a change of it meanwhile ends this session, too.
 * @returns false where it is not
 */
export async function insertSessionOf(db: Db, row: typeof sessions.$inferInsert, passwordHash: string): Promise<boolean> {
  const made = await db.execute(sql`
    insert into sessions (id, user_id, token_hash, device_name, fresh_until, created_at, last_used_at)
    select ${row.id}::uuid, id, ${row.tokenHash}, ${row.deviceName}, ${row.freshUntil}::timestamptz, ${row.createdAt}::timestamptz, ${row.lastUsedAt}::timestamptz
    from (select id from users where id = ${row.userId}::uuid and password_hash = ${passwordHash} for share) as still`);
  return made.rowCount === 1;
}

/** Ends all but so many of a user's sessions: those that were used last stay. */
export async function keepNewestSessions(tx: Tx, userId: string, most: number): Promise<void> {
  const ended = await tx.execute(sql`
    with gone as (
      select id from sessions where id in (
        select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${most}) order by id for update)
    delete from sessions using gone where sessions.id = gone.id`);
  if (ended.rowCount) await notify(tx, 'sessions', userId);
}

const bySession = prepared((db) =>
  db.select(liveSessionColumns).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(isLive).prepare('live_session'),
);

/** A session with its user, unless it has not been used since `liveSince`. */
export async function liveSession(db: Db, tokenHash: string, liveSince: Date) {
  return (await bySession(db).execute({ tokenHash, liveSince }))[0];
}

/** Changes a session, if it is still there. */
export async function updateSession(db: Queryable, id: string, change: Partial<typeof sessions.$inferInsert>): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id));
}

/** Keeps a session from being ended until the transaction ends. @returns false where it has ended */
export async function holdSession(tx: Tx, id: string): Promise<boolean> {
  const held = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for('key share');
  return (await held.prepare('hold_session').execute()).length > 0;
}

/** Keeps all of a user's sessions from being ended and used until the transaction ends. @returns their ids */
export async function lockSessions(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id))
    .for('update');
  return rows.map(({ id }) => id);
}

/** The sessions of a user that were used after `liveSince`, the latest used first. */
export async function sessionsOf(db: Queryable, userId: string, liveSince: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.lastUsedAt, liveSince)))
    .orderBy(desc(sessions.lastUsedAt));
}

// [Note: Who hears that a session has ended]
// Streams of events are open in any process, and end with their session, and when their user looks at another family: every process is told on
// the channel `sessions`, with the user's id.

/** @returns false where the user has no such session */
export async function deleteSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length > 0) await notify(db, 'sessions', userId);
  return ended.length > 0;
}

/** Ends a user's sessions, all or all but one. */
export async function deleteSessions(db: Queryable, userId: string, exceptId?: string): Promise<void> {
  await db.delete(sessions).where(exceptId ? and(eq(sessions.userId, userId), ne(sessions.id, exceptId)) : eq(sessions.userId, userId));
  await notify(db, 'sessions', userId);
}

/** Remembers a mail's token; an older one of the same purpose is void from now on. */
export async function putToken(db: Queryable, row: typeof accountTokens.$inferInsert): Promise<void> {
  const { tokenHash, email, expiresAt, createdAt } = row;
  await db
    .insert(accountTokens)
    .values(row)
    .onConflictDoUpdate({ target: [accountTokens.userId, accountTokens.purpose], set: { tokenHash, email, expiresAt, createdAt } });
}

/** Which token a link carries: of one of these purposes, and sent to `email` where that matters. */
export interface TokenClaim {
  purposes: TokenPurpose[];
  tokenHash: string;
  email?: string;
}

/** Whose token it is, unless it is over. */
export async function holderOf(db: Queryable, claim: TokenClaim, now: Date): Promise<string | undefined> {
  return (await db.select({ userId: accountTokens.userId }).from(accountTokens).where(isToken(claim, now)))[0]?.userId;
}

/** Takes a token out of the world, unless it is over: of many at once exactly one gets it. */
export async function takeToken(db: Queryable, claim: TokenClaim, now: Date): Promise<TokenRow | undefined> {
  return (await db.delete(accountTokens).where(isToken(claim, now)).returning())[0];
}

function isToken({ purposes, tokenHash, email }: TokenClaim, now: Date) {
  return and(
    eq(accountTokens.tokenHash, tokenHash),
    inArray(accountTokens.purpose, purposes),
    gt(accountTokens.expiresAt, now),
    email === undefined ? undefined : eq(accountTokens.email, email),
  );
}

/** Makes a user's open links void. */
export async function deleteTokens(db: Queryable, userId: string): Promise<void> {
  await db.delete(accountTokens).where(eq(accountTokens.userId, userId));
}

/** Keeps everybody else from changing what belongs to a user until the transaction ends. @returns undefined where the user is gone */
export async function lockUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)).for('update'))[0];
}

/** Which of some portraits are in use. */
export async function portraitsAmong(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: portraits.id }).from(portraits).where(isAmong(portraits.id, ids));
  return new Set(rows.map((row) => row.id));
}

/** Remembers something of a deleted account; the first time counts. */
export async function insertErased(tx: Queryable, rows: (typeof erasedAccounts.$inferInsert)[]): Promise<void> {
  await tx.insert(erasedAccounts).values(rows).onConflictDoNothing();
}

/** Which tags of a kind have been there since before a time. */
export async function erasedUntil(db: Queryable, kind: ErasedKind, until: Date): Promise<{ tag: string; erasedAt: Date }[]> {
  return db
    .select()
    .from(erasedAccounts)
    .where(and(eq(erasedAccounts.kind, kind), lte(erasedAccounts.erasedAt, until)));
}

/** Whether one of some tags of a kind is known from after a time. */
export async function isErased(db: Queryable, kind: ErasedKind, tags: readonly string[], since: Date): Promise<boolean> {
  const known = and(eq(erasedAccounts.kind, kind), isAmong(erasedAccounts.tag, tags), gt(erasedAccounts.erasedAt, since));
  return (await db.$count(erasedAccounts, known)) > 0;
}

/** Forgets which accounts were erased until then, of one kind. */
export async function deleteErased(db: Queryable, kind: ErasedKind, until: Date): Promise<void> {
  await db.delete(erasedAccounts).where(and(eq(erasedAccounts.kind, kind), lte(erasedAccounts.erasedAt, until)));
}

type ErasedKind = (typeof erasedAccounts.$inferSelect)['kind'];

/** Forgets the request that made a user: sent again, it does not sign in. */
export async function deleteIdempotencyKeys(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where user_id is null and created_id = ${userId}`);
}

/** Removes sessions that have not been used since, links that are over, and memories of requests from before. */
export async function deleteOutdated(db: Queryable, before: { sessionsUsed: Date; tokensEnded: Date; keysMade: Date }): Promise<void> {
  await db.delete(sessions).where(lte(sessions.lastUsedAt, before.sessionsUsed));
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, before.tokensEnded));
  await db.execute(sql`delete from idempotency_keys where created_at <= ${before.keysMade}`);
}
