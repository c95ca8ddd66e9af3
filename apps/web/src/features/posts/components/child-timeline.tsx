import { daysBetween } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { firstName } from '#features/family/logic.ts';
import { birthdayName, yearHeading } from '#features/people/components/ages.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItems, pictured } from '#features/media/logic.ts';
import { dayInWords, recentDay } from '#platform/dates.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NextPage } from '#ui/next-page.tsx';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { timelineQuery, useSettling } from '../api.ts';
import { timelineOf, wordsOf, type TimelineEntry } from '../logic.ts';
import { LazyMoment } from './lazy-moment.tsx';
import { LazyViewer, viewerSoon } from './lazy-viewer.tsx';
import { hasWords, MemoryWords } from './memory-words.tsx';

/** Everything somebody is in, by the age they had: years of life, in them weeks and months. */
export function ChildTimeline({ person }: { person: Relationship }) {
  const me = useSession().user?.id;
  const feed = useInfiniteQuery({ ...timelineQuery(person.heartwood_id), throwOnError: false });
  const posts = feed.data?.pages.flatMap(({ items }) => items);
  if (feed.isPending)
    return (
      <Loading label={t('posts.loadingTimeline')}>
        <PostSkeleton />
      </Loading>
    );
  if (feed.isError && !posts)
    return (
      <Banner tone="error" className="mt-6" action={<BannerButton onClick={() => void feed.refetch()}>{t('posts.retry')}</BannerButton>}>
        {t('posts.timelineFailed')}
      </Banner>
    );
  if (!posts || posts.length === 0)
    return (
      <div className="mt-6">
        <EmptyState
          drawing="sprout"
          title={t('posts.emptyTimeline.title')}
          action={
            <ButtonLink small to="/treasures/share-something">
              {t('posts.emptyTimeline.action')}
            </ButtonLink>
          }
        >
          {person.related_user_id === me ? t('posts.emptyTimeline.own') : t('posts.emptyTimeline.text', { name: firstName(person.name) })}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="relative mt-6 ps-8.5 before:absolute before:top-2 before:bottom-0 before:start-[9px] before:w-0.5 before:bg-line">
        {timelineOf(posts, person.birth_day ?? '').map((year) => (
          <section key={year.years ?? 'before'}>
            {person.birth_day && (
              <div className="relative pt-0.5 pb-5.5">
                <YearMark />
                <h2 className="type-heading">{year.years === null ? t('posts.beforeBirth') : yearHeading(year.years)}</h2>
              </div>
            )}
            {year.entries.map((entry) => (
              <Entry key={entry.key} entry={entry} person={person} />
            ))}
          </section>
        ))}
      </div>
      <NextPage list={feed} failed={t('posts.timelineFailed')} block look="quiet">
        {t('posts.earlier')}
      </NextPage>
    </>
  );
}

function Entry({ entry, person }: { entry: TimelineEntry; person: Relationship }) {
  const on = useToday();
  const age = entry.birthday ? birthdayName(entry.birthday, person.gender) : (entry.age ?? dayInWords(entry.day));
  const isBirth = person.birth_day === entry.day;
  return (
    <div className="relative pb-8">
      <span
        aria-hidden="true"
        className="absolute top-[5px] -start-8.5 size-5 rounded-full border-2 border-resin-fill bg-canvas shadow-[inset_0_0_0_3px_var(--hw-canvas),inset_0_0_0_10px_var(--hw-resin-fill)]"
      />
      <h3 className="type-label">{isBirth ? t('people.child.bornDay', { name: person.name }) : age}</h3>
      {entry.posts.map((post) => (
        <Memory key={post.id} post={post} meta={timelineDay(post.occurred_on, on)} />
      ))}
    </div>
  );
}

function Memory({ post: given, meta }: { post: Post; meta: string }) {
  const post = useSettling(given);
  const opened = useOpened();
  const { title } = wordsOf(post);
  return (
    <article className="not-first-of-type:mt-6">
      <Link to="/post/$id" params={{ id: post.id }} className="reach inline-block type-meta">
        {meta}
      </Link>
      {title && <LazyMoment post={post} title={title} className="mt-3" />}
      {pictured(post.media).length > 0 && (
        <PhotoGrid items={gridItems(post.media, post.captions)} onOpen={opened.open} onReach={viewerSoon} className="mt-3" />
      )}
      <Attached media={post.media} className="mt-3" />
      {hasWords(post) && (
        <p className="mt-3">
          <Link to="/post/$id" params={{ id: post.id }} className="block">
            <MemoryWords post={post} className="line-clamp-8 type-story" />
          </Link>
        </p>
      )}
      <LazyViewer post={post} opened={opened} />
    </article>
  );
}

/** The mark of a year: a small trunk. */
function YearMark() {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className="absolute top-px -start-10 size-8 text-resin-fill"
    >
      <circle cx="16" cy="16" r="14" className="fill-canvas" stroke="none" />
      <circle cx="16" cy="16" r="3" fill="currentColor" stroke="none" />
      <circle cx="16" cy="16" r="7.2" />
      <circle cx="16" cy="16" r="12.2" />
    </svg>
  );
}

/** The day of a memory in a timeline: 'This week' within it, else '12 September', with the year where it is not this one's. */
function timelineDay(day: string, on: string): string {
  const ago = daysBetween(day, on);
  if (ago >= 0 && ago < 7) return ago < 2 ? recentDay(day, on) : t('posts.thisWeek');
  return dayInWords(day, { year: day.slice(0, 4) !== on.slice(0, 4) });
}
