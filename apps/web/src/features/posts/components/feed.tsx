import { t } from '@heartwood/messages/current';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { language } from '#platform/language.ts';
import { useUnsent } from '#platform/unsent.ts';
import { isAppHere } from '#platform/worker.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { feedQuery, newestQuery, type PostPage } from '../api.ts';
import { filterOf, isNarrowed, nothingNarrowed, queryOf, type FeedFilter } from '../logic.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FirstPage } from './first-page.tsx';
import { PostCard, type PostInList } from './post-card.tsx';
import { PostList } from './post-list.tsx';

/** Mostly nothing is on its way: then nothing of it is loaded. */
const OnTheirWay = lazyPart(async () => {
  const [part] = await Promise.all([import('#features/sending/components/on-their-way.tsx'), language.need('writing')]);
  return part;
});

/**
 * What the family shared, newest first, narrowed as the address says; what is new is announced, and nothing moves by itself.
 * @param idea stands last where nothing is shared yet
 */
export function Feed({ Card, isBeginning, idea }: { Card: ComponentType<PostInList>; isBeginning: boolean; idea?: ReactNode }) {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const narrowed = isNarrowed(filter);
  const feed = useInfiniteQuery({ ...feedQuery(queryOf(filter)), throwOnError: false });
  const waits = useUnsent().posts.here > 0;
  useReady(feed.data?.pages[0]?.items[0]?.id);
  const [isChosen, choosing] = useState(false);
  const filters = useRef<HTMLDivElement>(null);
  const choose = (change: FeedFilter) => {
    choosing(true);
    void navigate({ to: '/dashboard', search: (now) => filterOf({ ...now, ...change }), replace: true, resetScroll: false });
  };
  const showAll = () => {
    filters.current?.querySelector('button')?.focus();
    choose(nothingNarrowed);
  };
  const first = feed.data?.pages[0]?.items ?? [];
  const isOnePage = !feed.hasNextPage && (feed.data?.pages.length ?? 1) === 1;
  return (
    <div>
      {/* Whoever has just chosen has the focus there. */}
      {(narrowed || first.length > 1 || isChosen) && (
        <div ref={filters}>
          <FeedFilters
            filter={filter}
            // Of a feed that goes on nobody has looked at all, also once its end is there: whoever comes back finds the same row above it.
            oneKind={isOnePage && first.every(({ kind }) => kind === first[0]?.kind)}
            found={{ count: countOf(feed), isThere: !feed.isPending }}
            onChange={choose}
          />
        </div>
      )}
      {!narrowed && <NewPosts known={feed.data?.pages[0]?.items[0]?.id} />}
      {!narrowed && waits && (
        <Suspense>
          <OnTheirWay />
        </Suspense>
      )}
      <PostList
        name={`feed ${JSON.stringify(filter)}`}
        list={feed}
        Card={narrowed ? PostCard : Card}
        empty={
          narrowed ? (
            <NothingLikeThat onClear={showAll} />
          ) : (
            <>
              {!waits && <FirstPage toldAbove={isBeginning} />}
              {idea}
            </>
          )
        }
      />
    </div>
  );
}

/** How many posts a list has, where all of it is there. */
const countOf = ({ data, hasNextPage }: { data: InfiniteData<PostPage> | undefined; hasNextPage: boolean }): number | undefined =>
  data && !hasNextPage ? data.pages.reduce((sum, { items }) => sum + items.length, 0) : undefined;

/**
 * Where the app is kept on the device: once the feed stands and nothing else is to be done, the composer and the page of a post are made ready,
 * so that a press need not wait for their parts.
 * @param id of a post
 */
function useReady(id: string | undefined): void {
  const router = useRouter();
  const isShown = id !== undefined;
  const begin = useEffectEvent(async () => {
    await router.preloadRoute({ to: '/treasures/share-something' });
    if (id) await router.preloadRoute({ to: '/post/$id', params: { id } });
  });
  useEffect(() => {
    if (!isShown || !isAppHere() || !globalThis.requestIdleCallback) return;
    // What does not come is loaded when it is wanted.
    const waiting = requestIdleCallback(() => void begin().catch(() => undefined));
    return () => cancelIdleCallback(waiting);
  }, [isShown]);
}

function NothingLikeThat({ onClear }: { onClear: () => void }) {
  return (
    <div className="py-7">
      <EmptyState
        drawing="magnifier"
        title={t('posts.nothingLikeThat.title')}
        action={
          <Button small onClick={onClear}>
            {t('posts.showAll')}
          </Button>
        }
      >
        {t('posts.nothingLikeThat.text')}
      </EmptyState>
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
    window.scrollTo({ top: 0, behavior: 'instant' });
    await client.invalidateQueries({ queryKey: key, exact: true });
    // The button has gone.
    focusLater(() => (document.activeElement === document.body ? document.querySelector<HTMLElement>('[data-post] a') : null));
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
          {t('posts.newPosts')}
        </button>
      )}
    </div>
  );
}
