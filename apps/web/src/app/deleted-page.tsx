import { undoDays } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { deletedCommentsQuery } from '#features/comments/api.ts';
import { deletedMomentsQuery } from '#features/moments/api.ts';
import { deletedPostsQuery } from '#features/posts/api.ts';
import { deletedQuestionsQuery } from '#features/questions/api.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { List } from '#ui/list-row.tsx';
import { useIsNextPageMissing } from '#ui/next-page-missing.ts';
import { NextPage } from '#ui/next-page.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { latestFirst, type LoadedPart } from './deleted-order.ts';
import { DeletedThing, type Deleted } from './deleted-rows.tsx';

/** The page of what was deleted and can be brought back, put together of posts, comments, questions and moments. */
export function DeletedPage() {
  const { items, isLoading, isFailed, retry, list } = useDeleted();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Page alone>
      <BackRow
        back={
          <IconLink to="/private" label={t('app.deleted.back')}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <h1 ref={heading} tabIndex={-1} className="mt-1 type-title outline-none">
        {t('app.deleted.title')}
      </h1>
      <p className="mt-2 soft">{t('app.deleted.lead', { days: undoDays })}</p>
      {isFailed && (
        <NotLoaded className="mt-6" onRetry={retry}>
          {t('app.deleted.failed')}
        </NotLoaded>
      )}
      {isLoading && (
        <Loading label={t('app.deleted.loading')} className="mt-6 grid gap-3">
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </Loading>
      )}
      {items.length === 0 && !isLoading && !isFailed && (
        <div className="mt-6">
          <EmptyState drawing="chest" title={t('app.deleted.empty.title')}>
            {t('app.deleted.empty.text')}
          </EmptyState>
        </div>
      )}
      {items.length > 0 && (
        <List card label={t('app.deleted.title')} className="mt-6">
          {items.map((one) => (
            <DeletedThing key={one.id} one={one} onGone={() => heading.current?.focus()} />
          ))}
        </List>
      )}
      <NextPage list={list} failed={t('app.deleted.failed')} small look="quiet" className="mt-4">
        {t('app.deleted.more')}
      </NextPage>
    </Page>
  );
}

/** What was deleted, of every kind, the latest deletion first. Until each kind has been asked for, nothing is shown: it would move. */
function useDeleted() {
  const posts = useInfiniteQuery({ ...deletedPostsQuery(), throwOnError: false });
  const comments = useInfiniteQuery({ ...deletedCommentsQuery(), throwOnError: false });
  const questions = useInfiniteQuery({ ...deletedQuestionsQuery(), throwOnError: false });
  const moments = useInfiniteQuery({ ...deletedMomentsQuery(), throwOnError: false });
  const lists = [posts, comments, questions, moments];
  const missingPages = [
    useIsNextPageMissing(posts),
    useIsNextPageMissing(comments),
    useIsNextPageMissing(questions),
    useIsNextPageMissing(moments),
  ];
  const isLoading = lists.some((list) => list.isPending && !hasNotCome(list));
  const parts: LoadedPart<Deleted>[] = [
    partOf(posts, (post) => ({ noun: 'post', ...post })),
    partOf(comments, (comment) => ({ noun: 'comment', ...comment })),
    partOf(questions, (question) => ({ noun: 'question', ...question })),
    partOf(moments, (moment) => ({ noun: 'moment', ...moment })),
  ];
  return {
    items: isLoading ? [] : latestFirst(parts),
    isLoading,
    isFailed: lists.some((list, at) => hasNotCome(list) || (list.isError && !missingPages[at])),
    retry: () => Promise.all(lists.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    /** All of them as one list that comes page by page. */
    list: {
      hasNextPage: !isLoading && lists.some(({ hasNextPage }) => hasNextPage),
      isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
      error: lists.find((_, at) => missingPages[at])?.error ?? null,
      isFetchNextPageError: missingPages.includes(true),
      errorUpdateCount: lists.reduce((sum, { errorUpdateCount }) => sum + errorUpdateCount, 0),
      fetchNextPage: () => Promise.all(lists.filter(({ hasNextPage }) => hasNextPage).map(({ fetchNextPage }) => fetchNextPage())),
    },
  };
}

function partOf<Item>(
  { data, hasNextPage }: Pick<UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>, 'data' | 'hasNextPage'>,
  as: (item: Item) => Deleted,
): LoadedPart<Deleted> {
  return { items: data?.pages.flatMap(({ items }) => items.map(as)) ?? [], hasMore: hasNextPage };
}
