import { currentLanguage, t } from '@heartwood/messages/current';
import { useId, useState, type AriaAttributes, type ComponentProps, type FocusEvent, type ReactNode, type Ref } from 'react';
import { dayFromParts, partsOfDay, type DayParts } from './calendar-day.ts';
import { cx } from './class-names.ts';
import { fieldBox, FieldError, Optional, optionalRow } from './field.tsx';
import { SelectBox } from './select.tsx';

/** The months by name, in the language of the page. */
const monthNames = (): string[] => {
  const format = new Intl.DateTimeFormat(currentLanguage.forIntl(), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
};

const input = 'w-full min-w-0 bg-transparent py-3 num outline-none placeholder:text-ink-3';

/**
 * A date in three boxes: day, month by name, year.
 * `value` and `onChange` speak `YYYY-MM-DD`; '' while nothing is there, and what was typed as it is while it is no date
 * (`2024-02-31`), so that the form can say so. `hint` stands below: the age at once, for a birthday. `birthday` lets the browser fill it in.
 */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  optional,
  birthday,
  name,
  disabled,
  ref,
  className,
  'data-field-state': state,
}: {
  label: ReactNode;
  value: string;
  onChange: (day: string) => void;
  /** The focus has left all three boxes. */
  onBlur?: () => void;
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  birthday?: boolean;
  name?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  className?: string;
  'data-field-state'?: string;
}) {
  const id = useId();
  const [typed, setTyped] = useState<{ parts: DayParts; day: string }>(() => ({ parts: partsOfDay(value), day: value }));
  const parts = typed.day === value ? typed.parts : partsOfDay(value);
  const set = (change: Partial<DayParts>) => {
    const next = { ...parts, ...change };
    const day = dayFromParts(next);
    setTyped({ parts: next, day });
    onChange(day);
  };
  // The list of months is not inside: it is put at the end of the document while it is open.
  const isWithin = (boxes: HTMLElement, now: Element | null) => boxes.contains(now) || Boolean(now?.closest('[role="listbox"]'));
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!isWithin(event.currentTarget, event.relatedTarget)) onBlur?.();
  };
  const help = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error || hint ? `${id}-help` : undefined };
  return (
    <fieldset className={cx('min-w-0', className)} onBlur={leave} disabled={disabled} data-field-state={state}>
      <legend className={cx('mb-2 type-label', optional && optionalRow)}>
        <span className="min-w-0">{label}</span> {optional && <Optional />}
      </legend>
      <DateBoxes {...{ name, birthday, parts, help, ref }} bad={Boolean(error)} onChange={set} />
      {error ? (
        <FieldError id={`${id}-help`}>{error}</FieldError>
      ) : (
        <div id={`${id}-help`} className="type-meta not-empty:mt-2" aria-live="polite">
          {hint}
        </div>
      )}
    </fieldset>
  );
}

/** Day, month and year; each box gets `help`, which says whether the date is right and what describes it. */
function DateBoxes({
  name,
  birthday,
  parts,
  bad,
  help,
  onChange,
  ref,
}: {
  name: string | undefined;
  birthday: boolean | undefined;
  parts: DayParts;
  bad: boolean;
  help: AriaAttributes;
  onChange: (change: Partial<DayParts>) => void;
  ref: Ref<HTMLInputElement> | undefined;
}) {
  const box = { className: fieldBox, 'data-bad': bad ? '' : undefined };
  const filledIn = (part: keyof DayParts) => ({
    name: name ? `${name}-${part}` : undefined,
    autoComplete: birthday ? `bday-${part}` : 'off',
    value: parts[part],
    ...help,
  });
  const digits = (part: 'day' | 'year', label: string) => ({
    ...filledIn(part),
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
    'aria-label': label,
    placeholder: label,
    inputMode: 'numeric' as const,
    className: input,
  });
  return (
    <div className="flex flex-wrap gap-2.5">
      <div className="flex-[1_0_4.2rem]">
        <div {...box}>
          <input ref={ref} {...digits('day', t('ui.date.day'))} />
        </div>
      </div>
      <div className="flex-[3_1_7.5rem]">
        <MonthSelect {...filledIn('month')} bad={bad} onChange={(month) => onChange({ month })} />
      </div>
      <div className="flex-[1_0_5.2rem]">
        <div {...box}>
          <input {...digits('year', t('ui.date.year'))} />
        </div>
      </div>
    </div>
  );
}

/** The months to choose from; `value` is '1' to '12', '' while none is. One that is chosen can be taken back. */
function MonthSelect({
  value,
  ...rest
}: Pick<ComponentProps<typeof SelectBox>, 'name' | 'autoComplete' | 'value' | 'onChange' | 'bad'> & AriaAttributes) {
  const months = monthNames().map((label, index) => ({ value: String(index + 1), label }));
  return (
    <SelectBox
      aria-label={t('ui.date.month')}
      title={t('ui.date.month')}
      placeholder={t('ui.date.month')}
      value={value}
      options={value === '' ? months : [...months, { value: '', label: t('ui.date.noMonth') }]}
      {...rest}
    />
  );
}
