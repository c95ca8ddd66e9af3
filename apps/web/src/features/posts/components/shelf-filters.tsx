import { t } from '@heartwood/messages/current';
import { useNames } from '#features/people/api.ts';
import type { ShelfFilter } from '#features/treasures/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { List, ListButton } from '#ui/list-row.tsx';
import { FilterChip, FilterStatus } from './filter-chips.tsx';
import type { Summary } from '../hooks/use-summary.ts';

interface Given {
  summary: Summary;
  filter: ShelfFilter;
  /** Hears what changes of the filter. */
  onChange: (change: ShelfFilter) => void;
}

/** What a shelf can be narrowed to: everything, what has photos, what can be heard, what somebody told. Nothing where all is alike. */
export function ShelfFilters({ summary, filter, found, onChange }: Given & { found: { count: number | undefined; isThere: boolean } }) {
  const { users } = useNames();
  const { authors, media } = summary;
  const total = authors.reduce((sum, { post_count }) => sum + post_count, 0);
  const some = (kind: Summary['media'][number]['kind'], chosen: boolean) => {
    const posts = media.find((one) => one.kind === kind)?.post_count ?? 0;
    return chosen || (posts > 0 && posts < total);
  };
  const told = authors.flatMap(({ user_id, name }) => (user_id ? { value: user_id, label: users.get(user_id) ?? name } : []));
  const kinds = [
    { value: 'photos', label: t('treasures.withPhotos'), shown: some('image', filter.with === 'photos') },
    { value: 'voices', label: t('treasures.withVoices'), shown: some('audio', filter.with === 'voices') },
  ] as const;
  const narrowed = filter.by !== undefined || filter.with !== undefined;
  if (!narrowed && told.length < 2 && kinds.every(({ shown }) => !shown)) return null;
  const words = [
    kinds.find(({ value }) => value === filter.with)?.label,
    told.find(({ value }) => value === filter.by)?.label ?? filter.by,
  ].filter((one) => one !== undefined);
  return (
    <>
      <ChipRow label={t('treasures.narrow')} className="mt-5">
        <Chip chosen={!narrowed} onClick={() => onChange({ by: undefined, with: undefined })}>
          {t('treasures.all')}
        </Chip>
        {kinds.map(
          ({ value, label, shown }) =>
            shown && (
              <Chip
                key={value}
                chosen={filter.with === value}
                onClick={() => onChange({ with: filter.with === value ? undefined : value })}
              >
                {label}
              </Chip>
            ),
        )}
        {(told.length > 1 || filter.by) && (
          <FilterChip label={t('treasures.toldBy')} value={filter.by} options={told} onChange={(by) => onChange({ by })} />
        )}
      </ChipRow>
      <FilterStatus filters={words} {...found} />
    </>
  );
}

/** Beside the shelf: who told what is on it; each narrows it to what they told. */
export function ToldBy({ summary, filter, onChange }: Given) {
  const { users } = useNames();
  return (
    <section>
      <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('treasures.toldBy')}</h2>
      <List>
        {summary.authors.map(({ user_id: id, heartwood_id, name, image, post_count }) => (
          <ListButton
            key={id ?? heartwood_id ?? name}
            start={<Avatar id={heartwood_id ?? ''} name={name} src={addressOf(image?.thumb)} size="l" />}
            title={<b className="font-semibold">{users.get(id ?? '') ?? name}</b>}
            meta={t('treasures.posts', { count: post_count })}
            aria-pressed={filter.by === id}
            disabled={id === null}
            onClick={() => onChange({ by: filter.by === id ? undefined : (id ?? undefined) })}
          />
        ))}
      </List>
    </section>
  );
}
