import { t } from '@heartwood/messages/current';
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, type ComponentType, type ReactNode } from 'react';
import { useNames } from '#features/people/api.ts';
import { useIsMissing } from '#platform/not-loaded.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { useIsNextPageMissing } from '#ui/next-page-missing.ts';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import type { PostPage } from '../api.ts';
import { PostCard, type PostInList } from './post-card.tsx';
import { VirtualPosts } from './virtual-posts.tsx';

/** A list of posts that goes on as one reads: what comes is announced, what failed can be tried again, `empty` stands where there is nothing. */
export function PostList({
  name,
  list,
  empty,
  Card = PostCard,
}: {
  name: string;
  list: UseInfiniteQueryResult<InfiniteData<PostPage>>;
  empty: ReactNode;
  /** How a post is drawn. */
  Card?: ComponentType<PostInList>;
}) {
  const { names, users } = useNames();
  const posts = usePosts(list.data);
  const isMissing = useIsMissing(list);
  const isNextPageMissing = useIsNextPageMissing(list);
  if (posts?.length === 0) return empty;
  return (
    <>
      {isMissing && !isNextPageMissing && (
        <Banner tone="error" className="mt-5" action={<BannerButton onClick={() => void list.refetch()}>{t('posts.retry')}</BannerButton>}>
          {t('posts.feedFailed')}
        </Banner>
      )}
      {list.isPending && (
        <Loading label={t('posts.loadingFeed')}>
          <PostSkeleton />
          <PostSkeleton />
        </Loading>
      )}
      {posts && (
        <>
          <VirtualPosts
            key={name}
            name={name}
            posts={posts}
            more={list.hasNextPage}
            busy={list.isFetchingNextPage}
            names={names}
            users={users}
            Card={Card}
          />
          <NextPosts list={list} isMissing={isNextPageMissing} isLong={posts.length > 3} />
        </>
      )}
    </>
  );
}

/** What stands below the posts: more of them as one comes near, that they are missing, or, where the list `isLong`, that these were all. */
function NextPosts({
  list,
  isMissing,
  isLong,
}: {
  list: UseInfiniteQueryResult<InfiniteData<PostPage>>;
  isMissing: boolean;
  isLong: boolean;
}) {
  if (isMissing)
    return (
      <div className="py-7 text-center">
        <p className="soft">{t('posts.feedFailed')}</p>
        <Button small look="quiet" className="mt-3" onClick={() => void list.fetchNextPage()}>
          {t('posts.retry')}
        </Button>
      </div>
    );
  if (list.hasNextPage)
    return (
      <Reached onReach={() => void (list.isFetching || list.fetchNextPage())}>
        <Loading label={t('posts.loadingFeed')}>
          <PostSkeleton />
        </Loading>
      </Reached>
    );
  return isLong && <p className="py-6 text-center type-meta">{t('posts.end')}</p>;
}

/** The posts of all pages, each once: one that moved between two pages while they came is not shown twice. */
export function usePosts(data: InfiniteData<PostPage> | undefined) {
  return useMemo(() => data && [...new Map(data.pages.flatMap(({ items }) => items).map((post) => [post.id, post])).values()], [data]);
}

/** Tells when its place comes near: two screens before it is seen. */
function Reached({ onReach, children }: { onReach: () => void; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && reach(), {
      rootMargin: '200% 0px',
    });
    watch.observe(node);
    return () => watch.disconnect();
  });
  return <div ref={place}>{children}</div>;
}
