import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** How a button looks. One `filled` per view; `white` and `ghost` stand on photos and on fir-deep; `delete` only inside its dialog. */
export type ButtonLook = 'filled' | 'quiet' | 'line' | 'text' | 'danger' | 'delete' | 'white' | 'ghost';

interface ButtonStyle {
  look?: ButtonLook | undefined;
  /** 44 high instead of 52. */
  small?: boolean | undefined;
  /** As wide as its place. */
  block?: boolean | undefined;
  /** Words without a ground (`text`, `danger`) begin where what they belong to begins. */
  flush?: boolean | undefined;
}

const looks: Record<ButtonLook, string> = {
  filled: 'bg-fir text-on-fir px-6 hover:bg-fir-hover',
  quiet: 'bg-sunken text-ink px-6 hover:bg-[color-mix(in_srgb,var(--hw-sunken),var(--hw-ink)_7%)]',
  line: 'text-ink px-6 shadow-[inset_0_0_0_1.5px_var(--hw-line-strong)] hover:bg-sunken',
  text: 'text-fir px-3 hover:bg-fir-soft',
  danger: 'text-error px-3 hover:bg-error-soft',
  delete: 'bg-error text-on-error px-6 hover:brightness-95',
  white: 'bg-white text-[#163a2f] px-6 hover:bg-[#e4eee8] focus-visible:outline-white',
  ghost: 'bg-white/15 text-white px-6 hover:bg-white/25 focus-visible:outline-white',
};

const common =
  'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2.5 rounded-full py-2 text-center leading-[1.2] font-semibold transition-[background-color,transform,filter] duration-[var(--hw-dur-1)] ease-out focus-visible:rounded-full active:scale-[.98] disabled:opacity-45 disabled:active:scale-100 aria-disabled:opacity-45';

/** The class names of a button, for an element that is not one of the two below. */
export function buttonClass({ look = 'filled', small = false, block = false, flush = false }: ButtonStyle = {}): string {
  return cx(
    common,
    looks[look],
    small ? 'min-h-hit px-[18px] text-label' : 'min-h-control text-body',
    block && 'w-full',
    flush && (small ? '-ms-4.5' : '-ms-3'),
  );
}

/** What turns while a button is busy, before its label. It takes the place of the icon, or its room from the air at both ends: no button grows. */
function Busy({ icon, narrow }: { icon: ReactNode; narrow: boolean }) {
  if (!icon) return <Spinner className={narrow ? '-ms-[11px] -me-1 size-4' : '-ms-3.5 size-[18px]'} />;
  return (
    <span className="relative inline-flex shrink-0">
      <span className="invisible inline-flex">{icon}</span>
      <Spinner className="absolute inset-0 m-auto size-[18px]" />
    </span>
  );
}

/**
 * A button. `busy` keeps the label and the width, puts a spinner left of the label, sets `aria-busy` and ignores presses.
 * `icon` is a lucide icon element before the label. The default type is `button`; a form's own needs `type="submit"`.
 */
export function Button({
  look,
  small,
  block,
  flush,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonStyle & { busy?: boolean | undefined; icon?: ReactNode } & ComponentProps<'button'>) {
  const narrow = small || look === 'text' || look === 'danger';
  return (
    <button
      type={type}
      data-look={look ?? 'filled'}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ look, small, block, flush }), className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {busy ? <Busy icon={icon} narrow={narrow} /> : icon}
      <span className={cx('min-w-0', busy && !icon && (narrow ? '-me-[11px]' : '-me-3.5'))}>{children}</span>
    </button>
  );
}

function Anchor({
  look,
  small,
  block,
  flush,
  icon,
  className,
  children,
  ...rest
}: ButtonStyle & { icon?: ReactNode } & ComponentProps<'a'>) {
  return (
    <a data-look={look ?? 'filled'} className={cx(buttonClass({ look, small, block, flush }), className)} {...rest}>
      {icon}
      <span className="min-w-0">{children}</span>
    </a>
  );
}

/** A link that looks like a button: the router's typed `to`, `params`, `search`, and a button's `look`, `small`, `block`, `icon`. */
export const ButtonLink = createLink(Anchor);
