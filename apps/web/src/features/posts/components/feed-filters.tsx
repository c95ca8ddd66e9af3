import type { PlainKey } from '@heartwood/messages/translate';
import type { Post } from '@heartwood/contract/posts';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { byBirth } from '#features/people/logic.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { yearsQuery } from '../api.ts';
import { isNarrowed, kinds, nothingNarrowed, type FeedFilter } from '../logic.ts';
import { FilterChip, FilterStatus } from './filter-chips.tsx';

const kindNames = {
  memory: 'posts.kinds.memory',
  video: 'posts.kinds.video',
  recipe: 'posts.kinds.recipe',
  answer: 'posts.kinds.answer',
  birthday: 'posts.kinds.birthday',
  moment: 'posts.kinds.moment',
} satisfies Record<Post['kind'], PlainKey>;

/**
 * Whom, what and when the posts are about, each where there is something to choose from; the address keeps it.
 * @param lookedFor for what it is shown: what was shown stays for the same
 * @param onChange hears what changes of the filter, the rest of which stays as it is by then
 * @param oneKind whether all posts are known to be of one kind; `found` tells what is shown, where nothing else does: how many, where that is known
 */
export function FeedFilters({
  filter,
  lookedFor = '',
  oneKind = false,
  found,
  onChange,
}: {
  filter: FeedFilter;
  lookedFor?: string;
  oneKind?: boolean;
  found?: { count: number | undefined; isThere: boolean };
  onChange: (change: FeedFilter) => void;
}) {
  const { people, names, isLoading } = useNames();
  const { data: years = [], isLoading: isAskedWhen } = useQuery({ ...yearsQuery(), throwOnError: false });
  const persons = people
    .toSorted((a, b) => Number(b.is_child) - Number(a.is_child) || byBirth(a, b))
    .map(({ heartwood_id, name }) => ({ value: heartwood_id, label: names.get(heartwood_id) ?? name }));
  // What was shown stays: while other posts are on their way they are of no kind, and the focus is there.
  const [kindFor, keepKind] = useState<string>();
  const hasKind = kindFor === lookedFor || !oneKind || filter.kind !== undefined;
  if (hasKind && kindFor !== lookedFor) keepKind(lookedFor);
  const shown = {
    person: persons.length > 1 || filter.person !== undefined,
    kind: hasKind,
    year: years.length > 1 || filter.year !== undefined,
  };
  // It was not known at first whether there is something to choose from: the row has its place, and keeps it, so that no post moves.
  const [hasPlace] = useState(isLoading || isAskedWhen);
  if (!shown.person && !shown.kind && !shown.year) return hasPlace && <div className="mt-4 h-13" />;
  const clear = (button: HTMLElement) => {
    // It goes with what it clears.
    button.parentElement?.querySelector('button')?.focus({ preventScroll: true });
    onChange(nothingNarrowed);
  };
  const chosen = [
    persons.find(({ value }) => value === filter.person)?.label ?? filter.person,
    filter.kind && t(kindNames[filter.kind]),
    filter.year,
  ].filter((one) => one !== undefined);
  return (
    <>
      <ChipRow label={t('posts.filters')} className="mt-4">
        {shown.person && (
          <FilterChip label={t('posts.anyone')} value={filter.person} options={persons} onChange={(person) => onChange({ person })} />
        )}
        {shown.kind && (
          <FilterChip
            label={t('posts.anyKind')}
            value={filter.kind}
            options={kinds.map((kind) => ({ value: kind, label: t(kindNames[kind]) }))}
            onChange={(kind) => onChange({ kind })}
          />
        )}
        {shown.year && (
          <FilterChip
            label={t('posts.anyYear')}
            value={filter.year}
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
            onChange={(year) => onChange({ year })}
          />
        )}
        {isNarrowed(filter) && <Chip onClick={({ currentTarget }) => clear(currentTarget)}>{t('posts.clearFilters')}</Chip>}
      </ChipRow>
      {found && <FilterStatus filters={chosen} {...found} />}
    </>
  );
}
