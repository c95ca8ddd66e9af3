import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { weeklyQuery } from '../api.ts';
import { DoneMark, KindLine } from './kind-line.tsx';
import { pictureOf } from './photos.ts';

const place = 'min-h-[430px] rounded-xl lg:min-h-[400px]';

/** The idea of this week, large. Where it did not come, the list says so. */
export function WeekHero() {
  const { data, isError } = useQuery({ ...weeklyQuery(), throwOnError: false });
  if (isError && !data) return null;
  if (!data) return <Skeleton className={place} />;
  const { inspiration: idea } = data;
  return (
    <Link to="/inspiration/$slug" params={{ slug: idea.slug }} className={`photo-veil flex items-end after:hidden ${place}`}>
      <PhotoFrame photo={pictureOf(idea)} eager covered sizes="(min-width: 1080px) 980px, 573px" />
      <span className="photo-words block w-full px-[22px] pb-6 [--fade:96px] lg:px-9 lg:pb-8">
        <span className="block type-meta text-[#f3e9df]">{t('inspiration.weekly')}</span>
        <span className="mt-1 block max-w-[13em] type-title">{idea.title}</span>
        <span className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <KindLine idea={idea} long />
          {idea.done && <DoneMark className="type-label" />}
        </span>
      </span>
    </Link>
  );
}
