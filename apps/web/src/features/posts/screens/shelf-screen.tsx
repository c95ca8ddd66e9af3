import { t } from '@heartwood/messages/current';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { CheckCheck, Play, Plus, Square } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { ShelfMenu } from '#features/treasures/components/shelf-menu.tsx';
import { usePageTitle } from '#platform/title.ts';
import { BackRow } from '#ui/back-row.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, PostSkeleton, Skeleton } from '#ui/skeleton.tsx';
import { HowItFills } from '../components/how-it-fills.tsx';
import { MovePosts } from '../components/move-posts.tsx';
import { EmptyShelf, NoShelf, NothingLikeThat } from '../components/no-posts.tsx';
import { PostList, usePosts } from '../components/post-list.tsx';
import { ShelfFilters, ToldBy } from '../components/shelf-filters.tsx';
import { ShelfHead } from '../components/shelf-head.tsx';
import { ShelfPost } from '../components/told-row.tsx';
import { useShelfPosts } from '../hooks/use-shelf-posts.ts';

const PlayAll = lazyPart(() => import('../components/play-all.tsx'));

/**
 * The posts on one shelf; with `category`, everything that is kept in a category. It can be narrowed, its voices play one after the other,
 * and several posts can be moved at once.
 */
export function ShelfScreen() {
  const router = useRouter();
  const navigate = useNavigate();
  const kept = useShelfPosts();
  const { category, shelf, summary, filter, narrow } = kept;
  usePageTitle(kept.title);
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/treasures' }));
  return (
    <Page
      alone={kept.isGone}
      aside={
        summary &&
        !kept.isGone &&
        (summary.authors.length > 0 ? <ToldBy summary={summary} filter={filter} onChange={narrow} /> : <HowItFills />)
      }
    >
      <BackRow className="mb-1" back={<BackButton label={t('posts.back')} onBack={back} />}>
        {category && shelf?.can.edit && <ShelfMenu category={category} shelf={shelf} look="plain" onGone={back} />}
      </BackRow>
      {kept.isPending ? (
        <ShelfSkeleton />
      ) : (
        <>
          <ShelfHead category={category} shelf={shelf} title={kept.title} summary={summary} />
          {kept.isGone ? <NoShelf /> : <ShelfPosts kept={kept} />}
        </>
      )}
    </Page>
  );
}

/** Until it is known what the shelf is called, what is on it and how it can be narrowed: each would move what is below it. */
function ShelfSkeleton() {
  return (
    <Loading label={t('posts.loadingFeed')}>
      <Skeleton className="h-4 w-32" />
      <Skeleton className="mt-3 h-8 w-64 max-w-full" />
      <Skeleton className="mt-4 h-4 w-48" />
      <PostSkeleton />
    </Loading>
  );
}

/** The posts of a shelf under what can be done with them: hear them all, add one, move several. */
function ShelfPosts({ kept }: { kept: ReturnType<typeof useShelfPosts> }) {
  const { shelfId, query, list, summary, filter, narrow } = kept;
  const posts = usePosts(list.data);
  const [moves, move] = useState(false);
  const [plays, play] = useState(false);
  const playButton = useRef<HTMLButtonElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const hasVoices = summary?.media.some(({ kind }) => kind === 'audio') ?? false;
  const isNarrowed = Boolean(filter.by ?? filter.with);
  const stop = () => {
    play(false);
    playButton.current?.focus({ preventScroll: true });
  };
  const endMoving = () => {
    move(false);
    // To the button that began it, or where nothing is left to choose to the one before.
    focusLater(() => buttons.current?.querySelector<HTMLElement>(':scope > :last-child'));
  };
  const listed = (
    <PostList
      name={`shelf ${JSON.stringify(query)}`}
      list={list}
      Card={ShelfPost}
      empty={isNarrowed ? <NothingLikeThat onAll={() => narrow({ by: undefined, with: undefined })} /> : <EmptyShelf />}
    />
  );
  return (
    <>
      <div ref={buttons} className="mt-5 mb-2 flex flex-wrap gap-2">
        {hasVoices && (
          <Button small ref={playButton} icon={plays ? <Square /> : <Play />} onClick={() => (plays ? stop() : play(true))}>
            {plays ? t('treasures.stopPlaying') : t('treasures.playAll')}
          </Button>
        )}
        <ButtonLink
          small
          {...(hasVoices ? { look: 'quiet' } : {})}
          icon={<Plus />}
          to="/treasures/share-something"
          search={shelfId ? { shelf: shelfId } : {}}
        >
          {t('posts.addHere')}
        </ButtonLink>
        {posts?.some(({ can }) => can.keep) && !moves && (
          <Button small look="quiet" icon={<CheckCheck />} onClick={() => move(true)}>
            {t('posts.choosePosts')}
          </Button>
        )}
      </div>
      {summary && (
        <ShelfFilters
          summary={summary}
          filter={filter}
          found={{ count: list.hasNextPage ? undefined : posts?.length, isThere: posts !== undefined }}
          onChange={narrow}
        />
      )}
      {moves ? (
        <MovePosts posts={posts} from={shelfId ?? null} list={list} onDone={endMoving}>
          {listed}
        </MovePosts>
      ) : (
        listed
      )}
      {plays && (
        <Suspense>
          <PlayAll key={JSON.stringify(query)} query={query} onClose={stop} />
        </Suspense>
      )}
    </>
  );
}
