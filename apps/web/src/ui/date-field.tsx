import { currentLanguage, t } from '@heartwood/messages/current';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type AriaAttributes, type ComponentProps, type FocusEvent, type ReactNode, type Ref } from 'react';
import { dayFromParts, partsOfDay, type DayParts } from './calendar-day.ts';
import { cx } from './class-names.ts';
import { fieldBox, FieldError } from './field.tsx';

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
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  const help = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error || hint ? `${id}-help` : undefined };
  return (
    <fieldset className={cx('min-w-0', className)} onBlur={leave} disabled={disabled} data-field-state={state}>
      <legend className="mb-2 type-label">
        {label}
        {optional && <span className="font-normal text-ink-3"> {t('ui.optional')}</span>}
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
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
    ...help,
  });
  const digits = (label: string) => ({
    'aria-label': label,
    placeholder: label,
    inputMode: 'numeric' as const,
    className: input,
  });
  return (
    <div className="flex flex-wrap gap-2.5">
      <div className="flex-[1_0_4.2rem]">
        <div {...box}>
          <input ref={ref} {...digits(t('ui.date.day'))} {...filledIn('day')} />
        </div>
      </div>
      <div className="flex-[3_1_7.5rem]">
        <div {...box}>
          <MonthSelect {...filledIn('month')} />
        </div>
      </div>
      <div className="flex-[1_0_5.2rem]">
        <div {...box}>
          <input {...digits(t('ui.date.year'))} {...filledIn('year')} />
        </div>
      </div>
    </div>
  );
}

/** The months to choose from; `value` is '1' to '12', '' while none is. */
function MonthSelect({ value, ...rest }: ComponentProps<'select'> & { value: string }) {
  return (
    <>
      <select aria-label={t('ui.date.month')} value={value} className={`${input} appearance-none ${value ? '' : 'text-ink-3'}`} {...rest}>
        <option value="">{t('ui.date.month')}</option>
        {monthNames().map((month, index) => (
          <option key={month} value={String(index + 1)}>
            {month}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none text-ink-3" />
    </>
  );
}
