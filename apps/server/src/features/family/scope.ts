import { and, eq, ne, sql } from 'drizzle-orm';
import { authenticate } from '#features/accounts/actions.ts';
import type { LiveSession, Session } from '#features/accounts/actions.ts';
import type { Db } from '#platform/db/pool.ts';
import { prepared, preparedOnce } from '#platform/db/prepared.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { FamilyRole } from '@heartwood/contract/family';
import { families, members } from './tables.ts';

declare module '#platform/http/serve.ts' {
  interface GateTypes {
    scope: FamilyScope;
  }
}

declare const proof: unique symbol;

/**
 * Proof that somebody is in a family. Every function that touches a family's data takes one, and only this file makes them,
 * so that a forgotten check does not compile.
 */
export interface FamilyScope {
  readonly [proof]: true;
  readonly familyId: string;
  readonly userId: string;
  /** The member as a person of the family: their `heartwood_id`. */
  readonly personId: string;
  readonly role: FamilyRole;
  /** What is stored about the family that decides whether it is covered; read along, because every call asks. */
  readonly standing: { readonly trialEndsAt: Date | null };
}

/** Proof that the process itself acts for a family: a job or a webhook, never a request. */
export interface FamilyErrand {
  readonly [proof]: true;
  readonly familyId: string;
  /** Why, in a few words, for the log. */
  readonly reason: string;
}

const membership = preparedOnce((db) =>
  db
    .select({
      familyId: members.familyId,
      userId: members.userId,
      personId: members.personId,
      role: members.role,
      trialEndsAt: families.trialEndsAt,
    })
    .from(members)
    .innerJoin(families, eq(families.id, members.familyId))
    .where(and(eq(members.familyId, sql.placeholder('familyId')), eq(members.userId, sql.placeholder('userId'))))
    .prepare('membership'),
);

/** A live session with its user's membership in the family they look at; `familyId` is null where there is none. */
interface Arrival extends LiveSession {
  familyId: string | null;
  personId: string;
  memberRole: FamilyRole;
  trialEndsAt: Date | null;
}

const arrivalBy = (db: Db, tokenHash: string, liveSince: Date) =>
  prepared<Arrival>(
    db,
    sql`select s.id, s.fresh_until as "freshUntil", s.last_used_at as "lastUsedAt", u.id as "userId", u.email,
        u.email_verified_at as "emailVerifiedAt", u.role, u.current_family_id as "currentFamilyId",
        m.family_id as "familyId", m.person_id as "personId", m.role as "memberRole", f.trial_ends_at as "trialEndsAt"
      from sessions s join users u on u.id = s.user_id
      left join members m on m.user_id = u.id and m.family_id = u.current_family_id
      left join families f on f.id = m.family_id
      where s.token_hash = ${tokenHash} and s.last_used_at > ${liveSince}`,
  );

/** Memberships that were found together with a session and have not been asked for yet. */
const arrivals = new WeakMap<object, FamilyScope>();

/**
 * Finds who sends a request that only reads, and their membership in the family they look at with the same statement, so that
 * {@link enterFamily} need not ask. Not for requests with a body: while that is on its way, a membership can end.
 * @throws Refused unauthenticated
 */
export async function authenticateReader(platform: Platform, authorization: string | undefined): Promise<Session> {
  let arrival: Arrival | undefined;
  const session = await authenticate(platform, authorization, async (db, tokenHash, liveSince) => {
    [arrival] = await arrivalBy(db, tokenHash, liveSince);
    return arrival;
  });
  if (arrival?.familyId) {
    const { familyId, userId, personId, memberRole, trialEndsAt } = arrival;
    arrivals.set(session, { familyId, userId, personId, role: memberRole, standing: { trialEndsAt } } as FamilyScope);
  }
  return session;
}

/**
 * Lets a signed-in user into a family.
 * @param familyId the family asked for; left out, the user's current one
 * @throws Refused not_found for a family that is not theirs exactly as for one that is not there
 */
export async function enterFamily(db: Db, session: Pick<Session, 'userId' | 'currentFamilyId'>, familyId?: string): Promise<FamilyScope> {
  const wanted = familyId ?? session.currentFamilyId;
  if (!wanted) throw refuse.notFound();
  const arrived = arrivals.get(session);
  if (arrived?.familyId === wanted) return arrived;
  const [row] = await membership(db).execute({ familyId: wanted, userId: session.userId });
  if (!row) throw refuse.notFound();
  const { trialEndsAt, ...found } = row;
  return { ...found, standing: { trialEndsAt } } as FamilyScope;
}

/** Whether somebody is in another family than the one they look at. */
export async function hasOtherFamily(db: Db, { userId, currentFamilyId }: Pick<Session, 'userId' | 'currentFamilyId'>): Promise<boolean> {
  const others = and(eq(members.userId, userId), currentFamilyId ? ne(members.familyId, currentFamilyId) : undefined);
  return (await db.$count(members, others)) > 0;
}

/** Lets the process itself act for a family, where no request stands behind it. */
export function actForFamily(familyId: string, reason: string): FamilyErrand {
  return { familyId, reason } as FamilyErrand;
}
