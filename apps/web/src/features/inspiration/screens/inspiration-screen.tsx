import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useSearch } from '@tanstack/react-router';
import { ChipLink, ChipRow } from '#ui/chip.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Page } from '#ui/page.tsx';
import { IdeaList } from '../components/idea-list.tsx';
import { WeekHero } from '../components/week-hero.tsx';
import { filterOf, filters, type Filter } from '../logic.ts';

const names = {
  ask: 'inspiration.filters.ask',
  recipes: 'inspiration.filters.recipes',
  videos: 'inspiration.filters.videos',
  birthdays: 'inspiration.filters.birthdays',
  minute: 'inspiration.filters.minute',
  saved: 'inspiration.filters.saved',
} as const satisfies Record<Filter, PlainKey>;

/** A chip is current where the address has nothing else. */
const exactly = { exact: true };

/** Ideas: the one of this week, and all of them, narrowed as the address says. */
export function InspirationScreen() {
  const { show } = useSearch({ strict: false }) as { show?: string };
  const filter = filterOf(show);
  return (
    <Page wide>
      <PageHead title={t('inspiration.title')} main />
      <WeekHero />
      <ChipRow label={t('inspiration.narrow')} className="mt-6 mb-6">
        <ChipLink to="/inspiration" search={{}} replace resetScroll={false} chosen={!filter} activeOptions={exactly}>
          {t('inspiration.filters.all')}
        </ChipLink>
        {filters.map((one) => (
          <ChipLink
            key={one}
            to="/inspiration"
            search={{ show: one }}
            replace
            resetScroll={false}
            chosen={filter === one}
            activeOptions={exactly}
          >
            {t(names[one])}
          </ChipLink>
        ))}
      </ChipRow>
      <IdeaList key={filter ?? 'all'} filter={filter} />
    </Page>
  );
}
