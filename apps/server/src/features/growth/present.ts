import { daysBetween } from '@heartwood/contract/days';
import type { DataOf } from '@heartwood/contract/endpoint';
import type { Growth, GrowthEntry, growthApi } from '@heartwood/contract/growth';
import type { FamilyScope } from '#features/family/scope.ts';
import { dayOf } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { Sex } from '#platform/growth-standards/lms.ts';
import { curvesOf, percentileOf } from '#platform/growth-standards/percentiles.ts';
import { growingPerson } from './actions.ts';
import type { Growing } from './actions.ts';
import { agesOn } from './rules.ts';
import * as store from './store.ts';
import type { GrowthRow } from './tables.ts';

/** The growth of a person. @throws Refused not_found */
export async function presentGrowth(platform: Platform, scope: FamilyScope, word: string): Promise<Growth> {
  const person = await growingPerson(platform, scope, word);
  const early = await store.earlyWeeksOf(platform.db, scope, person.id);
  const rows = await store.entriesOf(platform.db, scope, person.id);
  return {
    entries: rows.map((row) => entryOf(person, early, row)),
    born_early_weeks: early,
    curves: curvesFor(person, dayOf(platform.clock.now())),
  };
}

/** One measurement. @throws Refused not_found */
export async function presentEntry(platform: Platform, scope: FamilyScope, id: string): Promise<{ entry: GrowthEntry }> {
  const row = await store.findEntry(platform.db, scope, id);
  if (!row) throw refuse.notFound();
  const person = await growingPerson(platform, scope, row.personId);
  return { entry: entryOf(person, await store.earlyWeeksOf(platform.db, scope, person.id), row) };
}

/** What is said of a person beside their measurements. @param earlyWeeks how many weeks before the due date they were born */
export const presentSettings = (earlyWeeks: number): DataOf<typeof growthApi.settings> => ({ born_early_weeks: earlyWeeks });

const sexOf = ({ gender }: Growing): Sex | null => (gender === 'female' || gender === 'male' ? gender : null);

function entryOf(person: Growing, early: number, row: GrowthRow): GrowthEntry {
  const { age, corrected } = agesOn(person.birth, row.measuredOn, early);
  const at = (days: number | null): GrowthEntry['percentiles'] => {
    const sex = sexOf(person);
    const of = (measure: 'height' | 'weight' | 'head', value: number | null) =>
      sex === null || days === null || value === null ? null : percentileOf(measure, sex, days, value, row.lying);
    return { height: of('height', row.heightCm), weight: of('weight', row.weightKg), head: of('head', row.headCm) };
  };
  return {
    id: row.id,
    person: row.personId,
    measured_on: row.measuredOn,
    height_cm: row.heightCm,
    weight_kg: row.weightKg,
    head_cm: row.headCm,
    lying: row.lying,
    age_days: age,
    corrected_days: corrected,
    percentiles: at(corrected ?? age),
    uncorrected: corrected === null ? null : at(age),
  };
}

/**
 * The curves a little further than a person has grown: a tenth of their age, at least 12 weeks. A birthday alone is enough for them: where no
 * gender is known they hold girls and boys.
 */
function curvesFor(person: Growing, today: string): Growth['curves'] {
  if (person.birth === null) return null;
  const sex = sexOf(person) ?? 'both';
  const days = Math.max(0, daysBetween(person.birth, today));
  const to = Math.max(days + 84, Math.ceil(days * 1.1));
  return { height: curvesOf('height', sex, to), weight: curvesOf('weight', sex, to), head: curvesOf('head', sex, to) };
}
