import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import type { FamilyScope } from './scope.ts';

/** A person as the family knows them: `profileName` and `portraits` while they are a member. */
interface Face {
  userId: string;
  personId: string;
  name: string;
  profileName: string | null;
  portraits: string[];
}

/** Who people are to each other when something they wrote is shown: also those who have left. */
export async function facesOf(db: Db, { familyId }: FamilyScope, userIds: readonly string[]): Promise<Face[]> {
  if (userIds.length === 0) return [];
  return readRows<Face>(
    db,
    sql`select p.user_id as "userId", p.id as "personId", p.name, trim(about.firstname || ' ' || about.lastname) as "profileName",
        array(select id from portraits where portraits.user_id = m.user_id order by position) as portraits
      from people p left join members m on m.user_id = p.user_id and m.family_id = p.family_id left join profiles about on about.user_id = m.user_id
      where p.family_id = ${familyId} and p.user_id = any(${sql.param(userIds)}::uuid[])`,
  );
}

/** A membership as it is now, with what covers the family. Timestamps are text. */
interface Membership extends Pick<FamilyScope, 'familyId' | 'userId' | 'personId' | 'role'> {
  /** Which of those asked for, from 1. */
  place: number;
  trialEndsAt: string | null;
  paidUntil: string | null;
}

/** Who is let into a family again. One that was not named is the one that the user looks at. */
export interface Entry {
  sessionId: string;
  familyId: string;
  isNamed: boolean;
}

/**
 * The memberships of sessions in families, with one statement; none for a session that has not been used since `liveSince`, nor for a family that
 * was not named and is no longer looked at.
 */
export const membershipsNow = (db: Db, entries: readonly Entry[], liveSince: Date): Promise<Membership[]> =>
  readRows(
    db,
    sql`
    select entry.place::int, m.family_id as "familyId", m.user_id as "userId", m.person_id as "personId", m.role,
      f.trial_ends_at as "trialEndsAt", f.paid_until as "paidUntil"
    from unnest(${sql.param(entries.map(({ sessionId }) => sessionId))}::uuid[], ${sql.param(entries.map(({ familyId }) => familyId))}::uuid[],
        ${sql.param(entries.map(({ isNamed }) => isNamed))}::boolean[])
      with ordinality as entry (session_id, family_id, is_named, place)
    join sessions s on s.id = entry.session_id and s.last_used_at > ${liveSince.toISOString()}::timestamptz
    join members m on m.user_id = s.user_id and m.family_id = entry.family_id
    join families f on f.id = m.family_id
    join users u on u.id = m.user_id and (entry.is_named or u.current_family_id = m.family_id)`,
  );
