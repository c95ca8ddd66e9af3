import { and, eq, gt, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { authenticate } from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { isLive, liveSessionColumns, sessions, users } from '#features/accounts/tables.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { prepared } from '#platform/db/prepared.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { FamilyRole } from '@heartwood/contract/family';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { membershipsNow, type Entry } from './queries.ts';
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

/** Whether a user is in another family than the one they look at. */
export async function hasOtherFamily(db: Db, { userId, currentFamilyId }: Pick<Session, 'userId' | 'currentFamilyId'>): Promise<boolean> {
  const others = and(eq(members.userId, userId), currentFamilyId ? ne(members.familyId, currentFamilyId) : undefined);
  return (await db.$count(members, others)) > 0;
}

/** Lets the process itself act for a family, where no request stands behind it. */
export function actForFamily(familyId: string, reason: string): FamilyErrand {
  return { familyId, reason } as FamilyErrand;
}
