import { t } from '@heartwood/messages/current';
import { monthsInWords } from '#features/people/components/ages.ts';
import type { Relationship } from '@heartwood/contract/people';
import { useEffect, useState } from 'react';
import { useBesides } from '#features/people/hooks/use-besides.ts';
import { exactAge, plusMonths, monthsOn } from '#features/people/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AtThatAge } from './at-that-age.tsx';

/** Brothers and sisters as old as each other: one is chosen, and an age that both have reached. */
export default function SideBySide({ person }: { person: Relationship }) {
  const on = useToday();
  const others = useBesides(person);
  const [chosen, choose] = useState<string>();
  const own = monthsOn(person, on);
  if (own === undefined)
    return (
      <div className="mt-6">
        <EmptyState
          drawing="sprout"
          title={t('people.child.sideBySide')}
          action={
            <ButtonLink small to="/children/childDetail/$childId" params={{ childId: person.heartwood_id }} search={{ edit: '1' }}>
              {t('people.child.edit')}
            </ButtonLink>
          }
        >
          {t('people.child.noBirthday')}
        </EmptyState>
      </div>
    );
  if (!others)
    return (
      <Loading label={t('people.child.loading')}>
        <Skeleton className="mt-6 h-40" />
      </Loading>
    );
  const other = others.find(({ heartwood_id }) => heartwood_id === chosen) ?? others[0];
  if (!other) return null;
  return (
    <div className="mt-6">
      {others.length > 1 && (
        <ChipRow label={t('people.child.beside')} className="mb-4">
          {others.map((one) => (
            <Chip
              key={one.heartwood_id}
              kind="pick"
              chosen={one === other}
              start={<Avatar id={one.heartwood_id} name={one.name} src={addressOf(one.images[0]?.thumb)} size="s" />}
              onClick={() => choose(one.heartwood_id)}
            >
              {one.name}
            </Chip>
          ))}
        </ChipRow>
      )}
      <Compared key={other.heartwood_id} pair={[person, other]} most={Math.min(own, monthsOn(other, on) ?? 0)} />
    </div>
  );
}

function Compared({ pair, most }: { pair: readonly [Relationship, Relationship]; most: number }) {
  const [months, set] = useState(most);
  const [settled, settle] = useState(most);
  // What is looked up follows the slider when it rests.
  useEffect(() => {
    const timer = setTimeout(() => settle(months), 250);
    return () => clearTimeout(timer);
  }, [months]);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 type-label">
        <label htmlFor="at-the-age">{t('people.child.age')}</label>
        <output htmlFor="at-the-age" className="type-heading">
          {monthsInWords(months)}
        </output>
      </p>
      <input
        id="at-the-age"
        type="range"
        min={0}
        max={most}
        value={months}
        disabled={most === 0}
        aria-valuetext={monthsInWords(months)}
        onChange={(event) => set(Number(event.target.value))}
        className="mt-2 h-11 w-full cursor-pointer accent-fir"
      />
      <div className="mt-4 grid grid-cols-2 gap-3 sm:gap-5">
        {pair.map((one) => (
          <section key={one.heartwood_id} aria-label={one.name} className="min-w-0">
            <h2 className="type-subhead break-words">{one.name}</h2>
            <p className="type-meta">{exactAge(one.birth_day!, plusMonths(one.birth_day!, months)) ?? ''}</p>
            <AtThatAge person={one} months={settled} />
          </section>
        ))}
      </div>
    </>
  );
}
