import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { timeZonesOf } from '#features/family/actions.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { waitingIn } from './queries.ts';
import { birthdayCards, birthdayMails, birthdayPlaces, wishes, wishMedia, wishReminders } from './tables.ts';
import type { Celebrated, Occasion, WaitingMail } from './tables.ts';

type Within = FamilyScope | FamilyErrand;

/** The family a wish belongs to; says nothing about who may see it. */
export const familyOf = familyOfRow(wishes);

/** Writes a wish. @returns false where its author has one for this birthday already */
export async function insertWish(
  tx: Tx,
  { familyId, userId }: FamilyScope,
  row: Omit<typeof wishes.$inferInsert, 'familyId' | 'authorId'>,
): Promise<boolean> {
  const made = await tx
    .insert(wishes)
    .values({ ...row, familyId, authorId: userId })
    .onConflictDoNothing()
    .returning({ id: wishes.id });
  return made.length > 0;
}

/** Keeps that a person was in a time zone while wishes for a birthday of theirs were gathered. */
export async function insertPlace(
  tx: Tx,
  { familyId }: FamilyScope,
  { personId, birthdayOn }: Occasion,
  { timeZone }: Pick<Celebrated, 'timeZone'>,
): Promise<void> {
  await tx.insert(birthdayPlaces).values({ personId, birthdayOn, timeZone, familyId }).onConflictDoNothing();
}

/** Keeps for every birthday whose wishes wait in a family where the person is now. */
export async function keepPlaces(tx: Tx, errand: FamilyErrand): Promise<void> {
  const { familyId } = errand;
  const waiting = await waitingIn(tx, errand);
  const timeZoneOf = await timeZonesOf(tx, familyId);
  const places = waiting.map(({ userId, ...occasion }) => ({ ...occasion, familyId, timeZone: timeZoneOf(userId) }));
  if (places.length > 0) await tx.insert(birthdayPlaces).values(places).onConflictDoNothing();
}

const own = (scope: FamilyScope, id: string) =>
  and(eq(wishes.id, id), eq(wishes.familyId, scope.familyId), eq(wishes.authorId, scope.userId));

/** Keeps one's wish from being changed by another request until the transaction ends. @returns false where it is gone */
export const lockWish = async (tx: Tx, scope: FamilyScope, id: string): Promise<boolean> =>
  (await tx.select({ id: wishes.id }).from(wishes).where(own(scope, id)).for('update')).length > 0;

/** Changes one's wish. */
export async function updateWish(tx: Tx, scope: FamilyScope, id: string, change: { text: string; updatedAt: Date }): Promise<void> {
  await tx.update(wishes).set(change).where(own(scope, id));
}

/** Notes that all wishes for a birthday have been thanked for. @returns the authors of those that were not before */
export async function markThanked(
  tx: Tx,
  { familyId }: FamilyScope,
  { personId, birthdayOn }: Occasion,
  thankedAt: Date,
): Promise<string[]> {
  const which = and(eq(wishes.personId, personId), eq(wishes.birthdayOn, birthdayOn), eq(wishes.familyId, familyId));
  const marked = await tx
    .update(wishes)
    .set({ thankedAt })
    .where(and(which, isNull(wishes.thankedAt)))
    .returning({ authorId: wishes.authorId });
  return marked.map(({ authorId }) => authorId);
}

/** Makes these the media of a wish. */
export async function putMedia(tx: Tx, { familyId }: FamilyScope, wishId: string, media: readonly string[]): Promise<void> {
  await tx.delete(wishMedia).where(and(eq(wishMedia.wishId, wishId), eq(wishMedia.familyId, familyId)));
  const rows = media.map((mediumId, position) => ({ mediumId, familyId, wishId, position }));
  if (rows.length > 0) await tx.insert(wishMedia).values(rows);
}

/** Removes one's wish. @returns media that it held */
export const removeWish = (tx: Tx, scope: FamilyScope, id: string): Promise<string[]> =>
  remove(tx, scope, sql`id = ${id} and author_id = ${scope.userId}`);

/** Families, also left ones, with a user's wishes, or with wishes for them. */
export async function familiesWithTraces(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: wishes.familyId }).from(wishes).where(tracesOf(userId));
  return found.map(({ familyId }) => familyId);
}

/** Removes what a user has wished in a family, and what they were wished. @returns media that the wishes held */
export const removeTraces = (tx: Tx, errand: FamilyErrand, userId: string): Promise<string[]> => remove(tx, errand, tracesOf(userId));

/** Removes wishes for people who have been removed. @returns media that the wishes held */
export const removeNobodys = (tx: Tx, errand: FamilyErrand): Promise<string[]> => remove(tx, errand, sql`person_id is null`);

const tracesOf = (userId: string): SQL =>
  sql`(author_id = ${userId} or person_id in (select people.id from people where people.user_id = ${userId}))`;

async function remove(tx: Tx, { familyId }: Within, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with gone as (delete from wishes where family_id = ${familyId} and ${which} returning id)
    select medium_id as id from wish_media where wish_id in (select id from gone)`);
  return rows.map(({ id }) => id);
}

/** Says that a birthday's wishes are delivered. @returns false where they were before */
export async function insertCard(
  tx: Tx,
  { familyId }: FamilyErrand,
  { personId, birthdayOn }: Occasion,
  deliveredAt: Date,
): Promise<boolean> {
  const made = await tx
    .insert(birthdayCards)
    .values({ personId, birthdayOn, familyId, deliveredAt })
    .onConflictDoNothing()
    .returning({ personId: birthdayCards.personId });
  return made.length > 0;
}

/** Who has been reminded of a birthday since a time. */
export async function remindedOf(db: Db, scope: FamilyScope, { personId, birthdayOn }: Occasion, since: Date): Promise<Set<string>> {
  const of = and(
    eq(wishReminders.personId, personId),
    eq(wishReminders.birthdayOn, birthdayOn),
    eq(wishReminders.familyId, scope.familyId),
  );
  const found = await db
    .select({ userId: wishReminders.userId })
    .from(wishReminders)
    .where(and(of, gt(wishReminders.remindedAt, since)));
  return new Set(found.map(({ userId }) => userId));
}

/** Notes that a person is reminded. @returns false where they have been since a time */
export async function noteReminder(
  tx: Tx,
  { familyId }: FamilyScope,
  reminder: Occasion & { userId: string; remindedAt: Date },
  since: Date,
): Promise<boolean> {
  const { remindedAt } = reminder;
  const made = await tx
    .insert(wishReminders)
    .values({ ...reminder, familyId })
    .onConflictDoUpdate({
      target: [wishReminders.personId, wishReminders.birthdayOn, wishReminders.userId],
      set: { remindedAt },
      setWhere: sql`${wishReminders.remindedAt} <= ${since}`,
    })
    .returning({ userId: wishReminders.userId });
  return made.length > 0;
}

/** Keeps mails that wait; one that waits already is the latest sender's. */
export async function putMails(tx: Tx, { familyId }: Within, mails: readonly Omit<WaitingMail, 'familyId'>[]): Promise<void> {
  if (mails.length === 0) return;
  await tx
    .insert(birthdayMails)
    .values(mails.map((mail) => ({ ...mail, familyId })))
    .onConflictDoUpdate({
      target: [birthdayMails.personId, birthdayMails.birthdayOn, birthdayMails.userId, birthdayMails.about],
      set: { senderId: sql`excluded.sender_id` },
    });
}

/** Mails that are due, those that have waited longest first. */
export const dueMails = (db: Db, now: Date): Promise<WaitingMail[]> =>
  db
    .select()
    .from(birthdayMails)
    .where(lte(birthdayMails.dueAt, now))
    .orderBy(birthdayMails.dueAt, birthdayMails.personId, birthdayMails.userId);

const oneMail = ({ personId, birthdayOn, userId, about }: WaitingMail, { familyId }: FamilyErrand) =>
  and(
    eq(birthdayMails.personId, personId),
    eq(birthdayMails.birthdayOn, birthdayOn),
    eq(birthdayMails.userId, userId),
    eq(birthdayMails.about, about),
    eq(birthdayMails.familyId, familyId),
  );

/** Lets a mail wait. */
export async function holdMail(tx: Tx, errand: FamilyErrand, mail: WaitingMail, dueAt: Date): Promise<void> {
  await tx.update(birthdayMails).set({ dueAt }).where(oneMail(mail, errand));
}

/** Takes a mail, so that no other process sends it. @returns false where one has */
export async function takeMail(tx: Tx, errand: FamilyErrand, mail: WaitingMail): Promise<boolean> {
  return (await tx.delete(birthdayMails).where(oneMail(mail, errand))).rowCount === 1;
}
