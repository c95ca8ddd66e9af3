import { recipeLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Camera, Plus, Timer } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { FieldError, fieldBox, NumberField } from '#ui/field.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import { useRows } from '../hooks/use-rows.ts';
import { blank, timerOf } from '../logic.ts';
import { RowMenu } from './row-menu.tsx';

type Rows = WrittenRecipe['steps'];

/** What is done, one after the other: words, photos, a timer. */
export function StepRows({
  rows,
  problems,
  renderPhotos,
  onPhotos,
  onChange,
}: {
  rows: Rows;
  problems: ReadonlyMap<string, string>;
  /** The photos of a step as they stand in it; null without any. */
  renderPhotos: (key: string) => ReactNode;
  onPhotos: (key: string, files: File[]) => void;
  onChange: (rows: Rows) => void;
}) {
  const { list, place, row, change, add, remove, move } = useRows(rows, onChange, blank.steps);
  return (
    <section>
      <h2 className="type-subhead">{t('recipes.steps')}</h2>
      <ol ref={list as Ref<HTMLOListElement>} className="mt-3 grid gap-5">
        {rows.map((step, index) => {
          const { over, handle } = row(index, step.text);
          return (
            // Keys within its fields move a row, too.
            <li key={step.key} {...over} className={`grid grid-cols-[40px_minmax(0,1fr)] ${place === index ? 'opacity-50' : ''}`}>
              <span
                aria-hidden="true"
                className="num mt-3 flex size-7.5 items-center justify-center rounded-full bg-fir-soft type-label text-fir"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <StepFields
                  step={step}
                  index={index}
                  problems={problems}
                  onChange={(to) => change(step.key, to)}
                  onPhotos={(files) => onPhotos(step.key, files)}
                  photos={renderPhotos(step.key)}
                  menu={
                    <RowMenu
                      name={t('recipes.form.step', { step: index + 1 })}
                      index={index}
                      count={rows.length}
                      handle={handle}
                      onMove={move}
                      onRemove={() => remove(index)}
                    />
                  }
                />
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        small
        look="quiet"
        className="mt-4"
        disabled={rows.length >= recipeLimits.steps}
        icon={<Plus className="icon-s" />}
        onClick={() => add()}
      >
        {t('recipes.form.addStep')}
      </Button>
    </section>
  );
}

function StepFields({
  step: { key, text, timer },
  index,
  problems,
  photos,
  menu,
  onPhotos,
  onChange,
}: {
  step: Rows[number];
  index: number;
  problems: ReadonlyMap<string, string>;
  photos: ReactNode;
  menu: ReactNode;
  onPhotos: (files: File[]) => void;
  onChange: (to: Partial<Rows[number]>) => void;
}) {
  const [timed, time] = useState(timer !== '');
  const error = problems.get(`step ${key}`);
  return (
    <>
      <div className="flex items-start gap-2">
        <div className={`${fieldBox} min-w-0 flex-1 items-start`} data-bad={error ? '' : undefined}>
          <textarea
            rows={2}
            aria-label={t('recipes.form.step', { step: index + 1 })}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `step-${key}` : undefined}
            placeholder={t('recipes.form.stepHint')}
            value={text}
            style={{ minHeight: 'calc(2lh + 24px)' }}
            onChange={({ target }) => onChange({ text: target.value })}
            className="field-sizing-content w-full min-w-0 resize-none bg-transparent py-3 outline-none placeholder:text-ink-3"
          />
        </div>
        <div className="pt-1">{menu}</div>
      </div>
      {error && <FieldError id={`step-${key}`}>{error}</FieldError>}
      {photos && <div className="mt-3">{photos}</div>}
      {(timed || timer !== '') && (
        <NumberField
          className="mt-3"
          label={t('recipes.form.timer')}
          unit={t('recipes.form.min')}
          value={timer}
          error={problems.get(`timer ${key}`)}
          onChange={({ target }) => onChange({ timer: target.value, timer_seconds: timerOf(target.value) ?? null })}
        />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {!photos && (
          <FilePicker label={t('recipes.form.photoOf', { step: index + 1 })} accept={photoTypes} multiple onPick={onPhotos}>
            {(open) => (
              <Chip onClick={open} aria-label={t('recipes.form.photoOf', { step: index + 1 })} start={<Camera className="ms-1 icon-s" />}>
                {t('recipes.form.photo')}
              </Chip>
            )}
          </FilePicker>
        )}
        {!timed && timer === '' && (
          <Chip
            onClick={() => time(true)}
            aria-label={t('recipes.form.timerOf', { step: index + 1 })}
            start={<Timer className="ms-1 icon-s" />}
          >
            {t('recipes.form.addTimer')}
          </Chip>
        )}
      </div>
    </>
  );
}
