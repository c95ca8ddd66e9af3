import type { Media } from '@heartwood/contract/media';
import type { Comment, Post } from '@heartwood/contract/posts';
import { presentAuthors } from '#features/family/present.ts';
import type { Author } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import type { Kept } from '#features/treasures/tables.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { etagOf } from '#platform/http/etag.ts';
import { Answer } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import { anniversariesOn, captionsOf, mayDeleteComment, mayDeletePost, mayEditComment, mayEditPost, mayKeepPost } from './rules.ts';
import type { CommentRow, HeartsRow, Place, Position, PostFilter, PostRow } from './tables.ts';

/** A long list, as the contract has it. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}
/** How much of a long list is asked for, and from where. */
export type Asked = { limit: number; cursor?: string | undefined };

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

/** The years of the memories one may see. */
export const presentYears = async (platform: Platform, scope: FamilyScope): Promise<{ years: number[] }> => ({
  years: await queries.yearsOf(platform.db, scope),
});

/** What one may see of a shelf or a category, in short. */
export async function presentSummary(platform: Platform, scope: FamilyScope, place: Place) {
  const { authors, media } = await queries.summaryOf(platform.db, scope, place);
  const known = await presentAuthors(
    platform,
    scope,
    authors.map((one) => one.author_id),
  );
  const total = authors.reduce((sum, { post_count }) => sum + post_count, 0);
  return {
    authors: authors.map(({ author_id, post_count }) => ({ ...authorOf(known, author_id), post_count })),
    media,
    partial: total > queries.mediaAmong,
  };
}

/** What one may see of what is kept in treasures, by where: for the treasures, which stand below. */
export const keptFor = (platform: Platform, scope: FamilyScope): Promise<Kept[]> => queries.keptPosts(platform.db, scope);

/** Posts of a search that one may see, in the order of the ids; what one may not see is left out. */
export async function presentPostsByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Post[]> {
  const rows = await queries.postsByIds(platform.db, scope, ids);
  return inOrder(ids, await postsOf(platform, scope, rows));
}

/** The same for comments on posts one may see. */
export async function presentCommentsByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Comment[]> {
  const rows = await queries.commentsPage(platform.db, scope, { ids }, undefined, ids.length);
  const known = await gather(platform, scope, rows);
  return inOrder(
    ids,
    rows.map((row) => commentOf(scope, known, row)),
  );
}

function inOrder<Item extends { id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
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
  const [row] = await queries.postsByIds(platform.db, scope, [id]);
  if (!row) throw refuse.notFound();
  const [post] = await postsOf(platform, scope, [row]);
  return new Answer({ post: post as Post }, { etag: etagOf(row.version) });
}

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
        const authors = await presentAuthors(
          platform,
          scope,
          rows.map((row) => row.user_id),
        );
        return rows.map((row) => ({ ...authorOf(authors, row.user_id), created_at: inUtc(row.created_at) }));
      },
    },
  );
}

/** Comments of a post, the first one first. */
export async function presentComments(platform: Platform, scope: FamilyScope, postId: string, asked: Asked): Promise<Page<Comment>> {
  return pageOf(
    platform,
    scope,
    { list: `comments ${postId}`, ...asked },
    {
      load: (after, count) => queries.commentsPage(platform.db, scope, { postId }, after, count),
      place: (comment) => ({ at: comment.created_at, id: comment.id }),
      async present(rows) {
        const known = await gather(platform, scope, rows);
        return rows.map((row) => commentOf(scope, known, row));
      },
    },
  );
}

/** One comment. @throws Refused not_found */
export async function presentComment(platform: Platform, scope: FamilyScope, id: string): Promise<{ comment: Comment }> {
  const rows = await queries.commentsPage(platform.db, scope, { ids: [id] });
  const [row] = rows;
  if (!row) throw refuse.notFound();
  return { comment: commentOf(scope, await gather(platform, scope, rows), row) };
}

/** One page of a list of somebody's, and where it goes on: one entry more than asked for says that there is more. */
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

/** What rows speak of by id, for all of them at once. */
interface Known {
  authors: Map<string, Author>;
  media: Map<string, Media>;
}

async function gather(
  platform: Platform,
  scope: FamilyScope,
  comments: readonly CommentRow[],
  posts: readonly PostRow[] = [],
): Promise<Known> {
  const writers = new Set([...posts, ...comments].map((row) => row.author_id));
  const mediumIds = [...posts.flatMap((post) => post.media), ...comments.flatMap((comment) => comment.medium_id ?? [])];
  const [authors, media] = await Promise.all([
    presentAuthors(platform, scope, [...writers]),
    presentMediaByIds(platform, scope, mediumIds),
  ]);
  return { authors, media };
}

async function postsOf(platform: Platform, scope: FamilyScope, rows: readonly PostRow[]): Promise<Post[]> {
  const known = await gather(
    platform,
    scope,
    rows.flatMap((row) => row.latest_comment ?? []),
    rows,
  );
  return rows.map((row) => postOf(scope, known, row));
}

function postOf(scope: FamilyScope, known: Known, row: PostRow): Post {
  const written = { authorId: row.author_id };
  return {
    id: row.id,
    family_id: row.family_id,
    author: authorOf(known.authors, row.author_id),
    kind: row.kind,
    text: row.text,
    occurred_on: row.occurred_on,
    audience: row.audience,
    ...(row.audience_user_ids ? { audience_user_ids: row.audience_user_ids } : {}),
    people: row.people,
    media: row.media.flatMap((id) => known.media.get(id) ?? []),
    captions: captionsOf(row.media, row.captions),
    category_id: row.category_id,
    subcategory_id: row.subcategory_id,
    question_id: null,
    hearts: row.hearts,
    comment_count: row.comment_count,
    latest_comment: row.latest_comment && commentOf(scope, known, row.latest_comment),
    can: { edit: mayEditPost(scope, written), delete: mayDeletePost(scope, written), keep: mayKeepPost(scope, written) },
    created_at: inUtc(row.created_at),
    updated_at: inUtc(row.updated_at),
  };
}

function commentOf(scope: FamilyScope, known: Known, row: CommentRow): Comment {
  const written = { authorId: row.author_id };
  return {
    id: row.id,
    author: authorOf(known.authors, row.author_id),
    text: row.text,
    media: (row.medium_id && known.media.get(row.medium_id)) || null,
    created_at: inUtc(row.created_at),
    can: { edit: mayEditComment(scope, written), delete: mayDeleteComment(scope, written) },
  };
}

/** Who wrote something; nobody in particular where the family does not know them any longer. */
export const authorOf = (authors: Known['authors'], userId: string): Author => authors.get(userId) ?? nobody;

/** Who wrote what nobody in the family is known to have written. */
export const nobody: Author = { user_id: null, heartwood_id: null, name: 'Somebody who has left', image: null };
