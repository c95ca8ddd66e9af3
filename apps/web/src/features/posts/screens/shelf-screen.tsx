import { t } from '@heartwood/messages/current';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CheckCheck, Play, Plus, Square } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { treasuresQuery } from '#features/treasures/api.ts';
import { ShelfMenu } from '#features/treasures/components/shelf-menu.tsx';
import { shelfQueryOf, type ShelfFilter, recordingsLine } from '#features/treasures/logic.ts';
import { usePageTitle } from '#platform/title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { feedQuery } from '../api.ts';
import { MovePosts } from '../components/move-posts.tsx';
import { PostList, usePosts } from '../components/post-list.tsx';
import { ShelfFilters, ToldBy } from '../components/shelf-filters.tsx';
import { ShelfPost } from '../components/told-row.tsx';
import { useSummary } from '../hooks/use-summary.ts';

const PlayAll = lazy(() => import('../components/play-all.tsx'));

/**
 * The posts on one shelf; with `category`, everything that is kept in a category. It can be narrowed, its voices play one after the other,
 * and several posts can be moved at once.
 */
export function ShelfScreen() {
  const asked = useSearch({ strict: false }) as { subcategory?: string; category?: string } & ShelfFilter;
  const router = useRouter();
  const navigate = useNavigate();
  const { data: categories, isError: unknown } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const [moves, move] = useState(false);
  const [plays, play] = useState(false);
  const playButton = useRef<HTMLButtonElement>(null);
  const category = categories?.find(
    ({ id, slug, subcategories }) =>
      subcategories.some((one) => one.id === asked.subcategory) || slug === asked.category || id === asked.category,
  );
  const shelf = category?.subcategories.find(({ id }) => id === asked.subcategory);
  const title = shelf?.name ?? (asked.subcategory ? undefined : category && t('treasures.everythingIn', { category: category.name }));
  usePageTitle(title);
  const narrowed: ShelfFilter = { by: asked.by, with: asked.with };
  const isNarrowed = Boolean(asked.by ?? asked.with);
  const whole = asked.subcategory ? { subcategory_id: asked.subcategory } : { category_id: category?.id ?? '' };
  const query = { ...whole, ...shelfQueryOf(narrowed) };
  const enabled = Boolean(asked.subcategory ?? category);
  const list = useInfiniteQuery({ ...feedQuery(query), enabled, throwOnError: false });
  const summary = useSummary(whole, enabled);
  const voices = summary?.media.find(({ kind }) => kind === 'audio');
  const posts = usePosts(list.data);
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/treasures' }));
  const narrow = ({ by, with: attached }: ShelfFilter) =>
    void navigate({
      to: '/subcategory/subcategoryPosts',
      search: {
        ...(asked.subcategory ? { subcategory: asked.subcategory } : {}),
        ...(asked.category ? { category: asked.category } : {}),
        ...(by ? { by } : {}),
        ...(attached ? { with: attached } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  const stop = () => {
    play(false);
    playButton.current?.focus({ preventScroll: true });
  };
  const isGone = categories !== undefined && title === undefined;

  return (
    <Page aside={summary && !isGone && <ToldBy summary={summary} filter={narrowed} onChange={narrow} />}>
      <div className="-mx-2 mb-1 flex min-h-14 items-center justify-between gap-2">
        <BackButton label={t('posts.back')} onBack={back} />
        {category && shelf?.can.edit && <ShelfMenu category={category} shelf={shelf} look="plain" onGone={back} />}
      </div>
      {category && (
        <Link to="/treasures/subcategory" search={{ category: category.slug }} className="type-meta underline-offset-4 hover:underline">
          {category.name}
        </Link>
      )}
      {title && <h1 className="mt-1 type-title">{title}</h1>}
      {title && (
        <p className="mt-2 soft">
          {voices && !summary?.partial
            ? t('treasures.keptWithVoices', {
                count: (shelf ?? category)?.post_count ?? 0,
                recordings: recordingsLine(voices.count, voices.seconds),
              })
            : t('treasures.kept', { count: (shelf ?? category)?.post_count ?? 0 })}
        </p>
      )}
      {isGone ? (
        <EmptyState
          level={1}
          drawing="chest"
          title={t('posts.noShelf')}
          action={
            <ButtonLink small to="/treasures">
              {t('treasures.chooseCategory')}
            </ButtonLink>
          }
        >
          {t('posts.noShelfHint')}
        </EmptyState>
      ) : (
        <>
          <div className="mt-5 mb-2 flex flex-wrap gap-2">
            {voices && (
              <Button small ref={playButton} icon={plays ? <Square /> : <Play />} onClick={() => (plays ? stop() : play(true))}>
                {plays ? t('treasures.stopPlaying') : t('treasures.playAll')}
              </Button>
            )}
            <ButtonLink
              small
              {...(voices ? { look: 'quiet' } : {})}
              icon={<Plus />}
              to="/treasures/share-something"
              search={asked.subcategory ? { shelf: asked.subcategory } : {}}
            >
              {t('posts.addHere')}
            </ButtonLink>
            {posts?.some(({ can }) => can.keep) && !moves && (
              <Button small look="quiet" icon={<CheckCheck />} onClick={() => move(true)}>
                {t('posts.choosePosts')}
              </Button>
            )}
          </div>
          {summary && <ShelfFilters summary={summary} filter={narrowed} onChange={narrow} />}
          {!categories && !unknown && list.isPending && (
            <Loading label={t('posts.loadingFeed')}>
              <PostSkeleton />
            </Loading>
          )}
          {moves && posts ? (
            <MovePosts
              posts={posts}
              from={asked.subcategory ?? null}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              onDone={() => move(false)}
            />
          ) : (
            <PostList
              name={`shelf ${JSON.stringify(query)}`}
              list={list}
              Card={ShelfPost}
              empty={isNarrowed ? <NothingLikeThat onAll={() => narrow({})} /> : <EmptyShelf />}
            />
          )}
          {plays && (
            <Suspense>
              <PlayAll key={JSON.stringify(query)} query={query} onClose={stop} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  );
}

function EmptyShelf() {
  return (
    <div className="py-5">
      <EmptyState drawing="chest" title={t('posts.emptyShelf.title')}>
        {t('posts.emptyShelf.text')}
      </EmptyState>
    </div>
  );
}

function NothingLikeThat({ onAll }: { onAll: () => void }) {
  return (
    <div className="py-5">
      <EmptyState
        drawing="magnifier"
        title={t('treasures.nothingLikeThat.title')}
        action={
          <Button small onClick={onAll}>
            {t('treasures.showAll')}
          </Button>
        }
      >
        {t('treasures.nothingLikeThat.text')}
      </EmptyState>
    </div>
  );
}
