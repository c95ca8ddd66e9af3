import type { Post } from '@heartwood/contract/posts';
import { searchLimit } from '@heartwood/contract/search';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { ofTagged, tagged, visible } from '#features/posts/tables.ts';
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
export type Fit = { id: string; post_id: string };

// [Note: The newest that fit]
// The newest posts are looked through first, by their order. A word that many use is found there; one that some use is looked for further on in
// the same order; one that hardly any of the newest has is rare, or was used long ago, and the index of words finds it. So a frequent word is
// not gathered from a million posts to show twenty, and a rare one not looked for in all of them. PostgreSQL runs the later steps only where
// they are needed. Behind `offset 0` and `is true` nothing chooses another index than the one that is meant.
const newest = sql.raw('1000');
const further = sql.raw('20000');
const rare = sql.raw('3');
const most = sql.raw(String(searchLimit));

/** What is read: `rows` in the order of the list with moment, id and words as `at`, `row_id` and `search`, `shown` those of them that one may see. */
interface Source {
  rows: (also: SQL) => SQL;
  shown: SQL;
  /** All that the index of words finds. */
  found: (fits: SQL) => SQL;
}

const newestThatFit = ({ rows, shown, found }: Source, fits: SQL): SQL => {
  const first = sql`order by at desc, row_id desc limit ${most}`;
  const last = sql`(select at, row_id from newest order by at, row_id limit 1)`;
  const near = sql`(select count(*) from near)`;
  const goesOn = sql`${near} < ${most} and (select count(*) from newest) = ${newest}`;
  return sql`with newest as materialized (${rows(sql``)} limit ${newest}),
    near as materialized (select at, row_id, one.post_id from newest one ${shown} and (one.search @@ (${fits})) is true ${first}),
    more as materialized (select at, row_id, one.post_id from (${rows(sql`and ${goesOn} and ${near} >= ${rare}`)} limit ${further}) one
      ${shown} and (at, row_id) < ${last} and (one.search @@ (${fits})) is true ${first}),
    far as materialized (${found(fits)} and ${goesOn} and (select count(*) from more) + ${near} < ${most})
    select row_id as id, post_id from (select * from near union select * from more union
      (select * from far where (at, row_id) < ${last} ${first})) found ${first}`;
};

const narrowing = (scope: FamilyScope, { person, kind, year }: Question): { source: SQL; narrowed: SQL } => ({
  source: person ? tagged(scope, person) : sql`posts p`,
  narrowed: sql`${visible(scope)} ${kind ? sql`and p.kind = ${kind}` : sql``}
    ${year ? sql`and extract(year from p.occurred_on) = ${year}::int` : sql``}`,
});

function ofPosts(scope: FamilyScope, question: Question): Source {
  const { source, narrowed } = narrowing(scope, question);
  const [at, id] = question.person ? [ofTagged[1], ofTagged[2]] : [sql`p.created_at`, sql`p.id`];
  const columns = sql`select ${at} as at, ${id} as row_id, p.id as post_id`;
  const isNarrow = question.person || question.kind || question.year;
  const hits = (fits: SQL) =>
    sql`(select id as hit from posts where family_id = ${scope.familyId} and deleted_at is null and search @@ (${fits}) offset 0) hits`;
  return {
    rows: (also) => sql`${columns}, p.search from ${source} where ${narrowed} ${also} order by ${at} desc, ${id} desc`,
    shown: sql`where true`,
    found: (fits) =>
      isNarrow
        ? sql`${columns} from ${hits(fits)}, ${source} where p.id = hit and ${narrowed}`
        : sql`${columns} from posts p where ${narrowed} and p.search @@ (${fits})`,
  };
}

function ofComments(scope: FamilyScope, question: Question): Source {
  const { source, narrowed } = narrowing(scope, question);
  const all = sql`from comments c where c.family_id = ${scope.familyId} and c.deleted_at is null`;
  const columns = sql`select c.created_at as at, c.id as row_id, c.post_id`;
  return {
    rows: (also) => sql`${columns}, c.search ${all} ${also} order by c.created_at desc, c.id desc`,
    shown: sql`, ${source} where p.id = one.post_id and ${narrowed}`,
    found: (fits) =>
      sql`${columns} from (select c.* ${all} and c.search @@ (${fits}) offset 0) c, ${source} where p.id = c.post_id and ${narrowed}`,
  };
}

async function newestFits(db: Db, scope: FamilyScope, question: Question, fits: SQL): Promise<{ posts: Fit[]; comments: Fit[] }> {
  const [posts, comments] = await Promise.all([
    prepared<Fit>(db, newestThatFit(ofPosts(scope, question), fits)),
    prepared<Fit>(db, newestThatFit(ofComments(scope, question), fits)),
  ]);
  return { posts, comments };
}

/** Posts one may see, and comments on them, with the words or words that begin with them; the newest first. */
export const findWords = (db: Db, scope: FamilyScope, question: Question) =>
  newestFits(db, scope, question, sql`select search_beginnings(${question.q})`);

/** Posts one may see, and comments on them, with one word of each of some lists. @param lists words as the family has them */
export async function findAnyOf(db: Db, scope: FamilyScope, question: Question, lists: readonly (readonly string[])[]) {
  const quoted = (word: string) => `'${word.replaceAll(/['\\]/g, String.raw`$&$&`)}'`;
  const fits = lists.map((words) => `(${words.map(quoted).join('|')})`).join('&');
  return newestFits(db, scope, question, sql`select ${fits}::tsquery`);
}

/** Brings what has been written since into the words of a family. */
export const gainWords = (db: Db, { familyId }: FamilyScope) => prepared(db, sql`select family_words_gain(${familyId}::uuid)`);

/** Takes out of the words of every family what nothing says any more. */
export async function loseWords(db: Db): Promise<void> {
  const { rows } = await db.execute<{ family_id: string }>(sql`select distinct family_id from family_word_changes`);
  for (const { family_id } of rows) await db.execute(sql`select family_words_lose(${family_id}::uuid)`);
}

/** Words of the family, as it was when they were last brought up to date, with a word in them, or with a piece that a word with some slips has, too. Says nothing about who may see them. */
export async function wordsLike(db: Db, { familyId }: FamilyScope, word: string, slips: number): Promise<string[]> {
  const pieces = sql`pieces && search_pieces(search_fold(${word}), ${slips}::int)`;
  const rows = await prepared<{ word: string }>(
    db,
    sql`select word from family_words where family_id = ${familyId} and (${slips > 0 ? pieces : sql`false`} or word like '%' || search_fold(${word}) || '%')`,
  );
  return rows.map((row) => row.word);
}
