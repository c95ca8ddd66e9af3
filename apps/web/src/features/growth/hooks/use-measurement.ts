import { isDay } from '@heartwood/contract/days';
import type { GrowthEntry } from '@heartwood/contract/growth';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { CallError } from '#platform/http.ts';
import { useKeys } from '#platform/keys.ts';
import { preferences } from '#platform/preferences.ts';
import { toasts } from '#platform/toasts.ts';
import { useToday } from '#platform/today.ts';
import { useAddEntry, useCorrectEntry } from '../api.ts';
import { problemOf, problemsOf } from '../components/problems.ts';
import { comparison, whenHint } from '../components/sentences.ts';
import { corrected, fieldOf, inField, latestOf, measures, typed, type Units } from '../logic.ts';

interface Values {
  measured_on: string;
  height_cm: string;
  weight_kg: string;
  head_cm: string;
  taken: 'usual' | 'lying' | 'standing';
  /** What the fields are counted in. It is kept with them: a number that is read again means what it meant as it was typed. */
  units: Units;
}

/** Whose measurement is written down, and `entry`, the one it takes the place of. */
export interface MeasurementSetup {
  person: Relationship;
  /** All of the person's. */
  entries: readonly GrowthEntry[];
  entry: GrowthEntry | undefined;
  onDone: () => void;
}

/**
 * The form of a measurement, in the units of this device; what was written before, in those it was written in.
 * @returns the `form`, its `units` and what changes them, the day with what is said of it (`when`), the `height` in cm as far as it is typed,
 *   and how that compares with the last
 */
export function useMeasurement({ person, entries, entry, onDone }: MeasurementSetup) {
  const on = useToday();
  const add = useAddEntry();
  const correct = useCorrectEntry();
  // Another window may choose others meanwhile: what stands here stays what it is.
  const [usual] = useState(() => preferences.get().units);
  const before = (measure: (typeof measures)[number]) => (entry ? inField(entry[fieldOf[measure]], measure, usual) : '');
  const draft = `growth ${person.heartwood_id} ${entry?.id ?? ''}`;
  const keys = useKeys(draft);
  const form = useForm<Values>({
    defaults: {
      measured_on: entry?.measured_on ?? on,
      height_cm: before('height'),
      weight_kg: before('weight'),
      head_cm: before('head'),
      taken: entry?.lying ? 'lying' : entry?.lying === false ? 'standing' : 'usual',
      units: usual,
    },
    rules: { measured_on: ['required'] },
    checks: {
      measured_on: isDay,
      height_cm: (text, { units }) => problemOf(text, 'height', units) ?? true,
      weight_kg: (text, { units }) => problemOf(text, 'weight', units) ?? true,
      head_cm: (text, { units }) => problemOf(text, 'head', units) ?? true,
    },
    labels: { measured_on: t('growth.when') },
    draft,
    keys,
    // What is opened again tomorrow was measured today, and in the units of today.
    isWhole: true,
    send: async (values) => {
      // What follows from leaving a field, on the way to the button, comes first: it would take the messages away again.
      await new Promise((done) => setTimeout(done));
      const { taken, measured_on, units } = values;
      const errors = problemsOf(values, { birth: person.birth_day, on });
      if (errors) throw new CallError(422, { success: false, message: t('failures.tryAgain'), errors } as never, undefined);
      const measured = Object.fromEntries(
        measures.map((one) => [fieldOf[one], corrected(values[fieldOf[one]], entry?.[fieldOf[one]] ?? null, one, units) ?? null]),
      );
      const body = { person: person.heartwood_id, measured_on, ...measured, lying: taken === 'usual' ? null : taken === 'lying' };
      if (entry) await correct.mutateAsync({ body, entry, key: await keys.keyFor(body) });
      else {
        await add.mutateAsync({ body, key: await keys.keyFor(body) });
        toasts.add(t('growth.saved'));
      }
      onDone();
    },
  });
  const units = form.watch('units');
  const day = form.date('measured_on');
  const height = typed(form.watch('height_cm'), 'height', units);
  const last = entry ? undefined : latestOf(entries, 'height');
  const said = comparison(height, last?.height_cm ? { value: last.height_cm, day: last.measured_on } : undefined, 'height', units, on);
  return {
    form,
    units,
    /** Counts in other units from now on, here and wherever this device shows measurements. */
    countIn: (next: Units): void => {
      form.set('units', next);
      preferences.set({ units: next });
    },
    height,
    when: { ...day, hint: whenHint(day.value, person.birth_day, on) },
    comparison: said,
  };
}
