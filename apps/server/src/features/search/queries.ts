import { searchLimit } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import { relationshipKinds } from '@heartwood/contract/relationships';
import type { RelationshipSlug } from '@heartwood/contract/relationships';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { visible as momentVisible } from '#features/moments/queries.ts';
import { isAbout, isTreasure, visible, when } from '#features/posts/queries.ts';
import { questionVisible } from '#features/questions/queries.ts';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { codeOf } from '#platform/db/retries.ts';
import type { Days } from './rules.ts';

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
/** A moment that may fit. `milestone` is null where it has a title of its own. */
type MomentCandidate = Candidate<Fit> & { milestone: string | null; occurred_on: string };

/** What is looked for nearly. */
export interface Looked {
  /** Folded. */
  words: readonly string[];
  days: Days | null;
  /** The words beside the days, folded. */
  rest: readonly string[];
  /** The milestones that are called so, nearly. */
  milestonesCalled: (word: string) => string[];
}

/** What moments without a title of their own are called, by their milestone. */
type Titles = ReadonlyMap<string, string>;

/** Whether one looks within some posts. Questions, people and ideas are of no kind and no year: then they are not looked for. */
export const isNarrowed = ({ person, kind, year, kept }: Asked): boolean => Boolean(person || kind || year || kept);

/** Posts `p` that one may see, within what is looked. */
const within = (scope: FamilyScope, { person, kind, year, kept }: Asked): SQL => sql`${visible(scope)} ${when(kept, sql`and ${isTreasure}`)}
  ${when(person, sql`and ${isAbout(scope, person ?? '')}`)} ${when(kind, sql`and p.kind = ${kind}`)}
  ${when(year, sql`and extract(year from p.occurred_on) = ${year}::int`)}`;

// What one may see and what fits, of each kind, in the order in which it is shown.
type Selected = (columns: SQL, fits: SQL, most: number) => SQL;
const postsOf =
  (scope: FamilyScope, asked: Asked): Selected =>
  (columns, fits, most) =>
    sql`select ${columns} from posts p where ${within(scope, asked)} and ${fits} order by p.created_at desc, p.id desc limit ${most}`;
const questionsOf =
  (scope: FamilyScope): Selected =>
  (columns, fits, most) =>
    sql`select ${columns} from questions q where ${questionVisible(scope)} and ${fits} order by q.created_at desc, q.id desc limit ${most}`;
const commentsOf =
  (scope: FamilyScope, asked: Asked): Selected =>
  (columns, fits, most) =>
    sql`select ${columns} from comments c join posts p on p.id = c.post_id
    where c.family_id = ${scope.familyId} and c.deleted_at is null and ${within(scope, asked)} and ${fits}
    order by c.created_at desc, c.id desc limit ${most}`;
const momentsOf =
  (scope: FamilyScope): Selected =>
  (columns, fits, most) =>
    sql`select ${columns} from moments m where ${momentVisible(scope)} and ${fits} order by m.occurred_on desc, m.id desc limit ${most}`;

/** Moments `m` with words, or words that begin with them, in what they say and are called. */
const momentHas = (scope: FamilyScope, q: string, titles: Titles): SQL => sql`m.id in (
  select one.id from moments one where one.family_id = ${scope.familyId} and one.deleted_at is null and one.search @@ search_beginnings(${q})
  union all
  select one.id from moments one
  join unnest(${sql.param([...titles.keys()])}::text[], ${sql.param([...titles.values()])}::text[]) known (slug, title) on known.slug = one.milestone
  where one.family_id = ${scope.familyId} and one.deleted_at is null and one.title = ''
    and (one.search || search_of(known.title)) @@ search_beginnings(${q}))`;

const isOf = ({ from, to }: Days): SQL => sql`m.occurred_on between ${from}::date and ${to}::date`;

/** Posts, questions and moments one may see, and comments on posts, with the words or words that begin with them; moments also of the days that are named. */
export async function findWords(db: Db, scope: FamilyScope, asked: Asked, days: Days | null, titles: Titles) {
  const fits = (search: SQL) => sql`${search} @@ search_beginnings(${asked.q})`;
  const ofDays = days && sql`or (${isOf(days)} ${when(days.rest, sql`and ${momentHas(scope, days.rest, titles)}`)})`;
  const isWide = !isNarrowed(asked);
  const [posts, questions, comments, moments] = await Promise.all([
    readRows<Fit>(db, postsOf(scope, asked)(sql`p.id`, fits(sql`p.search`), searchLimit)),
    isWide ? readRows<Fit>(db, questionsOf(scope)(sql`q.id`, fits(sql`q.search`), searchLimit)) : [],
    readRows<CommentFit>(db, commentsOf(scope, asked)(sql`c.id, c.post_id`, fits(sql`c.search`), searchLimit)),
    isWide
      ? readRows<Fit>(db, momentsOf(scope)(sql`m.id`, sql`(${momentHas(scope, asked.q, titles)} ${ofDays ?? sql``})`, searchLimit))
      : [],
  ]);
  return { posts, questions, comments, moments };
}

/** What kind of relation somebody has to the family's children, or to those who look after them. */
interface ToChildren {
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
/** Of so many of the newest of each kind that are alike, and so many bytes of them, it is judged letter by letter whether they are nearly right. */
const candidates = { most: 500, bytes: 1_000_000 };
/** Milliseconds in which those of one kind have to be found. Texts can be such that it takes minutes; then the newest are judged, alike or not. */
const timeoutMs = 1_000;
/** What PostgreSQL says of a statement that has taken too long. */
const timedOut = '57014';

const isAlike = (folded: SQL, word: string): SQL => sql`(${folded} %> ${word} or ${folded} like ${`%${word}%`})`;
const all = (words: readonly string[], fits: (word: string) => SQL): SQL => sql.join(words.map(fits), sql` and `);

/** Moments `m` of which each of some words is like a part of what they say or of what they are called. */
const isMomentAlike = (words: readonly string[], milestonesCalled: Looked['milestonesCalled']): SQL =>
  all(words, (word) => {
    const milestones = milestonesCalled(word);
    const isCalled = sql`or (m.title = '' and m.milestone = any(${sql.param(milestones)}::text[]))`;
    return sql`(${isAlike(sql`m.folded`, word)} ${when(milestones.length, isCalled)})`;
  });

/**
 * Of one kind, those of the newest that are alike, as far as their texts have no more bytes together than are judged.
 * @param columns with `at`, by which they are ordered, `id` and `folded`
 */
async function readCandidates<Row>(db: Db, select: Selected, columns: SQL, isLike: SQL): Promise<Row[]> {
  const judged = (fits: SQL) => sql`
    select * from (
      select one.*, sum(octet_length(one.folded)) over (order by one.at desc, one.id desc rows unbounded preceding) as bytes
      from (${select(columns, fits, candidates.most)}) one
    ) one where one.bytes <= ${candidates.bytes} order by one.at desc, one.id desc`;
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(alike)}, true),
        set_config('statement_timeout', ${String(timeoutMs)}, true)`);
      return readRows<Row>(tx, judged(isLike));
    });
  } catch (error) {
    if (codeOf(error) !== timedOut) throw error;
    return readRows<Row>(db, judged(sql`true`));
  }
}

/**
 * Posts, questions and moments one may see, and comments on posts, whose words have parts like each of some words, or have them inside; the newest
 * first. A moment of a milestone is also looked for by what that is called, and one of the days that are named by the words beside them.
 */
export async function findAlike(db: Db, scope: FamilyScope, asked: Asked, { words, days, rest, milestonesCalled }: Looked) {
  const alikeIn = (folded: SQL) => all(words, (word) => isAlike(folded, word));
  const ofDays = days && rest.length > 0 ? sql`or (${isOf(days)} and ${isMomentAlike(rest, milestonesCalled)})` : sql``;
  const moments = sql`(${isMomentAlike(words, milestonesCalled)} ${ofDays})`;
  const columns = {
    posts: sql`p.id, p.folded, p.created_at as at`,
    questions: sql`q.id, q.folded, q.created_at as at`,
    comments: sql`c.id, c.post_id, c.folded, c.created_at as at`,
    moments: sql`m.id, m.folded, m.occurred_on, case when m.title = '' then m.milestone end as milestone, m.occurred_on as at`,
  };
  const isWide = !isNarrowed(asked);
  return {
    posts: await readCandidates<Candidate<Fit>>(db, postsOf(scope, asked), columns.posts, alikeIn(sql`p.folded`)),
    questions: isWide ? await readCandidates<Candidate<Fit>>(db, questionsOf(scope), columns.questions, alikeIn(sql`q.folded`)) : [],
    comments: await readCandidates<Candidate<CommentFit>>(db, commentsOf(scope, asked), columns.comments, alikeIn(sql`c.folded`)),
    moments: isWide ? await readCandidates<MomentCandidate>(db, momentsOf(scope), columns.moments, moments) : [],
  };
}
