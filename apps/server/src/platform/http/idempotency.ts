import { message } from '@heartwood/messages/message';
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { refuse } from './refusal.ts';

/** A creating request with an `Idempotency-Key`: its sender, the key and a hash of what it asks for. */
export interface Idempotency {
  /** Null before a user is signed in. */
  userId: string | null;
  key: string;
  /** HMAC-SHA-256 over method, path, family and body. */
  fingerprint: string;
}

/**
 * What a request with an `Idempotency-Key` asks for, as one hash; files count by their bytes.
 * @param what method, path and, where it matters, the family: of two families nothing is the same
 * @param secret keeps what a body holds, a password even, from being guessed by the hash
 */
export function fingerprint(secret: Buffer, what: string, body: unknown): string {
  const canonical = JSON.stringify(body, (name, value: unknown) => {
    if (name === 'path') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHmac('sha256', secret).update(`${what}\n${canonical}`).digest('hex');
}

/**
 * Creates something at most once per key, in one transaction with the row that stores the key. A second request with the key waits for the
 * first and gets the same id.
 * @param create makes the thing and returns its id
 * @returns the id, of now or of then
 * @throws Refused conflict where the key was used for something else
 */
export async function createIdempotently(
  db: Db,
  idempotency: Idempotency | undefined,
  now: Date,
  create: (tx: Tx) => Promise<string>,
): Promise<string> {
  if (!idempotency) return db.transaction(create);
  return db.transaction(async (tx) => {
    const claimed = await tx.execute(sql`
      insert into idempotency_keys (user_id, key, fingerprint, created_at) values (${idempotency.userId}, ${idempotency.key}, ${idempotency.fingerprint}, ${now})
      on conflict do nothing returning 1`);
    if (claimed.rowCount === 0) return replay(tx, idempotency);
    const id = await create(tx);
    await tx.execute(
      sql`update idempotency_keys set created_id = ${id} where user_id is not distinct from ${idempotency.userId}::uuid and key = ${idempotency.key}`,
    );
    return id;
  });
}

/** Whether a request with this key has been answered: a limit on creations does not count it again. */
export async function wasAnswered(db: Db, idempotency: Idempotency | undefined): Promise<boolean> {
  if (!idempotency) return false;
  const found = await readRows(db, sql`select from idempotency_keys where user_id = ${idempotency.userId} and key = ${idempotency.key}`);
  return found.length > 0;
}

async function replay(tx: Tx, idempotency: Idempotency): Promise<string> {
  const made = await createdBefore(tx, idempotency);
  if (made === undefined) throw refuse.conflict(message('app.refusals.idempotencyBusy'));
  return made;
}

/**
 * What a request with this key has created.
 * @returns its id, undefined where the key is new
 * @throws Refused conflict where the key was used for something else
 */
export async function createdBefore(db: Queryable, idempotency: Idempotency): Promise<string | undefined> {
  const [first] = await readRows<{ fingerprint: string; created_id: string }>(
    db,
    sql`select fingerprint, created_id from idempotency_keys where user_id is not distinct from ${idempotency.userId}::uuid and key = ${idempotency.key}`,
  );
  if (first && first.fingerprint !== idempotency.fingerprint) throw refuse.conflict(message('app.refusals.idempotencyUsed'));
  return first?.created_id;
}
