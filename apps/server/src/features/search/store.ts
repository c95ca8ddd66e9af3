import type { Post } from '@heartwood/contract/posts';
import { searchLimit } from '@heartwood/contract/search';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { hits, newestThatFit, ofTagged, tagged, visible } from '#features/posts/tables.ts';
import type { Looked } from '#features/posts/tables.ts';
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

const narrowing = (scope: FamilyScope, { person, kind, year }: Question) => ({
  source: person ? tagged(scope, person, false) : sql`posts p`,
  // Taken from where the index of the list has them.
  at: person ? ofTagged[1] : sql`p.created_at`,
  id: person ? ofTagged[2] : sql`p.id`,
  narrowed: sql`${visible(scope)} ${kind ? sql`and ${person ? ofTagged[3] : sql`p.kind`} = ${kind}` : sql``}
    ${year ? sql`and extract(year from p.occurred_on) = ${year}::int` : sql``}`,
});

const most = sql.raw(String(searchLimit));

function ofPosts(scope: FamilyScope, question: Question): Looked {
  const { source, at, id, narrowed } = narrowing(scope, question);
  const columns = sql`select ${at} as at, ${id} as row_id, p.id as post_id`;
  const isNarrow = question.person || question.kind || question.year;
  return {
    rows: (also) => sql`${columns}, p.search from ${source} where ${narrowed} ${also} order by ${at} desc, ${id} desc`,
    shown: sql`where true`,
    found: (fits) =>
      isNarrow
        ? sql`select each.* from ${hits(scope, fits)}, lateral (${columns} from ${source} where ${id} = hit and ${narrowed} offset 0) each where true`
        : sql`${columns} from posts p where ${narrowed} and p.search @@ (${fits})`,
  };
}

function ofComments(scope: FamilyScope, question: Question): Looked {
  const { source, id, narrowed } = narrowing(scope, question);
  const all = sql`from comments c where c.family_id = ${scope.familyId} and c.deleted_at is null`;
  const columns = sql`select c.created_at as at, c.id as row_id, c.post_id`;
  return {
    rows: (also) => sql`${columns}, c.search ${all} ${also} order by c.created_at desc, c.id desc`,
    shown: sql`, ${source} where ${id} = one.post_id and ${narrowed}`,
    found: (fits) =>
      sql`${columns} from (select c.* ${all} and c.search @@ (${fits}) offset 0) c,
        lateral (select from ${source} where ${id} = c.post_id and ${narrowed} offset 0) each where true`,
  };
}

async function newestFits(db: Db, scope: FamilyScope, question: Question, fits: SQL): Promise<{ posts: Fit[]; comments: Fit[] }> {
  const [posts, comments] = await Promise.all([
    prepared<Fit>(db, newestThatFit(ofPosts(scope, question), fits, most)),
    prepared<Fit>(db, newestThatFit(ofComments(scope, question), fits, most)),
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
