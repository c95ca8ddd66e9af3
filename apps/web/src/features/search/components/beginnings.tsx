import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNames } from '#features/people/api.ts';
import { byBirth } from '#features/people/logic.ts';
import { yearsQuery } from '#features/posts/api.ts';
import { treasuresQuery } from '#features/treasures/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip, ChipLink, ChipRow } from '#ui/chip.tsx';

/** What one may begin with before anything is typed: people, years, and shelves with something on them. Where only what is `kept` is looked through, its years, and no people, as they lead out of it. */
export function Beginnings({ kept, onYear }: { kept: boolean; onYear: (year: string) => void }) {
  const { people, names, isLoading } = useNames();
  const { data: years = [], isLoading: isYearAwaited } = useQuery({ ...yearsQuery(kept ? '1' : undefined), throwOnError: false });
  const { data: treasures = [], isLoading: isShelfAwaited } = useQuery({ ...treasuresQuery(), throwOnError: false });
  // One after the other, they would move what is about to be pressed.
  if (isLoading || isYearAwaited || isShelfAwaited) return null;
  const shelves = treasures.filter(({ post_count }) => post_count > 0);
  const persons = people.toSorted((a, b) => Number(b.is_child) - Number(a.is_child) || byBirth(a, b));
  return (
    <>
      {!kept && persons.length > 0 && (
        <Beginning title={t('search.people')}>
          {persons.map(({ heartwood_id: id, name, images, is_child: isChild }) => {
            const start = <Avatar id={id} name={name} src={addressOf(images[0]?.thumb)} size="s" />;
            const said = names.get(id) ?? name;
            return isChild ? (
              <ChipLink key={id} to="/children/childDetail/$childId" params={{ childId: id }} start={start}>
                {said}
              </ChipLink>
            ) : (
              <ChipLink key={id} to="/dashboard" search={{ person: id }} start={start}>
                {said}
              </ChipLink>
            );
          })}
        </Beginning>
      )}
      {years.length > 0 && (
        <Beginning title={t('search.years')}>
          {years.map((year) => (
            <Chip key={year} onClick={() => onYear(String(year))}>
              {year}
            </Chip>
          ))}
        </Beginning>
      )}
      {shelves.length > 0 && (
        <Beginning title={t('search.treasures')}>
          {shelves.map(({ id, slug, name }) => (
            <ChipLink key={id} to="/treasures/subcategory" search={{ category: slug }}>
              {name}
            </ChipLink>
          ))}
        </Beginning>
      )}
    </>
  );
}

function Beginning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="type-label">{title}</h2>
      <ChipRow wrap label={title} className="mt-2">
        {children}
      </ChipRow>
    </section>
  );
}
