import type { Db } from './pool.ts';

/**
 * A statement of the query builder that nearly every request asks: put together once per database, and parsed by PostgreSQL once per connection.
 * @param build ends in `prepare`, with a name that no other statement has; what it is asked with are placeholders
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const made = new WeakMap<Db, Statement>();
  return (db) => {
    const known = made.get(db) ?? build(db);
    made.set(db, known);
    return known;
  };
}
