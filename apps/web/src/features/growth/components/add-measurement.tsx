import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { GrowthEntry } from '@heartwood/contract/growth';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { CallError } from '#platform/http.ts';
import { createKeyring } from '#platform/keys.ts';
import { preferences, usePreferences } from '#platform/preferences.ts';
import { toasts } from '#platform/toasts.ts';
import { useToday } from '#platform/today.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { NumberField } from '#ui/field.tsx';
import { Segments } from '#ui/segments.tsx';
import { useAddEntry, useCorrectEntry } from '../api.ts';
import { corrected, fieldOf, inField, latestOf, measures, typed, unitOf, type Units } from '../logic.ts';
import { problemsOf } from './problems.ts';
import { comparison, correctName, measureNames, unitChoices, whenHint } from './sentences.ts';

interface Values {
  measured_on: string;
  height_cm: string;
  weight_kg: string;
  head_cm: string;
  taken: (typeof takenChoices)[number]['value'];
}

const takenChoices = [
  { value: 'usual', label: 'growth.taken.usual' },
  { value: 'lying', label: 'growth.taken.lying' },
  { value: 'standing', label: 'growth.taken.standing' },
] as const;

/** Writes down what was measured: the day, and at least one of height, weight and head. `corrects` is a measurement it takes the place of. */
export default function AddMeasurement({
  person,
  entries,
  corrects,
  onClose,
}: {
  person: Relationship;
  entries: readonly GrowthEntry[];
  corrects: GrowthEntry | undefined;
  onClose: () => void;
}) {
  const [open, show] = useState(true);
  // What is corrected stays what it is while the list behind the sheet already shows the new one.
  const [entry] = useState(corrects);
  const close = () => {
    show(false);
    // The sheet first goes, then its place in the page.
    setTimeout(onClose, 250);
  };
  return (
    <Dialog
      title={entry ? correctName(entry) : t('growth.measureName', { name: person.name })}
      open={open}
      onOpenChange={(next) => !next && close()}
    >
      <MeasurementForm person={person} entries={entries} entry={entry} onDone={close} />
    </Dialog>
  );
}

function MeasurementForm({
  person,
  entries,
  entry,
  onDone,
}: {
  person: Relationship;
  entries: readonly GrowthEntry[];
  entry: GrowthEntry | undefined;
  onDone: () => void;
}) {
  const on = useToday();
  const add = useAddEntry();
  const correct = useCorrectEntry();
  const [keyFor] = useState(() => createKeyring());
  const { units } = usePreferences();
  const before = (measure: (typeof measures)[number]) => (entry ? inField(entry[fieldOf[measure]], measure, units) : '');
  const form = useForm<Values>({
    defaults: {
      measured_on: entry?.measured_on ?? on,
      height_cm: before('height'),
      weight_kg: before('weight'),
      head_cm: before('head'),
      taken: entry?.lying ? 'lying' : entry?.lying === false ? 'standing' : 'usual',
    },
    rules: { measured_on: ['required'] },
    labels: { measured_on: t('growth.when') },
    send: async (values) => {
      // What follows from leaving a field, on the way to the button, comes first: it would take the messages away again.
      await new Promise((done) => setTimeout(done));
      const errors = problemsOf(values, units, { birth: person.birth_day, on });
      if (errors) throw new CallError(422, { success: false, message: t('failures.tryAgain'), errors } as never, undefined);
      const { taken, measured_on } = values;
      const measured = Object.fromEntries(
        measures.map((one) => [fieldOf[one], corrected(values[fieldOf[one]], entry?.[fieldOf[one]] ?? null, one, units) ?? null]),
      );
      const body = { person: person.heartwood_id, measured_on, ...measured, lying: taken === 'usual' ? null : taken === 'lying' };
      if (entry) await correct.mutateAsync({ body, entry, key: keyFor(body) });
      else {
        await add.mutateAsync({ body, key: keyFor(body) });
        toasts.add(t('growth.saved'));
      }
      onDone();
    },
  });
  const when = form.date('measured_on');
  const height = typed(form.watch('height_cm'), 'height', units);
  const last = entry ? undefined : latestOf(entries, 'height');
  const said = comparison(height, last?.height_cm ? { value: last.height_cm, day: last.measured_on } : undefined, 'height', units);
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      {form.problem && <Banner tone="error">{form.problem}</Banner>}
      <DateField {...when} label={t('growth.when')} hint={whenHint(when.value, person.birth_day, on)} />
      <div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.4rem),1fr))] gap-3">
          {measures.map((measure) => (
            <NumberField
              key={measure}
              {...form.text(fieldOf[measure])}
              label={t(measureNames[measure])}
              unit={unitOf(measure, units as Units)}
              className="[&>div:has(input)]:gap-1.5 [&>div:has(input)]:px-3"
              maxLength={8}
            />
          ))}
        </div>
        <p className="mt-2 type-meta" aria-live="polite">
          {t('growth.oneIsEnough')} {said}
        </p>
      </div>
      {/* What stands in the fields already is in these units. */}
      {!entry && (
        <Segments
          label={t('growth.unitsLabel')}
          options={unitChoices()}
          value={units}
          onChange={(value) => preferences.set({ units: value })}
        />
      )}
      {height ? (
        <div>
          <p className="mb-2 type-label">{t('growth.howTaken')}</p>
          <Segments
            label={t('growth.howTaken')}
            options={takenChoices.map(({ value, label }) => ({ value, label: t(label) }))}
            value={form.choice('taken').value}
            onChange={form.choice('taken').onChange}
          />
          <p className="mt-2 type-meta">{t('growth.takenHint')}</p>
        </div>
      ) : null}
      <Button type="submit" block busy={form.busy}>
        {t('growth.save')}
      </Button>
    </form>
  );
}
