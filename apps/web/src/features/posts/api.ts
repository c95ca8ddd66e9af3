import { minute } from '@heartwood/contract/limits';
import type { commentsApi } from '@heartwood/contract/comments';
import type { DataOf, QueryInput } from '@heartwood/contract/endpoint';
import type { postsApi, Post } from '@heartwood/contract/posts';
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { treasuresKey } from '#features/treasures/api.ts';
import { isSettled } from '#features/media/logic.ts';
import { addressesLast } from '#platform/addresses.ts';
import { atTop } from '#platform/at-top.ts';
import { isBeingDeleted } from '#platform/deletions.ts';
import { call, CallError, callFully } from '#platform/http.ts';
import { afterOlderAnswers } from '#platform/older-answers.ts';
import { unsent } from '#platform/unsent.ts';
import { lacks, mapItems } from './logic.ts';

/** Posts of one page of a list. */
export type PostPage = DataOf<typeof postsApi.list>;

const lists = ['posts', 'list'] as const;
const anniversaries = ['posts', 'on-this-day'] as const;
/** How many posts a page has: few in the first one, which is waited for, more in those after it, which are loaded before they are reached. */
const pageSize = (first: boolean): number => (first ? 10 : 30);
/** What a list of posts is narrowed to, as the contract has it. */
export type PostQuery = Omit<NonNullable<QueryInput<typeof postsApi.list>>, 'limit' | 'cursor' | 'family_id'>;

/** A page of posts. */
const pageOf = (query: QueryInput<typeof postsApi.list>, signal: AbortSignal): Promise<PostPage> =>
  call('GET /api/posts', { query, signal }).then(unsent.onceAnswered);

/**
 * Posts one may see, newest first, page by page. Addresses of photos are valid for an hour, so a list is asked for again after 20 minutes; one of
 * several pages not before that.
 */
export const feedQuery = (filter: PostQuery = {}) =>
  infiniteQueryOptions({
    queryKey: [...lists, filter],
    queryFn: ({ pageParam, signal }) =>
      pageOf({ ...filter, limit: pageSize(!pageParam), ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > addressesLast,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) < 2 || Date.now() - state.dataUpdatedAt > addressesLast,
    refetchInterval: addressesLast,
  });

/** Everything somebody is in, the latest memory first. */
export const timelineQuery = (person: string) => feedQuery({ person, sort: 'occurred' });

/** The years of the memories one may see, or of those among the treasures (`kept`). */
export const yearsQuery = (kept?: '1') =>
  queryOptions({
    queryKey: ['posts', 'years', kept],
    queryFn: ({ signal }) => call('GET /api/posts/years', { query: { kept }, signal }).then(({ years }) => years),
    staleTime: 5 * minute,
  });

/** The id of the newest post, so that new posts can be announced without moving the page: looked at when there is one, and on return to the page. */
export const newestQuery = () =>
  queryOptions({
    queryKey: ['posts', 'newest'],
    queryFn: ({ signal }) => pageOf({ limit: 1 }, signal).then(({ items }) => items[0]?.id ?? null),
    staleTime: 0,
  });

/** One post. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: ({ signal }) => onePost(id, signal),
    refetchInterval: addressesLast,
  });

const onePost = (id: string, signal?: AbortSignal): Promise<Post> =>
  call('GET /api/posts/:id', { params: { id }, ...(signal && { signal }) }).then(({ post }) => unsent.onceAnswered(post));

/** A post as it is when its editing begins, with the tag of that version. */
export const editableQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'editable', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await callFully('GET /api/posts/:id', { params: { id }, signal });
      return { post: data.post, etag };
    },
    // Whoever edits without a network is told so at once.
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });

/** Who loves a post, as far as one page goes. */
export const loversQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'lovers', id],
    queryFn: ({ signal }) =>
      call('GET /api/posts/:id/hearts', { params: { id }, query: { limit: 100 }, signal }).then(({ items }) => items),
  });

/** Posts of this day in earlier years. */
export const onThisDayQuery = (day: string) =>
  queryOptions({
    queryKey: [...anniversaries, day],
    queryFn: ({ signal }) => call('GET /api/on-this-day', { query: { date: day, limit: 5 }, signal }),
    refetchInterval: addressesLast,
    staleTime: 15 * minute,
  });

/** Changes a post wherever it is shown. */
export function patchPost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  client.setQueriesData<InfiniteData<PostPage>>({ queryKey: lists }, (data) => data && mapItems(data, id, change));
  client.setQueriesData<PostPage>(
    { queryKey: anniversaries },
    (data) => data && { ...data, items: data.items.map((post) => (post.id === id ? change(post) : post)) },
  );
  client.setQueryData(postQuery(id).queryKey, (post) => post && change(post));
}

/** Changes a post again in answers that are being asked for now, which may be older. @param change makes no difference a second time */
export function keepPatched(client: QueryClient, id: string, change: (post: Post) => Post): void {
  for (const queryKey of [lists, anniversaries, postQuery(id).queryKey])
    afterOlderAnswers(client, queryKey, () => patchPost(client, id, change));
}

/** What follows from the posts: the newest, the years, how many are of whom, those of an age, shelves in short, those that can be
 * brought back. */
const derived = ['newest', 'years', 'counts', 'between', 'summary', 'deleted'].map((part) => ['posts', part]);

/** Takes a post away from every list. */
export function dropPost(client: QueryClient, id: string): void {
  const drop = () => client.setQueriesData<InfiniteData<PostPage>>({ queryKey: lists }, (data) => data && mapItems(data, id, () => null));
  drop();
  // A list that is being asked for may come with it.
  afterOlderAnswers(client, lists, drop);
  for (const queryKey of [anniversaries, ...derived]) void client.invalidateQueries({ queryKey });
}

/** Forgets what its own page shows of a post. */
export function forgetPost(client: QueryClient, id: string): void {
  for (const part of ['one', 'lovers', 'editable']) client.removeQueries({ queryKey: ['posts', part, id] });
}

/** Asks again for every list of posts, and for what is made of them: years, counts, shelves. */
export const refreshLists = (client: QueryClient): Promise<unknown> =>
  Promise.all([lists, anniversaries, ...derived, treasuresKey].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Lists of posts and what stands above them: where they change, what is read further down moves. */
const moving: ReadonlySet<unknown> = new Set(['list', 'summary', 'on-this-day']);

/** Asks again for some of them, at a moment when nothing moves under its reader. */
function refreshAtTop(client: QueryClient, isStale: (query: Query) => boolean): void {
  const found = client
    .getQueryCache()
    .findAll({ queryKey: ['posts'], predicate: (query) => moving.has(query.queryKey[1]) && isStale(query) });
  for (const { queryKey, queryHash } of found) atTop(queryHash, () => void client.invalidateQueries({ queryKey, exact: true }));
}

/** A post is in lists in which it was not, or no longer in some. The feed announces what is newer than all it shows; everything else is shown. */
export function hearOfPosts(client: QueryClient, id: string): void {
  for (const queryKey of [...derived, treasuresKey])
    void client.invalidateQueries({ queryKey, predicate: ({ queryKey: [, part] }) => !moving.has(part) });
  const isFeed = ([, part, filter]: readonly unknown[]) => part === 'list' && Object.keys(filter as object).length === 0;
  refreshAtTop(client, ({ queryKey, state }) => !isFeed(queryKey) || lacks((state.data as InfiniteData<PostPage> | undefined)?.pages, id));
}

/** Something that posts show besides their own has changed: a name, a question. @param isStale whether a query shows it */
export function hearOfShown(client: QueryClient, isStale: (query: Query) => boolean = () => true): void {
  const isAtOnce = ({ queryKey: [, part] }: Query) => !moving.has(part) && part !== 'editable';
  void client.invalidateQueries({ queryKey: ['posts'], predicate: (query) => isAtOnce(query) && isStale(query) });
  refreshAtTop(client, isStale);
}

/** Something about a post has changed: it is asked for again where it is known, and is seen where it stands. */
export function hearOfPost(client: QueryClient, id: string): void {
  const { queryKey } = postQuery(id);
  const isListed = client
    .getQueriesData<InfiniteData<PostPage>>({ queryKey: lists })
    .some(([, data]) => data?.pages.some(({ items }) => items.some((post) => post.id === id)));
  if ((!isListed && !client.getQueryState(queryKey)) || isBeingDeleted(client, queryKey)) return;
  void askAnew(client, id).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status !== 404) return;
    dropPost(client, id);
    forgetPost(client, id);
  });
}

/** Asks for a post once more, and shows the answer wherever the post is shown. What is being asked for now may be older than what was heard. */
async function askAnew(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = postQuery(id);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  let isAnswered = false;
  // Without the signal of the query: a card that leaves the page does not end it.
  const queryFn = () => onePost(id).finally(() => (isAnswered = true));
  const post = await client.fetchQuery({ queryKey, queryFn, staleTime: 0 });
  // Called off, it is as it was: the question that came after it shows the answer.
  if (!isAnswered && post === before) return;
  patchPost(client, id, () => post);
  keepPatched(client, id, (shown) => client.getQueryData(queryKey) ?? shown);
}

/**
 * One post; what a list has of it is there at once. The first of its comments come in the same answer, unless they are there already:
 * while `isFetching` nobody else need ask for them.
 */
export function usePost(id: string) {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(id);
  return useQuery({
    ...postQuery(id),
    queryFn: async ({ signal }) => {
      const query = client.getQueryData(queryKey) ? {} : { include: 'comments' as const };
      const { post, comments } = await call('GET /api/posts/:id', { params: { id }, query, signal }).then(unsent.onceAnswered);
      if (comments) client.setQueryData(queryKey, { pages: [comments], pageParams: [null] });
      return post;
    },
    placeholderData: () =>
      client
        .getQueriesData<InfiniteData<PostPage>>({ queryKey: lists })
        .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
        .find((post) => post.id === id),
  });
}

/**
 * A post of a list, with its media as the post by itself has them where some are still prepared. It is asked for once, and again when the server
 * says that one of them is ready (`hearOfPost`).
 */
export function useSettling(post: Post): Post {
  const client = useQueryClient();
  const waits = !post.media.every(isSettled);
  const { data } = useQuery({ ...postQuery(post.id), enabled: waits, throwOnError: false });
  useEffect(() => {
    if (waits && data?.media.every(isSettled)) patchPost(client, post.id, (shown) => ({ ...shown, media: data.media }));
  }, [client, data, post.id, waits]);
  return waits && data ? { ...post, media: data.media } : post;
}

/** A page with a post at its top, where an earlier try may have brought it already. */
const withFirst = (page: PostPage, post: Post): PostPage => ({ ...page, items: [post, ...page.items.filter(({ id }) => id !== post.id)] });

/** A post of one's own that has just left stands at the top of the feed at once; every list is asked for anew. */
export async function showShared(client: QueryClient, post: Post): Promise<void> {
  client.setQueryData(postQuery(post.id).queryKey, post);
  // A list that was being loaded meanwhile does not know of it yet.
  await client.cancelQueries({ queryKey: lists });
  client.setQueryData(
    feedQuery().queryKey,
    (data) => data && { ...data, pages: data.pages.map((page, index) => (index === 0 ? withFirst(page, post) : page)) },
  );
  await refreshLists(client);
}

/** In how many memories each person is, by person. */
export const countsQuery = () =>
  queryOptions({
    queryKey: ['posts', 'counts'],
    queryFn: ({ signal }) =>
      call('GET /api/memory-counts', { signal }).then(({ people }) => new Map(people.map((one) => [one.heartwood_id, one.memories]))),
    staleTime: minute,
  });

/** Memories of somebody from some days, the latest first. */
export const memoriesQuery = (person: string, days: { from: string; to: string }, limit = 12) =>
  queryOptions({
    queryKey: ['posts', 'between', person, days, limit],
    queryFn: ({ signal }) =>
      call('GET /api/posts', { query: { person, ...days, sort: 'occurred', limit }, signal }).then(({ items }) => items),
    refetchInterval: addressesLast,
    staleTime: minute,
  });

/** Posts that one may bring back, the latest deletion first, page by page. */
export const deletedPostsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['posts', 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/posts/deleted', { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });

/** Comments of one page of a post's. */
export type CommentPage = DataOf<typeof commentsApi.list>;

/** Comments of a post, oldest first. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/posts/:id/comments', {
        params: { id },
        query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }).then(unsent.onceAnswered),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: addressesLast,
  });
