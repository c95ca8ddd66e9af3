import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db, Tx } from './db/pool.ts';
import type { Platform } from './platform.ts';

// [Note: A transaction has one connection]
// There are few of them. Who holds one and waits for a second waits for others who do the same, and none of them goes on until all give up. So what is
// read while a transaction is open is read on its connection, by functions too that are made for a platform.

/** The same platform for reads within a transaction: on its connection, one after the other. They see what it has written. */
export function within(platform: Platform, { $client }: Tx): Platform {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...asked: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const answer = last.then(() => $client.query(...asked));
    // What comes after one that has failed fails, too: its connection may belong to somebody else by then.
    last = answer;
    answer.catch(() => undefined);
    return answer;
  };
  const transaction = () => Promise.reject(new Error('a transaction is open already'));
  const client = Object.assign(Object.create($client) as pg.PoolClient, { query });
  return { ...platform, db: Object.assign(drizzle(client), { transaction }) as unknown as Db };
}
