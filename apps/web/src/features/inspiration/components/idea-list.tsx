import { t } from '@heartwood/messages/current';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useIsMissing } from '#platform/not-loaded.tsx';
import { shortSpan } from '#platform/formats.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useIsNextPageMissing } from '#ui/next-page-missing.ts';
import { NextPage } from '#ui/next-page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { ideasQuery, useAskAgain, weeklyQuery } from '../api.ts';
import { besideWeekly, type Filter } from '../logic.ts';
import { DoneMark, KindLine } from './kind-line.tsx';
import { pictureOf } from './photos.ts';

const grid = 'grid gap-7 lg:grid-cols-3 lg:gap-x-7 lg:gap-y-9';
const card = 'grid grid-cols-[104px_minmax(0,1fr)] items-center gap-4 rounded-[18px] lg:grid-cols-1 lg:content-start lg:gap-3.5';
const well = 'relative block aspect-square overflow-hidden rounded-[18px] lg:aspect-4/3';

/** The ideas, narrowed as one has chosen, below the one of this week. */
export function IdeaList({ filter }: { filter: Filter | undefined }) {
  const list = useInfiniteQuery({ ...ideasQuery(filter), throwOnError: false });
  const weekly = useQuery({ ...weeklyQuery(), throwOnError: false });
  const askAgain = useAskAgain();
  const isMissing = useIsMissing(list);
  const isNextPageMissing = useIsNextPageMissing(list);
  const loaded = list.data?.pages.flatMap(({ items }) => items);
  // Among what somebody has saved nothing is missing.
  const ideas = loaded && (filter === 'saved' ? loaded : besideWeekly(loaded, weekly.data?.inspiration.slug, list.hasNextPage));
  if (list.isPending || weekly.isPending)
    return (
      <Loading label={t('inspiration.loading')} className={grid}>
        {Array.from({ length: 6 }, (_, at) => (
          <div key={at} className={card}>
            <Skeleton className={well} />
            <div className="grid gap-2">
              <Skeleton className="h-3.5 w-1/3" />
              <Skeleton className="h-5 w-4/5" />
            </div>
          </div>
        ))}
      </Loading>
    );
  return (
    <>
      {isMissing && !isNextPageMissing && (
        <Banner tone="error" action={<BannerButton onClick={askAgain}>{t('inspiration.retry')}</BannerButton>}>
          {t('inspiration.failed')}
        </Banner>
      )}
      {loaded?.length === 0 && <NothingHere filter={filter} />}
      {ideas && ideas.length > 0 && (
        <ul className={grid}>
          {ideas.map((idea) => (
            <li key={idea.slug}>
              <IdeaCard idea={idea} />
            </li>
          ))}
        </ul>
      )}
      <div className="text-center">
        <NextPage list={list} failed={t('inspiration.failed')} look="quiet" className="mt-9">
          {t('inspiration.more')}
        </NextPage>
      </div>
    </>
  );
}

function IdeaCard({ idea }: { idea: Inspiration }) {
  return (
    <Link to="/inspiration/$slug" params={{ slug: idea.slug }} className={card}>
      <span className={well}>
        <PhotoFrame photo={pictureOf(idea)} sizes="(min-width: 1080px) 308px, 139px" />
      </span>
      <span className="block min-w-0">
        <KindLine idea={idea} className="text-meta text-fir" />
        <span className="mt-1 block type-heading text-[1.3125rem] break-words hyphens-auto">{idea.title}</span>
        <span className="mt-1 flex flex-wrap gap-x-3.5 type-meta">
          <span>{shortSpan(idea.minutes, 'minute')}</span>
          {idea.saved && (
            <span className="flex items-center gap-1.5">
              <Bookmark className="icon-s shrink-0" />
              {t('inspiration.saved')}
            </span>
          )}
          {idea.done && <DoneMark />}
        </span>
      </span>
    </Link>
  );
}

function NothingHere({ filter }: { filter: Filter | undefined }) {
  const saved = filter === 'saved';
  return (
    <EmptyState
      drawing="sprout"
      title={saved ? t('inspiration.nothingSaved.title') : t('inspiration.nothing.title')}
      action={
        <ButtonLink small look="quiet" to="/inspiration" search={{}}>
          {t('inspiration.showAll')}
        </ButtonLink>
      }
    >
      {saved ? t('inspiration.nothingSaved.text') : t('inspiration.nothing.text')}
    </EmptyState>
  );
}
