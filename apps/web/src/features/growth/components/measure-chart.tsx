import type { Relationship } from '@heartwood/contract/people';
import type { Growth, GrowthMeasure } from '@heartwood/contract/growth';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { chartOf, fieldOf, inWords, type Counting, type Units } from '../logic.ts';
import { ageInside, chartLine } from './sentences.ts';

const GrowthChart = lazyPart(() => import('./growth-chart.tsx'));

/** The chart of one measure; what draws it is loaded when the first one is shown. */
export function MeasureChart({
  person,
  growth,
  measure,
  counting,
  units,
  height,
  named,
  bandOnly,
}: {
  person: Relationship;
  growth: Growth;
  measure: GrowthMeasure;
  counting: Counting;
  units: Units;
  height: number;
  named?: boolean;
  bandOnly?: boolean;
}) {
  const chart = chartOf(growth, measure, counting, units, height > 240 ? 7 : 4);
  if (!chart) return null;
  const measured = growth.entries
    .flatMap((entry): [string, string][] => {
      const value = entry[fieldOf[measure]];
      return value === null ? [] : [[ageInside(person.birth_day, entry.measured_on), inWords(value, measure, units)]];
    })
    .toReversed();
  return (
    <Suspense
      fallback={
        <div className="mt-2 grid" style={{ height }}>
          <Skeleton className="rounded-card" />
        </div>
      }
    >
      <GrowthChart
        chart={chart}
        label={chartLine(person.name, measure, measured, Boolean(growth.curves?.[measure].length))}
        height={height}
        named={named ?? false}
        bandOnly={bandOnly ?? false}
      />
    </Suspense>
  );
}
