import type { Post } from '@heartwood/contract/posts';
import { searchLimit } from '@heartwood/contract/search';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import type { FamilyScope } from '#features/family/scope.ts';
import { tagged, visible } from '#features/posts/tables.ts';
import type { Db } from '#platform/db/pool.ts';
import { prepared } from '#platform/db/prepared.ts';

/** What is looked for, and within what. */
export interface Question {
  q: string;
  person?: string | undefined;
  kind?: Post['kind'] | undefined;
  year?: number | null | undefined;
}

/** Something that fits: a post, or a comment with its post. */
export interface Fit {
  id: string;
  post_id: string;
  text: string;
}

/** How many candidates for what is nearly right are looked at. */
const candidates = sql.raw('200');
/** What part of the three-letter pieces of a word must be there for a text to be a candidate (pg_trgm). */
const alike = '0.28';

// [Note: Words that every family uses]
// The index of words knows which posts of a family have a word at once, but beginnings of a word it gathers from the whole house first: of a
// frequent word that takes longer than to look through the posts of one family, newest first. So only a large family is searched by it.
const largeFamily = 5_000;

const isLarge = async (db: Db, { familyId }: FamilyScope): Promise<boolean> => {
  const some = sql`select 1 from posts where family_id = ${familyId} and deleted_at is null limit ${sql.raw(String(largeFamily + 1))}`;
  const [counted] = await prepared<{ n: number }>(db, sql`select count(*)::int as n from (${some}) first_ones`);
  return (counted?.n ?? 0) > largeFamily;
};

const beginnings = (row: SQL, q: string, byIndex: boolean): SQL =>
  byIndex ? sql`${row}.search @@ search_beginnings(${q})` : sql`(${row}.search @@ search_beginnings(${q})) is true`;

/** Every word nearly there, or the question itself somewhere in it. Folded text has no wildcards. */
const nearly = (row: SQL, q: string, words: readonly string[]): SQL => {
  const text = sql`search_fold(${row}.text)`;
  const every = words.map((word) => sql`(search_fold(${word}) <% ${text} or ${text} like '%' || search_fold(${word}) || '%')`);
  const whole = sql`trim(search_fold(${q})) <> '' and ${text} like '%' || trim(search_fold(${q})) || '%'`;
  return every.length === 0 ? sql`(${whole})` : sql`(${sql.join(every, sql` and `)})`;
};

const within = (scope: FamilyScope, { person, kind, year }: Question): { source: SQL; narrowed: SQL } => ({
  source: person ? tagged(scope, person) : sql`posts p`,
  narrowed: sql`${visible(scope)} ${kind ? sql`and p.kind = ${kind}` : sql``}
    ${year ? sql`and p.occurred_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)` : sql``}`,
});

const postsWhere = (scope: FamilyScope, question: Question, fits: SQL, limit: SQL): SQL => {
  const { source, narrowed } = within(scope, question);
  return sql`select p.id, p.id as post_id, p.text from ${source} where ${narrowed} and ${fits}
    order by p.created_at desc, p.id desc limit ${limit}`;
};

const commentsWhere = (scope: FamilyScope, question: Question, fits: SQL, limit: SQL): SQL => {
  const { source, narrowed } = within(scope, question);
  return sql`select c.id, c.post_id, c.text from ${source} join comments c on c.post_id = p.id
    where ${narrowed} and c.family_id = ${scope.familyId} and c.deleted_at is null and ${fits}
    order by c.created_at desc, c.id desc limit ${limit}`;
};

const [p, c] = [sql.raw('p'), sql.raw('c')];
const most = sql.raw(String(searchLimit));

/** Posts one may see, and comments on them, with the words or words that begin with them; the newest first. */
export async function findWords(db: Db, scope: FamilyScope, question: Question): Promise<{ posts: Fit[]; comments: Fit[] }> {
  const byIndex = await isLarge(db, scope);
  const [posts, comments] = await Promise.all([
    prepared<Fit & QueryResultRow>(db, postsWhere(scope, question, beginnings(p, question.q, byIndex), most)),
    prepared<Fit & QueryResultRow>(db, commentsWhere(scope, question, beginnings(c, question.q, byIndex), most)),
  ]);
  return { posts, comments };
}

/** Candidates for what is nearly right, more than are shown; the newest first. */
export async function findNearly(db: Db, scope: FamilyScope, question: Question, words: readonly string[]) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${alike}, true)`);
    const of = async (query: SQL) => (await tx.execute<Fit & QueryResultRow>(query)).rows as Fit[];
    const posts = await of(postsWhere(scope, question, nearly(p, question.q, words), candidates));
    return { posts, comments: await of(commentsWhere(scope, question, nearly(c, question.q, words), candidates)) };
  });
}
