import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainQuery } from './prepared.ts';

const dialect = new PgDialect();
const byTheLibrary = (query: SQL) => {
  const { sql: words, params } = dialect.sqlToQuery(query);
  return { text: words, values: params };
};

const letters = Object.assign(['select ', ', ', ' from x where '], { raw: ['select ', ', ', ' from x where '] });
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.date({ noInvalidDate: true }), fc.bigInt());
const { piece } = fc.letrec<{ piece: unknown }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.constant(undefined),
    fc.constantFrom('now()', 'limit 21', "'$1'").map((words) => sql.raw(words)),
    fc.array(value).map((values) => sql.param(values)),
    value.map((one) => sql.param(one)),
    fc.constant(sql.empty()),
    fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => sql(letters, a, b)),
    fc.array(tie('piece'), { maxLength: 3 }).map((parts) => sql.join(parts as SQL[], sql` and `)),
  ),
}));

describe('a statement of words and values', () => {
  it('is put together as the library does it, however it is nested', () => {
    fc.assert(
      fc.property(piece, piece, (a, b) => {
        const query = sql(letters, a, b);
        expect(plainQuery(query)).toEqual(byTheLibrary(query));
      }),
    );
  });

  it('keeps values out of its text, whatever they look like', () => {
    const said = "'; drop table users; --";
    expect(plainQuery(sql`select ${said}, ${sql`${said} or ${7}`}`)).toEqual({ text: 'select $1, $2 or $3', values: [said, said, 7] });
  });

  it('is left to the library where there is anything else in it', () => {
    const things = pgTable('things', { name: text('name') });
    const others: unknown[] = [
      things,
      things.name,
      sql.identifier('name'),
      sql.placeholder('name'),
      sql.param(sql.placeholder('name')),
      ['a', 'b'],
      { a: 1 },
      sql`1`.as('one'),
      sql`${'quoted'}`.inlineParams(),
      sql`deep ${sql`deeper ${things.name}`}`,
    ];
    for (const other of others) expect(plainQuery(sql`select ${other}`)).toBeUndefined();
  });
});
