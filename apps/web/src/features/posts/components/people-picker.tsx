import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useId } from 'react';
import { PersonChip } from '#features/people/components/person-chip.tsx';
import { byBirth, shortNames } from '#features/people/logic.ts';
import { ChipRow } from '#ui/chip.tsx';
import { namesOf } from './meta.ts';

/** Who is in it: everybody the family remembers, the children first; one tap each. */
export function PeoplePicker({
  people,
  chosen,
  onChange,
}: {
  people: readonly Relationship[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const label = useId();
  const names = shortNames(people);
  const sorted = [
    ...people.filter((one) => one.is_child).toSorted(byBirth),
    ...people.filter((one) => !one.is_child).toSorted((a, b) => a.name.localeCompare(b.name)),
  ];
  return (
    <section aria-labelledby={label} className="py-4">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id={label} className="text-body">
          {t('posts.whoIsInIt')}
        </h2>
        <span className="min-w-0 text-end soft">{namesOf(chosen, names, 4) || t('posts.nobody')}</span>
      </div>
      {/* Somebody is in every family: what stands below keeps its place when the names come. */}
      <ChipRow label={t('posts.whoIsInIt')} wrap={people.length <= 12} className="mt-2 min-h-hit">
        {sorted.map((person) => (
          <PersonChip key={person.heartwood_id} person={person} name={names.get(person.heartwood_id)} chosen={chosen} onChange={onChange} />
        ))}
      </ChipRow>
    </section>
  );
}
