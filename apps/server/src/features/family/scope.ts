import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { authenticate, holdSession } from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { isLive, liveSessionColumns, sessions, users } from '#features/accounts/tables.ts';
import { message } from '@heartwood/messages/message';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Held } from '#platform/http/held-sessions.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { FamilyRole } from '@heartwood/contract/family';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { membershipsNow, type Entry } from './queries.ts';
import { includesRole } from './rules.ts';
import { families, members } from './tables.ts';

declare module '#platform/http/serve.ts' {
  interface GateTypes {
    scope: FamilyScope;
  }
}

declare const proof: unique symbol;

/**
 * Proof that a user is in a family. Every function that touches a family's data takes one, and only this file makes them,
 * so that a forgotten check does not compile.
 */
export interface FamilyScope {
  readonly [proof]: true;
  readonly familyId: string;
  readonly userId: string;
  /** The member as a person of the family: their `heartwood_id`. */
  readonly personId: string;
  readonly role: FamilyRole;
  /** The language the member reads. */
  readonly language: ShownLanguage;
  /** What is stored about the family that decides whether it is covered; read along, because every call asks. */
  readonly standing: Standing;
}

/** Until when a family's trial runs, and until when it is paid for. */
interface Standing {
  readonly trialEndsAt: Date | null;
  readonly paidUntil: Date | null;
}

/** Proof that the process itself acts for a family: a job or a webhook, never a request. */
export interface FamilyErrand {
  readonly [proof]: true;
  readonly familyId: string;
  /** Why, in a few words, for the log. */
  readonly reason: string;
}

const standingColumns = { trialEndsAt: families.trialEndsAt, paidUntil: families.paidUntil };

const standingIn = ({ trialEndsAt, paidUntil }: Standing): Standing => ({ trialEndsAt, paidUntil });

const memberships = (db: Queryable, which: SQL | undefined) =>
  db
    .select({
      familyId: members.familyId,
      userId: members.userId,
      personId: members.personId,
      role: members.role,
      ...standingColumns,
      locale: users.locale,
    })
    .from(members)
    .innerJoin(families, eq(families.id, members.familyId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(which);

/** @param language that of a request; left out, the account says which */
const scopeOf = (row: Awaited<ReturnType<typeof memberships>>[number], language?: ShownLanguage): FamilyScope => {
  const { locale, trialEndsAt, paidUntil, ...found } = row;
  return { ...found, language: language ?? locale, standing: { trialEndsAt, paidUntil } } as FamilyScope;
};

/** A live session with its user's membership in the family they look at, which is null where there is none. */
const arrivalBy = prepared((db) =>
  db
    .select({ session: liveSessionColumns, membership: members, ...standingColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.familyId, users.currentFamilyId)))
    .leftJoin(families, eq(families.id, members.familyId))
    .where(isLive)
    .prepare('arrival'),
);

/** Who enters a family; where no request says it, their account says in which language they read. */
type Entering = Pick<Session, 'userId' | 'currentFamilyId'> & { language?: ShownLanguage };

/** Memberships that were found together with a session and have not been asked for yet. */
const arrivals = new WeakMap<object, Omit<FamilyScope, 'language'>>();

/**
 * Finds who sends a request, and their membership in the family they look at with the same statement, so that {@link enterFamily} need not
 * ask. Not before a body has arrived: while that is on its way, a membership can end.
 * @throws Refused unauthenticated
 */
export async function authenticateMember(platform: Platform, authorization: string | undefined): Promise<Session> {
  let arrival: Awaited<ReturnType<ReturnType<typeof arrivalBy>['execute']>>[number] | undefined;
  const session = await authenticate(platform, authorization, async (db, tokenHash, liveSince) => {
    [arrival] = await arrivalBy(db).execute({ tokenHash, liveSince });
    return arrival?.session;
  });
  if (arrival?.membership) {
    const { familyId, userId, personId, role } = arrival.membership;
    arrivals.set(session, { familyId, userId, personId, role, standing: standingIn(arrival) } as Omit<FamilyScope, 'language'>);
  }
  return session;
}

/**
 * Lets a signed-in user into a family.
 * @param familyId the family asked for; left out, the user's current one
 * @throws Refused not_found for a family that is not theirs exactly as for one that is not there
 */
export async function enterFamily(db: Db, session: Entering, familyId?: string): Promise<FamilyScope> {
  const wanted = familyId ?? session.currentFamilyId;
  if (!wanted) throw refuse.notFound();
  const arrived = arrivals.get(session);
  if (arrived?.familyId === wanted) return { ...arrived, language: session.language ?? 'en' } as FamilyScope;
  const [row] = await memberships(db, and(eq(members.familyId, wanted), eq(members.userId, session.userId)));
  if (!row) throw refuse.notFound();
  return scopeOf(row, session.language);
}

/** Lets a user into each family they are in, covered or not, with one statement. */
export async function enterAll(db: Queryable, { userId, language }: Pick<Entering, 'userId' | 'language'>): Promise<FamilyScope[]> {
  return (await memberships(db, eq(members.userId, userId))).map((row) => scopeOf(row, language));
}

/**
 * The members of a family as it is now: for an errand that asks who of them may hear of something, never to act as one of them.
 * @param after the user id of the last member of the batch before
 * @param limit how many at once
 */
export async function membersNow(db: Queryable, errand: FamilyErrand, after: string | undefined, limit: number): Promise<FamilyScope[]> {
  const which = and(eq(members.familyId, errand.familyId), after === undefined ? undefined : gt(members.userId, after));
  return (await memberships(db, which).orderBy(members.userId).limit(limit)).map((row) => scopeOf(row));
}

/**
 * Lets sessions that have been let in before into their families again, with one statement.
 * @param liveSince sessions that have not been used since have ended
 * @returns for each of `entries` the scope as it is now, or undefined where the session or the membership has ended, or where the user looks at
 * another family than the one that was meant without being named
 */
export async function enterAgain(db: Db, entries: readonly Entry[], liveSince: Date): Promise<(FamilyScope | undefined)[]> {
  const rows = await membershipsNow(db, entries, liveSince);
  const found = new Map(
    rows.map(({ place, trialEndsAt, paidUntil, ...row }) => [
      place,
      { ...row, standing: { trialEndsAt: trialEndsAt && new Date(trialEndsAt), paidUntil: paidUntil && new Date(paidUntil) } },
    ]),
  );
  return entries.map((_, index) => found.get(index + 1) as FamilyScope | undefined);
}

const isOf = ({ familyId, userId }: FamilyScope) => and(eq(members.familyId, familyId), eq(members.userId, userId));

/** The number of a family's lock, by which its memberships are changed alone. */
const lockOf = (familyId: string) => sql`hashtextextended(${`members ${familyId}`}, 0)`;

/** Holds a session, then a membership, with one statement. @returns the role, undefined where either has ended */
async function holdBoth(tx: Tx, sessionId: string, scope: FamilyScope): Promise<FamilyRole | undefined> {
  const session = tx.$with('session').as(tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('key share'));
  const locked = sql`pg_advisory_xact_lock_shared(${lockOf(scope.familyId)})`.as('locked');
  const family = tx.$with('family').as(tx.select({ locked }).from(session));
  const held = tx
    .with(session, family)
    .select({ role: members.role })
    .from(members)
    .innerJoin(family, sql`true`)
    .where(isOf(scope))
    .for('share', { of: members });
  return (await held.prepare('hold_member').execute())[0]?.role;
}

/** Lets one transaction change memberships of families, once all that hold one have ended; who wants to hold one after that waits for it. */
export async function lockMembers(tx: Tx, familyIds: readonly string[]): Promise<void> {
  for (const familyId of familyIds.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(familyId)})`);
}

/**
 * Keeps the session and the membership of a member's call from changing until the transaction ends; see [Note: When a membership is judged].
 * @param scope that the call was decided by
 * @throws Refused unauthenticated, not_found where the membership has ended, conflict where its role is less than it was
 */
export async function holdMember(tx: Tx, session: Session, scope: FamilyScope, held: Held): Promise<void> {
  const role = held.sessions === 'own' && held.members === 'own' ? await holdBoth(tx, session.id, scope) : undefined;
  if (role) return assertRole(scope, role);
  await holdSession(tx, session, held.sessions);
  await holdScope(tx, scope, held.members);
}

/** Keeps a membership, or all of the family, from changing until the transaction ends. @throws Refused as {@link holdMember} */
export async function holdScope(tx: Tx, scope: FamilyScope, which: Held['members'] = 'own'): Promise<void> {
  if (which === 'all') await lockMembers(tx, [scope.familyId]);
  else await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(scope.familyId)})`);
  const [found] = await tx.select({ role: members.role }).from(members).where(isOf(scope)).for('share');
  assertRole(scope, found?.role);
}

function assertRole(scope: FamilyScope, role: FamilyRole | undefined): void {
  if (!role) throw refuse.notFound();
  if (!includesRole(role, scope.role)) throw refuse.conflict(message('family.refusals.role'));
}

/** Whether a user is in another family than the one they look at. */
export async function hasOtherFamily(db: Db, { userId, currentFamilyId }: Pick<Session, 'userId' | 'currentFamilyId'>): Promise<boolean> {
  const others = and(eq(members.userId, userId), currentFamilyId ? ne(members.familyId, currentFamilyId) : undefined);
  return (await db.$count(members, others)) > 0;
}

/** Lets the process itself act for a family, where no request stands behind it. */
export function actForFamily(familyId: string, reason: string): FamilyErrand {
  return { familyId, reason } as FamilyErrand;
}
