import type { Comment } from '@heartwood/contract/comments';
import type { Media } from '@heartwood/contract/media';
import type { DeletedPost, Post } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { presentAuthors, presentDeletions } from '#features/family/present.ts';
import type { AuthorOf } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import type { Progress } from '#features/questions/tables.ts';
import type { Kept } from '#features/treasures/tables.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { etagOf } from '#platform/http/etag.ts';
import { Answer } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import { anniversariesOn, captionsOf, mayDeletePost, mayEditPost, mayKeepPost, recipeWith } from './rules.ts';
import type { HeartsRow, Place, Position, PostFilter, PostRow } from './tables.ts';

/** A long list, as the contract has it. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}
/** How much of a long list is asked for, and from where. */
export type Asked = { limit: number; cursor?: string | undefined };

/** Comments that come with one post. */
const pageSize = 50;

/** Posts one may see, the latest shared first, or the latest memory. */
export async function presentPosts(platform: Platform, scope: FamilyScope, query: PostFilter & Asked): Promise<Page<Post>> {
  const { limit, cursor, person, author, kind, media, category_id, subcategory_id, question_id, from, to, q, sort } = query;
  const filter = { person, author, kind, media, category_id, subcategory_id, question_id, from, to, q, sort };
  return pageOf(
    platform,
    scope,
    { list: `posts ${JSON.stringify(filter)}`, limit, cursor },
    {
      load: (after, count) => queries.postsPage(platform.db, scope, filter, after, count),
      place: (post) => ({ at: post.created_at, id: post.id, ...(sort ? { day: post.occurred_on } : {}) }),
      present: (rows) => postsOf(platform, scope, rows),
    },
  );
}

/** In how many posts that one may see each person is; who is in none is left out. */
export const presentCounts = async ({ db }: Platform, scope: FamilyScope) => ({ people: await queries.memoryCounts(db, scope) });

/** The years of the memories one may see, or of those among the treasures. */
export const presentYears = async (platform: Platform, scope: FamilyScope, { kept }: { kept?: '1' | undefined } = {}) => ({
  years: await queries.yearsOf(platform.db, scope, kept !== undefined),
});

/** What one may see of a shelf or a category, in short. */
export async function presentSummary(platform: Platform, scope: FamilyScope, place: Place) {
  const { authors, media } = await queries.summaryOf(platform.db, scope, place);
  const authorOf = await presentAuthors(
    platform,
    scope,
    authors.map((one) => one.author_id),
  );
  const total = authors.reduce((sum, { post_count }) => sum + post_count, 0);
  return {
    authors: authors.map(({ author_id, post_count }) => ({ ...authorOf(author_id), post_count })),
    media,
    partial: total > queries.mediaAmong,
  };
}

/** What one may see of what is kept in treasures, by where: for the treasures, which stand below. */
export const keptFor = (platform: Platform, scope: FamilyScope): Promise<Kept[]> => queries.keptPosts(platform.db, scope);

/** How far some questions are: for the questions, which stand below. */
export const progressOf = ({ db }: Platform, scope: FamilyScope, questionIds: readonly string[]): Promise<Progress[]> =>
  questionIds.length === 0 ? Promise.resolve([]) : queries.progressOf(db, scope, questionIds);

/** Answers to a question that one may see, the first one first; of more than `limit` the latest. */
export async function answersOf(platform: Platform, scope: FamilyScope, questionId: string, limit: number): Promise<Post[]> {
  const { items } = await presentPosts(platform, scope, { question_id: questionId, limit });
  return items.toReversed();
}

/** The ids of all of them, the first one first. */
export const answerIdsOf = ({ db }: Platform, scope: FamilyScope, questionId: string): Promise<string[]> =>
  queries.answerIdsOf(db, scope, questionId);

/** Posts of a search that one may see, in the order of the ids; what one may not see is left out. */
export async function presentPostsByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Post[]> {
  const rows = await queries.postsByIds(platform.db, scope, ids);
  return inOrder(ids, await postsOf(platform, scope, rows));
}

/** Items in the order of their ids; what is not among them is left out. */
export function inOrder<Item extends { id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Posts of a day in the years before it, the latest memory first. */
export async function presentAnniversaries(platform: Platform, scope: FamilyScope, day: string, asked: Asked): Promise<Page<Post>> {
  const on = { day, monthDays: anniversariesOn(day) };
  return pageOf(
    platform,
    scope,
    { list: `on-this-day ${day}`, ...asked },
    {
      load: (after, count) => queries.anniversariesPage(platform.db, scope, on, after, count),
      place: (post) => ({ at: post.created_at, id: post.id, day: post.occurred_on }),
      present: (rows) => postsOf(platform, scope, rows),
    },
  );
}

/** One post, with the tag that says which version of it. @throws Refused not_found */
export async function presentPost(platform: Platform, scope: FamilyScope, id: string): Promise<Answer<{ post: Post }>> {
  const row = await queries.postById(platform.db, scope, id);
  if (!row) throw refuse.notFound();
  const [post] = await postsOf(platform, scope, [row]);
  return new Answer({ post: post as Post }, { etag: etagOf(row.version) });
}

/** Comments of a post, the first one first: from the comments, which stand above. */
export type CommentsOf = (platform: Platform, scope: FamilyScope, postId: string, asked: Asked) => Promise<Page<Comment>>;

/** One post with the first page of its comments. @throws Refused not_found */
export async function presentPostAndComments(platform: Platform, scope: FamilyScope, id: string, commentsOf: CommentsOf) {
  const [answer, comments] = await Promise.all([presentPost(platform, scope, id), commentsOf(platform, scope, id, { limit: pageSize })]);
  return new Answer({ ...answer.data, comments }, answer.more);
}

/** Posts that one may bring back, the latest deletion first. Their media have no address while they are deleted. */
export const presentDeleted = (platform: Platform, scope: FamilyScope, { limit, cursor }: Asked): Promise<Page<DeletedPost>> =>
  presentDeletions(
    platform,
    scope,
    { list: 'posts', limit, cursor },
    {
      load: (page) => queries.deletedPage(platform.db, scope, page),
      named: (post) => [post.author_id],
      present: ({ author_id, kind, title, text, occurred_on, media_count, thumbhash }, authorOf) => ({
        author: authorOf(author_id),
        kind,
        title,
        text,
        occurred_on,
        media_count,
        thumbhash,
      }),
    },
  );

/** How many love a post. @throws Refused not_found */
export async function presentHearts(platform: Platform, scope: FamilyScope, postId: string): Promise<{ hearts: HeartsRow }> {
  const hearts = await queries.heartsOf(platform.db, scope, postId);
  if (!hearts) throw refuse.notFound();
  return { hearts };
}

/** Who loves a post, the latest heart first. */
export async function presentLovers(platform: Platform, scope: FamilyScope, postId: string, asked: Asked) {
  return pageOf(
    platform,
    scope,
    { list: `hearts ${postId}`, ...asked },
    {
      load: (after, count) => queries.loversPage(platform.db, scope, postId, after, count),
      place: (heart) => ({ at: heart.created_at, id: heart.user_id }),
      async present(rows) {
        const authorOf = await presentAuthors(
          platform,
          scope,
          rows.map((row) => row.user_id),
        );
        return rows.map((row) => ({ ...authorOf(row.user_id), created_at: inUtc(row.created_at) }));
      },
    },
  );
}

/** One page of a list of a user's, and where it goes on: one entry more than asked for says that there is more. */
export async function pageOf<Row, Item>(
  { cursors }: Platform,
  { familyId, userId }: FamilyScope,
  asked: Asked & { list: string },
  of: {
    load: (after: Position | undefined, count: number) => Promise<Row[]>;
    place: (row: Row) => Position;
    present: (rows: Row[]) => Promise<Item[]>;
  },
): Promise<Page<Item>> {
  const list = `${familyId} ${asked.list}`;
  const [at = '', id = '', day] = cursors.open(list, userId, asked.cursor) ?? [];
  const rows = await of.load(at === '' ? undefined : { at, id, ...(day ? { day } : {}) }, asked.limit + 1);
  const shown = rows.slice(0, asked.limit);
  const last = rows.length > asked.limit ? shown.at(-1) : undefined;
  const place = last && of.place(last);
  const next_cursor = place ? cursors.seal(list, userId, [place.at, place.id, ...(place.day ? [place.day] : [])]) : null;
  return { items: await of.present(shown), next_cursor };
}

async function postsOf(platform: Platform, scope: FamilyScope, rows: readonly PostRow[]): Promise<Post[]> {
  const [authorOf, media] = await Promise.all([
    presentAuthors(platform, scope, [...new Set(rows.flatMap((row) => [row.author_id, row.latest_comment?.author_id ?? row.author_id]))]),
    presentMediaByIds(
      platform,
      scope,
      rows.flatMap((row) => row.media),
    ),
  ]);
  return rows.map((row) => postOf(scope, authorOf, media, row));
}

function postOf(scope: FamilyScope, authorOf: AuthorOf, media: Map<string, Media>, row: PostRow): Post {
  const written = { authorId: row.author_id };
  return {
    id: row.id,
    family_id: row.family_id,
    author: authorOf(row.author_id),
    kind: row.kind,
    text: row.text,
    occurred_on: row.occurred_on,
    audience: row.audience,
    ...(row.audience_user_ids ? { audience_user_ids: row.audience_user_ids } : {}),
    people: row.people,
    media: row.media.flatMap((id) => media.get(id) ?? []),
    captions: captionsOf(row.media, row.captions),
    category_id: row.category_id,
    subcategory_id: row.subcategory_id,
    ...(row.question ? { question_id: row.question.id, question: row.question } : {}),
    ...(row.recipe ? { recipe: recipeOf(row, row.recipe) } : {}),
    hearts: row.hearts,
    comment_count: row.comment_count,
    latest_comment: row.latest_comment && latestOf(authorOf, row.latest_comment),
    can: { edit: mayEditPost(scope, written), delete: mayDeletePost(scope, written), keep: mayKeepPost(scope, written) },
    created_at: inUtc(row.created_at),
    updated_at: inUtc(row.updated_at),
  };
}

function recipeOf({ media, recipe_from_known: isKnown }: PostRow, kept: Recipe): Recipe {
  const recipe = recipeWith(media, kept);
  if (!recipe.from || isKnown) return recipe;
  return { ...recipe, from: recipe.from.name === null ? null : { heartwood_id: null, name: recipe.from.name } };
}

const latestOf = (authorOf: AuthorOf, row: NonNullable<PostRow['latest_comment']>): Post['latest_comment'] => ({
  id: row.id,
  author: authorOf(row.author_id),
  text: row.text,
  media: row.media_kind && { kind: row.media_kind },
});
