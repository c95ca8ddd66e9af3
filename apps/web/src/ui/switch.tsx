import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

/** On or off, at once. The whole row is the target; `hint` is a second, quiet line. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
  className,
  ...rest
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (on: boolean) => void;
  className?: string;
} & Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'className'>) {
  return (
    <label
      className={cx(
        'flex min-h-hit cursor-pointer items-center justify-between gap-4 py-1.5 has-disabled:opacity-55 has-aria-disabled:opacity-55',
        className,
      )}
    >
      <span className="min-w-0">
        {label}
        {hint && <span className="block type-meta">{hint}</span>}
      </span>
      <span className="relative inline-flex h-8 w-[52px] shrink-0 rounded-full bg-line-strong transition-colors duration-[var(--hw-dur-2)] after:absolute after:top-[3px] after:start-[3px] after:size-[26px] after:rounded-full after:bg-white after:transition-transform after:duration-[var(--hw-dur-2)] has-checked:bg-fir has-checked:after:translate-x-5 has-checked:rtl:after:-translate-x-5 has-checked:after:bg-on-fir has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute inset-0 cursor-pointer opacity-0"
          {...rest}
        />
      </span>
    </label>
  );
}
