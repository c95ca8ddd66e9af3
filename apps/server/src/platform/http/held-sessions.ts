import type { Db, Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';

// [Note: When a session is judged]
// Before the body, so that the server does not read gigabytes of a stranger's. After it, in every writing call, because it may have ended while the
// body was on its way. And in every transaction of a writing call, whose first statement holds the session's row: a session that ends
// before that makes the call unauthenticated; one that ends later waits until the transaction has ended. What may itself end sessions (every call
// that belongs to the account) holds all of the user's, in one order, so that two of them never wait for each other. Sessions are held before
// anything else, by those who end them too: `lockSessions` of features/accounts.

// [Note: When a membership is judged]
// Before the body and after it, like the session, and once more by the first statement of each transaction of a writing call of a member, which holds
// the member's row (`for share`) with the session's. A membership that has ended by then is answered like a stranger's (404); a role that is less
// than the one the call was decided by is a conflict (409): sent again, it is decided anew. What changes after that waits until the
// transaction has ended. So that two never wait for each other, there is one order for all: sessions, memberships, the family's row, everything else.
// Who changes memberships first waits for all that hold one in the family, by a lock that is the family's (shared by who writes): whoever wants to hold
// one after that waits in turn. By row locks alone a member who writes without a pause would put off their removal for as long as they like.
// `members: 'all'` of `serve` takes it, `familiesIn` where an account is deleted: first of all, and for the families the user has left that remember them, too, because
// rows of theirs go before the family's row is held. Who joins adds a row that nobody can hold yet.
// What acts as a member and is no call of one does it by `holdScope`: a family that an account call names, an answer by mail.

/** What a transaction holds: the caller's own session and membership, or all of the user's sessions, all of the family's memberships. */
export interface Held {
  sessions: 'own' | 'all';
  members: 'own' | 'all';
}

/**
 * The same platform for one writing call: each of its transactions begins by holding what it was decided by.
 * @param hold keeps the session from ending and the membership from changing until the transaction ends @throws Refused
 */
export function holding(platform: Platform, hold: (tx: Tx) => Promise<void>): Platform {
  const transaction: Db['transaction'] = (work, config) =>
    platform.db.transaction(async (tx) => {
      await hold(tx);
      return work(tx);
    }, config);
  return { ...platform, db: Object.assign(Object.create(platform.db) as Db, { transaction }) };
}
