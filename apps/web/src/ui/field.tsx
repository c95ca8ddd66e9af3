import { t } from '@heartwood/messages/current';
import { Eye, EyeOff, OctagonAlert } from 'lucide-react';
import { useId, useMemo, useState, type ComponentProps, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { cx } from './class-names.ts';
import { isSent } from './last-input.ts';
import { afterPress } from './press.ts';

/** What every field has. */
export interface FieldFrame {
  /** Always visible, above the field. */
  label: ReactNode;
  /** The message of a failed rule; shown with the octagon and announced. */
  error?: string | undefined;
  /** A message that is shown from the moment the field has been left. */
  errorWhenLeft?: string | undefined;
  /** Help below the field. */
  hint?: ReactNode;
  /** Says "optional" at the end of the label's line. */
  optional?: boolean | undefined;
  /** Beside the label, at its right ("Forgot it?"). */
  beside?: ReactNode;
}

/** Class names of the box of a field: give `data-bad` where it is wrong, `data-open` where its list is open. */
export const fieldBox =
  'hw-field flex w-full items-center gap-3 min-h-[54px] px-4 rounded-control bg-surface text-ink text-body leading-[1.4] shadow-[inset_0_0_0_1px_var(--hw-line-strong)] transition-shadow duration-[var(--hw-dur-1)] focus-within:shadow-[inset_0_0_0_2px_var(--hw-fir),0_0_0_4px_var(--hw-fir-soft)] data-open:shadow-[inset_0_0_0_2px_var(--hw-fir),0_0_0_4px_var(--hw-fir-soft)] data-bad:not-focus-within:shadow-[inset_0_0_0_2px_var(--hw-error)] has-disabled:opacity-55';

const input = 'min-w-0 flex-1 bg-transparent py-3 outline-none placeholder:text-ink-3';

/** Class names of a label at whose end stands that its field may stay empty. */
export const optionalRow = 'flex w-full flex-wrap items-baseline justify-between gap-x-3';

/** Says at the end of a label that its field may stay empty. */
export function Optional() {
  return <span className="font-normal text-ink-3">{t('ui.optional')}</span>;
}

/**
 * The message below a field that is wrong. It is announced as it appears; where a form that was sent brings it, it is read with its field, by
 * `id`: the first one has the focus, and several at once say too much.
 */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  // Of each message anew.
  const isQuiet = useMemo(() => Boolean(id && children && isSent()), [id, children]);
  return (
    <p
      key={typeof children === 'string' ? children : undefined}
      id={id}
      role={isQuiet ? undefined : 'alert'}
      className="mt-2 flex items-start gap-2 text-label font-medium text-error"
    >
      <OctagonAlert className="icon-s mt-px" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** The label, hint and message around a control of one's own. `htmlFor` is the control's id; `describedBy` of the control is `${htmlFor}-help`. */
export function FieldShell({
  label,
  error,
  hint,
  optional,
  beside,
  htmlFor,
  labelId,
  className,
  children,
}: FieldFrame & { htmlFor?: string; labelId?: string; className?: string | undefined; children: ReactNode }) {
  const Label = htmlFor ? 'label' : 'span';
  return (
    <div className={cx('block min-w-0', className)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 type-label">
        <Label id={labelId} className={optional ? optionalRow : undefined} {...(htmlFor ? { htmlFor } : {})}>
          <span className="min-w-0">{label}</span> {optional && <Optional />}
        </Label>
        {beside}
      </div>
      {children}
      {error ? (
        <FieldError id={`${htmlFor ?? labelId}-help`}>{error}</FieldError>
      ) : (
        hint && (
          <div id={`${htmlFor ?? labelId}-help`} className="mt-2 type-meta">
            {hint}
          </div>
        )
      )}
    </div>
  );
}

/** `aria-invalid` and `aria-describedby` of a control inside a {@link FieldShell}. */
export function describe(id: string, { error, hint }: { error?: string | undefined; hint?: ReactNode }) {
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': error || hint ? `${id}-help` : undefined };
}

/** Whether a field has been left, and what hears of it, once what was pressed meanwhile is; a message that waits for that comes after `error`. */
export function useLeft({ error, errorWhenLeft }: Pick<FieldFrame, 'error' | 'errorWhenLeft'>): {
  shown: string | undefined;
  leave: () => void;
} {
  const [left, setLeft] = useState(false);
  return { shown: error ?? (left ? errorWhenLeft : undefined), leave: () => afterPress(() => setLeft(true)) };
}

type InputProps = Omit<ComponentProps<'input'>, 'ref' | 'className'> & { ref?: Ref<HTMLInputElement> };

/** A line of text, an e-mail address, a phone number. `icon` is a lucide icon inside, at the start; `end` stands inside, at the end. */
export function TextField({
  label,
  error: given,
  errorWhenLeft,
  hint,
  optional,
  beside,
  icon,
  end,
  className,
  id: ownId,
  onBlur,
  ...rest
}: FieldFrame & InputProps & { icon?: ReactNode; end?: ReactNode; className?: string }) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const { shown: error, leave } = useLeft({ error: given, errorWhenLeft });
  return (
    <FieldShell {...{ label, error, hint, optional, beside, className }} htmlFor={id}>
      <div className={fieldBox} data-bad={error ? '' : undefined}>
        {icon && <span className="-ms-0.5 text-ink-3">{icon}</span>}
        <input
          id={id}
          type="text"
          className={input}
          onBlur={(event) => (leave(), onBlur?.(event))}
          {...describe(id, { error, hint })}
          {...rest}
        />
        {end}
      </div>
    </FieldShell>
  );
}

/** A number, typed with a numeric keyboard. It stays text, so that Arabic-Indic digits and half-typed values survive. */
export function NumberField({ unit, ...rest }: Parameters<typeof TextField>[0] & { unit?: string }) {
  return <TextField inputMode="decimal" autoComplete="off" end={unit && <span className="text-ink-3">{unit}</span>} {...rest} />;
}

/** A password: show and hide, a caps-lock hint while it is typed. Give `autoComplete` (`current-password` or `new-password`). */
export function PasswordField({ hint, ...rest }: Omit<Parameters<typeof TextField>[0], 'type' | 'end'>) {
  const [shown, show] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? t('ui.password.capsLock') : hint}
      onKeyDown={watch}
      onKeyUp={watch}
      end={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={shown ? t('ui.password.hide') : t('ui.password.show')}
          onClick={() => show(!shown)}
          className="-me-3 inline-flex size-hit shrink-0 items-center justify-center rounded-full text-ink-3"
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  );
}

/** Several lines; grows with what is written. `story` sets it in the serif, as the family's words are. */
export function TextArea({
  label,
  error: given,
  errorWhenLeft,
  hint,
  optional,
  beside,
  story,
  className,
  id: ownId,
  rows = 3,
  onBlur,
  ...rest
}: FieldFrame & Omit<ComponentProps<'textarea'>, 'className'> & { story?: boolean; className?: string }) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const { shown: error, leave } = useLeft({ error: given, errorWhenLeft });
  return (
    <FieldShell {...{ label, error, hint, optional, beside, className }} htmlFor={id}>
      <div className={cx(fieldBox, 'items-start')} data-bad={error ? '' : undefined}>
        <textarea
          id={id}
          rows={rows}
          // A field that grows is as high as what is in it: its rows say nothing by themselves.
          style={{ minHeight: `calc(${rows}lh + 24px)` }}
          className={cx(input, 'field-sizing-content resize-none', story && 'font-serif text-story')}
          onBlur={(event) => (leave(), onBlur?.(event))}
          {...describe(id, { error, hint })}
          {...rest}
        />
      </div>
    </FieldShell>
  );
}
