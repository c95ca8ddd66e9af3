import type { Db, Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';

// [Note: When a session is judged]
// Before the body, so that the server does not read gigabytes of a stranger's. After it, in every writing call, because it may have ended while the
// body was on its way. And in every transaction of a writing call, whose first statement holds the session's row: a session that ends
// before that makes the call unauthenticated; one that ends later waits until the transaction has ended. What may itself end sessions (every call
// that belongs to the account) holds all of the user's, in one order, so that two of them never wait for each other. Sessions are held before
// anything else, by those who end them too: `lockSessions` of features/accounts.

/**
 * The same platform for one writing call: each of its transactions begins by holding the session.
 * @param hold keeps the session from ending until the transaction ends @throws Refused unauthenticated
 */
export function holding(platform: Platform, hold: (tx: Tx) => Promise<void>): Platform {
  const transaction: Db['transaction'] = (work, config) =>
    platform.db.transaction(async (tx) => {
      await hold(tx);
      return work(tx);
    }, config);
  return { ...platform, db: Object.assign(Object.create(platform.db) as Db, { transaction }) };
}
