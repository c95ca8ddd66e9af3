import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { profiles, users } from '#features/accounts/tables.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { families, members } from '#features/family/tables.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { invitations } from './tables.ts';

/** An invitation's row. */
export type InvitationRow = typeof invitations.$inferSelect;
/** An invitation with the name of who sent it. */
export type SentInvitation = InvitationRow & { inviterName: string };

const inviterName = sql<string>`trim(${profiles.firstname} || ' ' || ${profiles.lastname})`;

/** Adds an invitation of the one who acts, to their family. The row holds a hash of its token, never the token. */
export async function insertInvitation(
  db: Queryable,
  scope: FamilyScope,
  row: Omit<typeof invitations.$inferInsert, 'familyId' | 'inviterId'>,
): Promise<void> {
  await db.insert(invitations).values({ ...row, familyId: scope.familyId, inviterId: scope.userId });
}

/** Changes an invitation of the family; what is not among `change` stays. */
export async function updateInvitation(
  db: Queryable,
  scope: FamilyScope | FamilyErrand,
  id: string,
  change: Partial<typeof invitations.$inferInsert>,
): Promise<void> {
  await db
    .update(invitations)
    .set(change)
    .where(and(eq(invitations.id, id), eq(invitations.familyId, scope.familyId)));
}

/**
 * Makes void what a member has sent to an address and nobody has accepted, so that the newest link is the only one. What has run out is replaced, too:
 * nobody sends it again. Whoever calls holds the family.
 * @param sent.id the invitation that stays, where it is sent again
 */
export async function revokeEarlier(
  db: Queryable,
  scope: FamilyScope,
  { inviterId, email, id }: { inviterId: string; email: string; id?: string },
  now: Date,
): Promise<void> {
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitations.familyId, scope.familyId),
        eq(invitations.inviterId, inviterId),
        eq(invitations.email, email),
        id ? ne(invitations.id, id) : undefined,
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}

/** Ends what a member has sent and was not accepted. @param member with a role: only what invites to that */
export async function revokeOfMember(
  db: Queryable,
  member: { familyId: string; userId: string; role?: 'guardian' },
  now: Date,
): Promise<void> {
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitations.familyId, member.familyId),
        eq(invitations.inviterId, member.userId),
        member.role && eq(invitations.role, member.role),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}

/** Ends what was sent to a member, by their address and by that of the invitations they have accepted, and was not accepted. */
export async function revokeTo(
  db: Queryable,
  { familyId, userId }: { familyId: string; userId: string },
  email: string | null,
  now: Date,
): Promise<void> {
  const cameBy = db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.familyId, familyId), eq(invitations.acceptedBy, userId)));
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitations.familyId, familyId),
        or(email ? eq(invitations.email, email) : undefined, inArray(invitations.email, cameBy)),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}

const isOpen = (now: Date) => and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

const isWaiting = and(isNull(invitations.sentAt), isNull(invitations.revokedAt));

/** Whom a user has written to in any family what was not sent yet; the oldest first. */
export async function waitingOf(db: Queryable, inviterId: string): Promise<Pick<InvitationRow, 'id' | 'name' | 'email'>[]> {
  return db
    .select({ id: invitations.id, name: invitations.name, email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.inviterId, inviterId), isWaiting))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

/** Holds what a user has written in any family and was not sent yet, because their address is not confirmed; the oldest first. */
export async function lockWaiting(db: Queryable, inviterId: string): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.inviterId, inviterId), isWaiting))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .for('update');
}

/** A family's invitations, the newest first; of one member where one is named. */
export async function invitationsOf(
  db: Queryable,
  scope: FamilyScope,
  where: { inviterId?: string; id?: string; limit?: number },
): Promise<SentInvitation[]> {
  const rows = await db
    .select({ invitation: invitations, inviterName })
    .from(invitations)
    .innerJoin(profiles, eq(profiles.userId, invitations.inviterId))
    .where(
      and(
        eq(invitations.familyId, scope.familyId),
        where.inviterId ? eq(invitations.inviterId, where.inviterId) : undefined,
        where.id ? eq(invitations.id, where.id) : undefined,
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(where.limit ?? 1);
  return rows.map((row) => ({ ...row.invitation, inviterName: row.inviterName }));
}

/** The invitations by which a member came in, the newest first. */
export async function acceptedInvitations(db: Queryable, scope: FamilyScope): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.familyId, scope.familyId), eq(invitations.acceptedBy, scope.userId)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
}

/** The family's invitations whose spoken message is a medium. */
export async function invitationsSpeaking(db: Queryable, scope: FamilyScope, mediumId: string): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.familyId, scope.familyId), eq(invitations.mediumId, mediumId)));
}

/** The family an invitation is to, for a route with its id in the path; who may see it is decided there. */
export const familyOf = familyOfRow(invitations);

/** Keeps two who hold the same link, or its sender, from deciding about an invitation at once. */
export async function lockInvitation(db: Queryable, id: string): Promise<InvitationRow | undefined> {
  return (await db.select().from(invitations).where(eq(invitations.id, id)).for('update'))[0];
}

/** What a link leads to. */
export type InvitationByToken = NonNullable<Awaited<ReturnType<typeof invitationByToken>>>;

/** What a link leads to, with who sent it and what they may do in the family now; `inviterRole` is null when they have left. */
export async function invitationByToken(db: Queryable, tokenHash: string) {
  const [row] = await db
    .select({
      invitation: invitations,
      familyName: families.name,
      inviterName,
      inviterEmail: users.email,
      inviterLanguage: users.locale,
      inviterRole: members.role,
      inviterPortrait: sql<
        string | null
      >`(select id::text from portraits where portraits.user_id = ${invitations.inviterId} order by position limit 1)`,
    })
    .from(invitations)
    .innerJoin(families, eq(families.id, invitations.familyId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .innerJoin(profiles, eq(profiles.userId, invitations.inviterId))
    .leftJoin(members, and(eq(members.familyId, invitations.familyId), eq(members.userId, invitations.inviterId)))
    .where(eq(invitations.tokenHash, tokenHash));
  return row?.invitation.expiresAt ? { ...row, expiresAt: row.invitation.expiresAt } : undefined;
}

/** Takes a link out of the world: of many at once exactly one gets it. The transaction that fails gives it back. */
export async function takeInvitation(db: Queryable, tokenHash: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)))
    .returning();
  return row;
}

/** Says who has accepted an invitation. */
export async function setAcceptedBy(db: Queryable, id: string, userId: string): Promise<void> {
  await db.update(invitations).set({ acceptedBy: userId }).where(eq(invitations.id, id));
}

/** Families with invitations that a user has sent, or came in by; always in the same order. */
export async function familiesWithTraces(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: invitations.familyId })
    .from(invitations)
    .where(isOf(userId))
    .orderBy(asc(invitations.familyId));
  return rows.map((row) => row.id);
}

/** Forgets what a user has sent in a family, and with which address they were invited. @returns the spoken messages */
export async function removeTraces(tx: Queryable, { familyId }: FamilyErrand, userId: string): Promise<string[]> {
  return forget(tx, and(eq(invitations.familyId, familyId), isOf(userId)));
}

const isOf = (userId: string) => or(eq(invitations.inviterId, userId), eq(invitations.acceptedBy, userId));

const ended = (before: Date) =>
  and(isNull(invitations.acceptedAt), or(lt(invitations.expiresAt, before), lt(invitations.revokedAt, before)));

/** Families with invitations that were never accepted and ended before a time. */
export async function familiesWithEnded(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db.selectDistinct({ id: invitations.familyId }).from(invitations).where(ended(before));
  return rows.map((row) => row.id);
}

/** Forgets such invitations of a family. @returns their spoken messages */
export async function forgetEnded(tx: Queryable, { familyId }: FamilyErrand, before: Date): Promise<string[]> {
  return forget(tx, and(eq(invitations.familyId, familyId), ended(before)));
}

async function forget(tx: Queryable, which: SQL | undefined): Promise<string[]> {
  const rows = await tx.delete(invitations).where(which).returning({ mediumId: invitations.mediumId });
  return rows.flatMap((row) => row.mediumId ?? []);
}

/** What a family is called. */
export async function familyName(db: Queryable, scope: FamilyScope | FamilyErrand): Promise<string> {
  const [row] = await db.select({ name: families.name }).from(families).where(eq(families.id, scope.familyId));
  return row?.name ?? '';
}

/** Who has accepted an invitation, and whether they get a letter a week. @returns undefined where it was not accepted */
export async function acceptanceOf(db: Queryable, id: string): Promise<{ userId: string; letter: boolean } | undefined> {
  const columns = { userId: invitations.acceptedBy, letter: invitations.letter };
  const [row] = await db.select(columns).from(invitations).where(eq(invitations.id, id));
  return row?.userId ? { userId: row.userId, letter: row.letter } : undefined;
}
