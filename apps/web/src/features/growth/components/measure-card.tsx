import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { GrowthMeasure } from '@heartwood/contract/growth';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { growthQuery } from '../api.ts';
import { fieldOf, inWords, latestOf, measures, percentileIn } from '../logic.ts';
import { MeasureChart } from './measure-chart.tsx';
import { useView } from '../hooks/use-view.ts';
import { measureNames, percentileLine } from './sentences.ts';

/** One measure beside the chosen one: the latest value, its percentile, a small chart. Nothing where it was never measured. */
function MeasureCard({ person, measure }: { person: Relationship; measure: GrowthMeasure }) {
  const { data: growth } = useQuery(growthQuery(person.heartwood_id));
  const { counting, units } = useView();
  const latest = growth && latestOf(growth.entries, measure);
  const value = latest?.[fieldOf[measure]];
  if (!growth || !latest || value === null || value === undefined) return null;
  const percentile = percentileIn(latest, measure, counting);
  return (
    <Card pad>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="type-subhead">{t(measureNames[measure])}</h2>
        {percentile !== null && <span className="type-meta">{percentileLine(percentile)}</span>}
      </div>
      <p className="mt-1 type-heading num">{inWords(value, measure, units)}</p>
      <MeasureChart {...{ person, growth, measure, counting, units }} height={190} />
    </Card>
  );
}

/** The measures that are not the chosen one: beside the page on desktop, in it on the phone. `none` stands there where none was ever measured. */
export function OtherMeasures({ person, none }: { person: Relationship; none?: ReactNode }) {
  const { data: growth, isPending } = useQuery({ ...growthQuery(person.heartwood_id), throwOnError: false });
  const { measure } = useView();
  const others = measures.filter((one) => one !== measure && growth && latestOf(growth.entries, one));
  if (others.length === 0) return isPending ? null : none;
  return others.map((one) => <MeasureCard key={one} person={person} measure={one} />);
}

/** Growth in short, beside a child's timeline: the latest height and weight, and the height's chart. `none` stands there where there is nothing of it. */
export function GrowthCard({ person, none }: { person: Relationship; none?: ReactNode }) {
  const { data: growth, isPending } = useQuery({ ...growthQuery(person.heartwood_id), throwOnError: false });
  const { units } = useView();
  if (!growth || (growth.entries.length === 0 && !growth.curves)) return isPending ? null : none;
  return (
    <Card pad>
      <div className="flex items-center justify-between gap-3">
        <h2 className="type-subhead">{t('growth.growth')}</h2>
        <Link
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          search={{ tab: 'growth', add: '1' }}
          className="link-row"
        >
          <Plus className="icon-s" />
          {t('growth.measure')}
        </Link>
      </div>
      <dl className="mb-2 grid grid-cols-2">
        {(['height', 'weight'] as const).map((measure) => {
          const value = latestOf(growth.entries, measure)?.[fieldOf[measure]];
          return value === null || value === undefined ? null : (
            <div key={measure}>
              <dt className="type-meta">{t(measureNames[measure])}</dt>
              <dd className="type-heading num">{inWords(value, measure, units)}</dd>
            </div>
          );
        })}
      </dl>
      <MeasureChart {...{ person, growth, units }} measure="height" counting="corrected" height={200} bandOnly />
      {growth.curves && <p className="mt-2 type-meta">{t('growth.band')}</p>}
    </Card>
  );
}
