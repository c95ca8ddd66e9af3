import { searchLimit } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { isAbout, visible, when } from '#features/posts/queries.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';

/** What is looked for, and within what. */
export interface Question {
  q: string;
  person?: string | undefined;
  kind?: Post['kind'] | undefined;
  year?: number | null | undefined;
}

/** Something that fits: a post, or a comment with its post. */
export type Fit = { id: string; post_id: string };
/** The same, with the words it is found by. */
type Candidate = Fit & { folded: string };

/** Posts `p` that one may see, within what is looked. */
const within = (scope: FamilyScope, { person, kind, year }: Question): SQL => sql`${visible(scope)}
  ${when(person, sql`and ${isAbout(scope, person ?? '')}`)} ${when(kind, sql`and p.kind = ${kind}`)}
  ${when(year, sql`and extract(year from p.occurred_on) = ${year}::int`)}`;

const postsWith = <Row>(db: Queryable, scope: FamilyScope, question: Question, columns: SQL, fits: SQL, most: number): Promise<Row[]> =>
  readRows(
    db,
    sql`select ${columns} from posts p where ${within(scope, question)} and ${fits} order by p.created_at desc, p.id desc limit ${most}`,
  );
const commentsWith = <Row>(db: Queryable, scope: FamilyScope, question: Question, columns: SQL, fits: SQL, most: number): Promise<Row[]> =>
  readRows(
    db,
    sql`select ${columns} from comments c join posts p on p.id = c.post_id
      where c.family_id = ${scope.familyId} and c.deleted_at is null and ${within(scope, question)} and ${fits}
      order by c.created_at desc, c.id desc limit ${most}`,
  );

/** Posts one may see, and comments on them, with the words or words that begin with them; the newest first. */
export async function findWords(db: Db, scope: FamilyScope, question: Question): Promise<{ posts: Fit[]; comments: Fit[] }> {
  const fits = (search: SQL) => sql`${search} @@ search_beginnings(${question.q})`;
  const [posts, comments] = await Promise.all([
    postsWith<Fit>(db, scope, question, sql`p.id, p.id as post_id`, fits(sql`p.search`), searchLimit),
    commentsWith<Fit>(db, scope, question, sql`c.id, c.post_id`, fits(sql`c.search`), searchLimit),
  ]);
  return { posts, comments };
}

/** How alike a part of a text and a word must be, as pg_trgm measures it. With less, a search in a large family looks at most of its posts. */
const alike = 0.3;
/** Of so many of the newest that are alike it is judged letter by letter whether they are nearly right. */
const candidates = 500;

/**
 * Posts one may see, and comments on them, whose words have parts like each of some words, or have them inside; the newest first.
 * @param words folded
 */
export async function findAlike(db: Db, scope: FamilyScope, question: Question, words: readonly string[]) {
  const fits = (folded: SQL) =>
    sql.join(
      words.map((word) => sql`(${folded} %> ${word} or ${folded} like ${`%${word}%`})`),
      sql` and `,
    );
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(alike)}, true)`);
    return {
      posts: await postsWith<Candidate>(tx, scope, question, sql`p.id, p.id as post_id, p.folded`, fits(sql`p.folded`), candidates),
      comments: await commentsWith<Candidate>(tx, scope, question, sql`c.id, c.post_id, c.folded`, fits(sql`c.folded`), candidates),
    };
  });
}
