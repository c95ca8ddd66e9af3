import { t } from '@heartwood/messages/current';
import { monthsInWords } from '#features/people/components/ages.ts';
import type { Relationship } from '@heartwood/contract/people';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBesides } from '#features/people/hooks/use-besides.ts';
import { daysAround, monthsOn } from '#features/people/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { memoriesQuery } from '../api.ts';
import { AtThatAge } from './at-that-age.tsx';

/** Brothers, sisters, cousins and friends as old as each other: one is chosen, and an age that both have reached. */
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

type Pair = readonly [Relationship, Relationship];

/** Memories of each that are asked for to find the age to begin with: a page. */
const asked = 50;

/** The latest age, in months, at which something is kept of both; where nothing is, the latest that both have reached. Undefined until it is known. */
function useFirstAge(pair: Pair, most: number): number | undefined {
  const upTo = ({ heartwood_id: id, birth_day: birth }: Relationship) =>
    memoriesQuery(id, { from: birth!, to: daysAround(birth!, most).to }, asked);
  const both = useQueries({ queries: pair.map((one) => ({ ...upTo(one), throwOnError: false })) });
  if (both.some(({ isPending }) => isPending)) return undefined;
  const isKept = (months: number) =>
    pair.every(({ birth_day: birth }, index) => {
      const { from, to } = daysAround(birth!, months);
      return both[index]?.data?.some(({ occurred_on: day }) => from <= day && day <= to);
    });
  for (let months = most; months >= 0; months -= 1) if (isKept(months)) return months;
  return most;
}

function Compared({ pair, most }: { pair: Pair; most: number }) {
  const first = useFirstAge(pair, most);
  if (first === undefined)
    return (
      <Loading label={t('people.child.loading')}>
        <Skeleton className="h-40" />
      </Loading>
    );
  return <AtAnAge {...{ pair, most, first }} />;
}

function AtAnAge({ pair, most, first }: { pair: Pair; most: number; first: number }) {
  const [months, set] = useState(first);
  const [settled, settle] = useState(first);
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
            <p className="type-meta">{monthsInWords(months)}</p>
            <AtThatAge person={one} months={settled} />
          </section>
        ))}
      </div>
    </>
  );
}
