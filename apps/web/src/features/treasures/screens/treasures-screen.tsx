import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Quote, Search } from 'lucide-react';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Page } from '#ui/page.tsx';
import { treasuresQuery } from '../api.ts';
import { Suggestions, Tile, tilesClass } from '../components/tile.tsx';
import { TreasuresWaiting } from '../components/treasures-waiting.tsx';
import { byUse, totalKept } from '../logic.ts';

/** What the family keeps for good, by category. */
export function TreasuresScreen() {
  const { data, isError, refetch } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const total = totalKept(data ?? []);
  const { used, unused } = byUse(data ?? []);
  return (
    <Page wide>
      <PageHead title={t('treasures.title')} main />
      <p className="-mt-2 mb-5 soft">{t('treasures.lead')}</p>
      {total > 0 && (
        <Link
          to="/dashboard"
          search={{ search: '1', kept: '1' }}
          className="mb-6 flex min-h-[54px] items-center gap-3 rounded-sm bg-sunken px-4 text-ink-3"
        >
          <Search />
          {t('treasures.search', { count: total })}
        </Link>
      )}
      {!data && <TreasuresWaiting isError={isError} retry={() => void refetch()} tiles={8} />}
      {used.length > 0 && (
        <ul className={tilesClass}>
          {used.map(({ id, slug, name, cover, post_count }) => (
            <Tile key={id} target={{ category: slug }} name={name} icon={slug} cover={cover} count={post_count} />
          ))}
        </ul>
      )}
      {data && used.length === 0 && (
        <EmptyState
          drawing="chest"
          title={t('treasures.first.title')}
          action={
            <ButtonLink small to="/treasures/share-something">
              {t('treasures.first.action')}
            </ButtonLink>
          }
        >
          {t('treasures.first.text')}
        </EmptyState>
      )}
      {unused.length > 0 && (
        <Suggestions
          title={used.length > 0 ? t('treasures.unused.title') : t('treasures.unused.all')}
          text={t('treasures.unused.text')}
          items={unused.map(({ slug, name }) => ({ target: { category: slug }, name, icon: slug }))}
        />
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
