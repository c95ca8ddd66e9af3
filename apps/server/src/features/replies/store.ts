import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { isAmong } from '#platform/db/among.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { inboundMails } from './tables.ts';
import type { InboundMail } from './tables.ts';

/** Keeps that a mail has come. @returns false where it is known */
export async function insertMail(tx: Tx, mail: Omit<InboundMail, 'state' | 'reason' | 'settledAt'>): Promise<boolean> {
  const { rowCount } = await tx
    .insert(inboundMails)
    .values({ ...mail, state: 'received' })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** A mail that has come. */
export const findMail = async (db: Queryable, id: string): Promise<InboundMail | undefined> =>
  (await db.select().from(inboundMails).where(eq(inboundMails.id, id)))[0];

/** Writes down what has become of a mail. @returns false where another process has */
export async function settleMail(tx: Tx, id: string, settled: Pick<InboundMail, 'state' | 'reason' | 'settledAt'>): Promise<boolean> {
  const open = and(eq(inboundMails.id, id), eq(inboundMails.state, 'received'));
  return (await tx.update(inboundMails).set(settled).where(open)).rowCount === 1;
}

/** Mails that came before a time and are still worked at. */
export const overdueMails = (db: Db, before: Date): Promise<InboundMail[]> =>
  db
    .select()
    .from(inboundMails)
    .where(and(eq(inboundMails.state, 'received'), lt(inboundMails.receivedAt, before)));

/** Those of some mails whose bytes are kept: they are worked at, or were refused after a time. */
export async function mailsKept(db: Db, ids: readonly string[], refusedAfter: Date): Promise<Set<string>> {
  const found = await db
    .select({ id: inboundMails.id })
    .from(inboundMails)
    .where(
      and(
        isAmong(inboundMails.id, ids),
        sql`(${inboundMails.state} = 'received' or ${inboundMails.state} = 'refused' and ${inboundMails.settledAt} > ${refusedAfter})`,
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/** Forgets mails that came before a time and are not worked at. */
export async function forgetMails(db: Db, before: Date): Promise<void> {
  await db.delete(inboundMails).where(and(ne(inboundMails.state, 'received'), lt(inboundMails.receivedAt, before)));
}

/** Every mail of a user. */
export async function mailsOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.select({ id: inboundMails.id }).from(inboundMails).where(eq(inboundMails.userId, userId));
  return found.map(({ id }) => id);
}
