import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Quote, Search } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Page } from '#ui/page.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { treasuresQuery } from '../api.ts';
import { Tile, tilesClass, TileSkeletons } from '../components/tile.tsx';
import { totalKept } from '../logic.ts';

/** What the family keeps for good, by category. */
export function TreasuresScreen() {
  const { user, profile } = useSession();
  const { data, isError, refetch } = useQuery({ ...treasuresQuery(), throwOnError: false });
  return (
    <Page wide>
      <PageHead
        title={t('treasures.title')}
        end={
          <Link to="/private" aria-label={t('app.pages.private')} className="rounded-full lg:hidden">
            <Avatar
              id={user?.id ?? ''}
              name={profile ? `${profile.firstname} ${profile.lastname}` : ''}
              src={addressOf(profile?.images[0]?.thumb)}
            />
          </Link>
        }
      />
      <p className="-mt-2 mb-5 soft">{t('treasures.lead')}</p>
      <Link
        to="/dashboard"
        search={{ search: '1' }}
        className="mb-6 flex min-h-[54px] items-center gap-3 rounded-sm bg-sunken px-4 text-ink-3"
      >
        <Search />
        {t('treasures.search', { count: totalKept(data ?? []) })}
      </Link>
      {isError && !data && (
        <Banner tone="error" action={<BannerButton onClick={() => void refetch()}>{t('treasures.retry')}</BannerButton>}>
          {t('treasures.failed')}
        </Banner>
      )}
      {!data && !isError && (
        <Loading label={t('treasures.loading')}>
          <TileSkeletons count={8} />
        </Loading>
      )}
      {data && (
        <ul className={tilesClass}>
          {data.map(({ id, slug, name, cover, post_count }) => (
            <Tile key={id} target={{ category: slug }} name={name} icon={slug} cover={cover} count={post_count} />
          ))}
        </ul>
      )}
      <Link to="/treasures/ask-family" className="mt-8 flex min-h-22 items-center gap-4 rounded-card bg-sunken px-5 py-4">
        <Quote className="size-7 shrink-0 stroke-[1.5] text-fir" />
        <span className="min-w-0 flex-1">
          <b className="block type-label">{t('treasures.ask')}</b>
          <span className="type-meta">{t('treasures.askHint')}</span>
        </span>
        <ChevronRight className="icon-s text-ink-3" />
      </Link>
    </Page>
  );
}
