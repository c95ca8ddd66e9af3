import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNames } from '#features/family/api.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { feedQuery, newestQuery, type PostPage } from '../api.ts';
import { words } from '../words.ts';
import { FirstPage } from './first-page.tsx';
import { PostCard } from './post-card.tsx';

/** What the family shared, newest first: more comes as one reads on; what is new is announced, and nothing moves by itself. */
export function Feed() {
  const { names, users } = useNames();
  const feed = useInfiniteQuery({ ...feedQuery(), throwOnError: false });
  const posts = feed.data?.pages.flatMap(({ items }) => items);
  if (posts?.length === 0) return <FirstPage />;
  return (
    <div>
      <NewPosts known={posts?.[0]?.id} />
      {feed.isError && !feed.isFetchNextPageError && (
        <Banner tone="error" className="mt-5" action={<BannerButton onClick={() => void feed.refetch()}>{words.retry}</BannerButton>}>
          {words.feedFailed}
        </Banner>
      )}
      {feed.isPending && (
        <Loading label={words.loadingFeed}>
          <PostSkeleton />
          <PostSkeleton />
        </Loading>
      )}
      <div aria-busy={feed.isFetchingNextPage}>
        {posts?.map((post, index) => (
          <PostCard key={post.id} post={post} names={names} users={users} eager={index === 0} />
        ))}
      </div>
      {feed.hasNextPage && !feed.isFetchNextPageError && (
        <Reached onReach={() => void (feed.isFetching || feed.fetchNextPage())}>
          <Loading label={words.loadingFeed}>
            <PostSkeleton />
          </Loading>
        </Reached>
      )}
      {feed.isFetchNextPageError && (
        <div className="py-7 text-center">
          <p className="soft">{words.feedFailed}</p>
          <Button small look="quiet" className="mt-3" onClick={() => void feed.fetchNextPage()}>
            {words.retry}
          </Button>
        </div>
      )}
      {posts && posts.length > 3 && !feed.hasNextPage && <p className="py-6 text-center type-meta">{words.end}</p>}
    </div>
  );
}

/** Says that there is something new; shows it at a press, from the top. */
function NewPosts({ known }: { known: string | undefined }) {
  const client = useQueryClient();
  const { data: newest } = useQuery({ ...newestQuery(), enabled: known !== undefined, throwOnError: false });
  const isNew = Boolean(known && newest && newest > known);
  const show = async () => {
    const key = feedQuery().queryKey;
    client.setQueryData<InfiniteData<PostPage, string | null>>(
      key,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [null] },
    );
    await client.invalidateQueries({ queryKey: key, exact: true });
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div aria-live="polite" className="sticky top-3 z-10 flex h-0 justify-center">
      {isNew && (
        <button
          type="button"
          onClick={() => void show()}
          className="hw-appear inline-flex h-hit items-center gap-2 rounded-full bg-raised px-4 type-label text-fir shadow-float"
        >
          <ArrowUp className="icon-s" />
          {words.newPosts}
        </button>
      )}
    </div>
  );
}

/** Tells when its place comes near: two screens before it is seen. */
function Reached({ onReach, children }: { onReach: () => void; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && reach.current(), {
      rootMargin: '200% 0px',
    });
    watch.observe(node);
    return () => watch.disconnect();
  });
  return <div ref={place}>{children}</div>;
}
