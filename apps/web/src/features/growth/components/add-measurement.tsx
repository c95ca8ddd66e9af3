import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { GrowthEntry } from '@heartwood/contract/growth';
import { useState } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useOwnPage } from '#platform/own-page.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { NumberField } from '#ui/field.tsx';
import { Segments } from '#ui/segments.tsx';
import { useMeasurement, type MeasurementSetup } from '../hooks/use-measurement.ts';
import { fieldOf, measures, unitOf } from '../logic.ts';
import { correctName, unitChoices } from './sentences.ts';

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
  const page = useOwnPage();
  const close = () => {
    show(false);
    // The sheet first goes, then its place in the page.
    setTimeout(() => page.isShown() && onClose(), 250);
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

function MeasurementForm(setup: MeasurementSetup) {
  const { form, units, countIn, when, height, comparison } = useMeasurement(setup);
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <DraftNote {...form.draft} />
      <DateField {...when} />
      <div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.4rem),1fr))] gap-3">
          {measures.map((measure) => (
            <NumberField
              key={measure}
              {...form.text(fieldOf[measure])}
              unit={unitOf(measure, units)}
              className="[&>div:has(input)]:gap-1.5 [&>div:has(input)]:px-3"
            />
          ))}
        </div>
        <p className="mt-2 type-meta" aria-live="polite">
          {t('growth.oneIsEnough')} {comparison}
        </p>
      </div>
      {/* What stands in the fields already is in these units. */}
      {!setup.entry && <Segments label={t('growth.unitsLabel')} options={unitChoices()} value={units} onChange={countIn} />}
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
      <FormProblem {...form.problem} />
      <Button type="submit" block busy={form.busy}>
        {t('growth.save')}
      </Button>
    </form>
  );
}
