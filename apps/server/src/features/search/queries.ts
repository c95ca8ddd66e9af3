import { searchLimit } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import { relationshipKinds } from '@heartwood/contract/relationships';
import type { RelationshipSlug } from '@heartwood/contract/relationships';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { isAbout, isTreasure, visible, when } from '#features/posts/queries.ts';
import { questionVisible } from '#features/questions/queries.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';

/** What is looked for, and within what. */
export interface Asked {
  q: string;
  person?: string | undefined;
  kind?: Post['kind'] | undefined;
  year?: number | null | undefined;
  kept?: '1' | undefined;
}

/** Something that fits. */
export type Fit = { id: string };
/** A comment that fits, with its post. */
export type CommentFit = Fit & { post_id: string };
/** The same with the words it is found by. */
type Candidate<One> = One & { folded: string };

/** Whether one looks within some posts. Questions, people and ideas are of no kind and no year: then they are not looked for. */
export const isNarrowed = ({ person, kind, year, kept }: Asked): boolean => Boolean(person || kind || year || kept);

/** Posts `p` that one may see, within what is looked. */
const within = (scope: FamilyScope, { person, kind, year, kept }: Asked): SQL => sql`${visible(scope)} ${when(kept, sql`and ${isTreasure}`)}
  ${when(person, sql`and ${isAbout(scope, person ?? '')}`)} ${when(kind, sql`and p.kind = ${kind}`)}
  ${when(year, sql`and extract(year from p.occurred_on) = ${year}::int`)}`;

const postsWith = <Row>(db: Queryable, scope: FamilyScope, asked: Asked, columns: SQL, fits: SQL, most: number): Promise<Row[]> =>
  readRows(
    db,
    sql`select ${columns} from posts p where ${within(scope, asked)} and ${fits} order by p.created_at desc, p.id desc limit ${most}`,
  );
const questionsWith = <Row>(db: Queryable, scope: FamilyScope, asked: Asked, columns: SQL, fits: SQL, most: number): Promise<Row[]> =>
  isNarrowed(asked)
    ? Promise.resolve([])
    : readRows(
        db,
        sql`select ${columns} from questions q where ${questionVisible(scope)} and ${fits} order by q.created_at desc, q.id desc limit ${most}`,
      );
const commentsWith = <Row>(db: Queryable, scope: FamilyScope, asked: Asked, columns: SQL, fits: SQL, most: number): Promise<Row[]> =>
  readRows(
    db,
    sql`select ${columns} from comments c join posts p on p.id = c.post_id
      where c.family_id = ${scope.familyId} and c.deleted_at is null and ${within(scope, asked)} and ${fits}
      order by c.created_at desc, c.id desc limit ${most}`,
  );

/** Posts and questions one may see, and comments on posts, with the words or words that begin with them; the newest first. */
export async function findWords(db: Db, scope: FamilyScope, asked: Asked) {
  const fits = (search: SQL) => sql`${search} @@ search_beginnings(${asked.q})`;
  const [posts, questions, comments] = await Promise.all([
    postsWith<Fit>(db, scope, asked, sql`p.id`, fits(sql`p.search`), searchLimit),
    questionsWith<Fit>(db, scope, asked, sql`q.id`, fits(sql`q.search`), searchLimit),
    commentsWith<CommentFit>(db, scope, asked, sql`c.id, c.post_id`, fits(sql`c.search`), searchLimit),
  ]);
  return { posts, questions, comments };
}

/** What kind of relation somebody has to the family's children, or to those who look after them. */
export interface ToChildren {
  person_id: string;
  relationship_id: number;
}

/** What guardians said of people, and who said of a child of the family that it is their grandchild: they are grandparents. */
export function findToChildren(db: Db, scope: FamilyScope): Promise<ToChildren[]> {
  return readRows(
    db,
    sql`select r.person_id, r.relationship_id from members m join relationships r on r.user_id = m.user_id and r.family_id = m.family_id
      where m.family_id = ${scope.familyId} and m.role <> 'relative' and r.relationship_id <> 0
      union
      select m.person_id, ${kindOf('grandparent')}::smallint from people p join relationships r on r.person_id = p.id
      join members m on m.user_id = r.user_id and m.family_id = p.family_id
      where p.family_id = ${scope.familyId} and p.is_child and r.relationship_id = ${kindOf('grandchild')}`,
  );
}

const kindOf = (slug: RelationshipSlug): number => relationshipKinds.find((kind) => kind.slug === slug)!.id;

/** Posts one may see of some days, the latest day first; with the words of `q`, where there are any. */
export function findPostsOf(db: Db, scope: FamilyScope, asked: Asked, { from, to }: { from: string; to: string }): Promise<Fit[]> {
  return readRows(
    db,
    sql`select p.id from posts p where ${within(scope, asked)} and p.occurred_on between ${from}::date and ${to}::date
      ${when(asked.q, sql`and p.search @@ search_beginnings(${asked.q})`)} order by p.occurred_on desc, p.id desc limit ${searchLimit}`,
  );
}

/** How alike a part of a text and a word must be, as pg_trgm measures it. With less, a search in a large family looks at most of its posts. */
const alike = 0.3;
/** Of so many of the newest that are alike it is judged letter by letter whether they are nearly right. */
const candidates = 500;

/**
 * Posts and questions one may see, and comments on posts, whose words have parts like each of some words, or have them inside; the newest first.
 * @param words folded
 */
export async function findAlike(db: Db, scope: FamilyScope, asked: Asked, words: readonly string[]) {
  const fits = (folded: SQL) =>
    sql.join(
      words.map((word) => sql`(${folded} %> ${word} or ${folded} like ${`%${word}%`})`),
      sql` and `,
    );
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(alike)}, true)`);
    return {
      posts: await postsWith<Candidate<Fit>>(tx, scope, asked, sql`p.id, p.folded`, fits(sql`p.folded`), candidates),
      questions: await questionsWith<Candidate<Fit>>(tx, scope, asked, sql`q.id, q.folded`, fits(sql`q.folded`), candidates),
      comments: await commentsWith<Candidate<CommentFit>>(
        tx,
        scope,
        asked,
        sql`c.id, c.post_id, c.folded`,
        fits(sql`c.folded`),
        candidates,
      ),
    };
  });
}
