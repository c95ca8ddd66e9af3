import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

const card =
  'relative flex w-full cursor-pointer flex-wrap items-center gap-x-3.5 gap-y-2 rounded-md bg-surface px-4 py-3.5 min-h-16 leading-snug shadow-[inset_0_0_0_1px_var(--hw-line-strong)] has-checked:bg-fir-soft has-checked:shadow-[inset_0_0_0_2.5px_var(--hw-fir)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus has-disabled:opacity-55';

/** A radio button as a card: `title`, a quiet second line, and something at the end (a price). Put several in a `fieldset` and give all one `name`. */
export function RadioCard({
  title,
  hint,
  end,
  className,
  ...rest
}: { title: ReactNode; hint?: ReactNode; end?: ReactNode; className?: string } & Omit<
  ComponentProps<'input'>,
  'title' | 'type' | 'className'
>) {
  return (
    <label className={cx(card, className)}>
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full shadow-[inset_0_0_0_2px_var(--hw-line-strong)] after:size-3 after:rounded-full has-checked:shadow-[inset_0_0_0_2px_var(--hw-fir)] has-checked:after:bg-fir">
        <input type="radio" className="absolute inset-0 cursor-pointer opacity-0" {...rest} />
      </span>
      <span className="min-w-0 flex-[1_1_6rem] [overflow-wrap:anywhere]">
        <b className="font-semibold">{title}</b>
        {hint && <span className="block type-meta">{hint}</span>}
      </span>
      {end}
    </label>
  );
}

/** A box with a tick and its words; the row is the target. */
export function Checkbox({
  label,
  className,
  ...rest
}: { label: ReactNode; className?: string } & Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={cx('group relative flex min-h-hit cursor-pointer items-center gap-3 py-1.5 has-disabled:opacity-55', className)}>
      <span className="relative flex size-6 shrink-0 items-center justify-center rounded-xs shadow-[inset_0_0_0_2px_var(--hw-line-strong)] has-checked:bg-fir has-checked:text-on-fir has-checked:shadow-none has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
        <input type="checkbox" className="absolute inset-0 size-full cursor-pointer opacity-0" {...rest} />
        <Check className="invisible size-4 stroke-3 group-has-checked:visible" />
      </span>
      <span className="min-w-0">{label}</span>
    </label>
  );
}
