import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { exactAge, daysAround } from '#features/people/logic.ts';
import { gridItems } from '#features/media/logic.ts';
import { dayInWords } from '#platform/dates.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { memoriesQuery } from '../api.ts';
import { MemoryWords } from './memory-words.tsx';

/** What is kept of somebody from around an age, each with the exact age then. */
export function AtThatAge({ person, months }: { person: Relationship; months: number }) {
  const around = memoriesQuery(person.heartwood_id, daysAround(person.birth_day!, months));
  const memories = useQuery({ ...around, placeholderData: keepPreviousData, throwOnError: false });
  if (memories.isPending)
    return (
      <Loading label={t('people.child.loading')}>
        <Skeleton className="mt-4 aspect-square" />
      </Loading>
    );
  if (!memories.data)
    return (
      <Banner
        tone="error"
        className="mt-4"
        action={<BannerButton onClick={() => void memories.refetch()}>{t('people.child.retry')}</BannerButton>}
      >
        {t('people.child.failed')}
      </Banner>
    );
  if (memories.data.length === 0) return <p className="mt-4 soft">{t('people.child.nothingThen', { name: person.name })}</p>;
  return (
    <ul className="mt-4 grid gap-6" aria-busy={memories.isPlaceholderData}>
      {memories.data.map((post) => (
        <li key={post.id}>
          <Memory post={post} birth={person.birth_day!} />
        </li>
      ))}
    </ul>
  );
}

function Memory({ post, birth }: { post: Post; birth: string }) {
  return (
    <Link to="/post/$id" params={{ id: post.id }} className="block">
      {post.media.length > 0 && <PhotoGrid items={gridItems(post.media).slice(0, 1)} />}
      <span className="mt-2 block type-label">{exactAge(birth, post.occurred_on)}</span>
      <span className="block type-meta">{dayInWords(post.occurred_on)}</span>
      <MemoryWords post={post} isAll className="mt-1 line-clamp-4 font-serif" />
    </Link>
  );
}
