import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

interface ChipStyle {
  /** Chosen: `filter` chips turn ink, `pick` chips get the fir border. */
  chosen?: boolean | undefined;
  kind?: 'filter' | 'pick' | undefined;
  /** An icon or a small avatar before the words. */
  start?: ReactNode;
}

const chipClass = ({ chosen, kind = 'filter' }: ChipStyle) =>
  cx(
    'inline-flex min-h-hit max-w-full shrink-0 items-center gap-2 rounded-full px-4 py-1.5 text-label leading-tight font-[550] whitespace-nowrap focus-visible:rounded-full disabled:opacity-45 lg:shrink lg:whitespace-normal',
    chosen
      ? kind === 'filter'
        ? 'bg-ink text-canvas'
        : 'bg-fir-soft text-fir shadow-[inset_0_0_0_1.5px_var(--hw-fir)]'
      : 'bg-sunken text-ink hover:brightness-[.97]',
  );

/** What stands on a chip, on one line; where that is longer than its row, on several. */
function Words({ children }: { children: string }) {
  return <span className="min-w-0 [overflow-wrap:anywhere] whitespace-normal">{children}</span>;
}

/** A pill that is pressed or not (`aria-pressed` says so); without `chosen` a plain action. */
export function Chip({ chosen, kind, start, className, children, ...rest }: ChipStyle & ComponentProps<'button'>) {
  return (
    <button type="button" aria-pressed={chosen} className={cx(chipClass({ chosen, kind }), className)} {...rest}>
      {start && <span className="-ms-2 inline-flex shrink-0">{start}</span>}
      {typeof children === 'string' ? <Words>{children}</Words> : children}
    </button>
  );
}

function Anchor({ chosen, kind, start, className, children, ...rest }: ChipStyle & ComponentProps<'a'>) {
  return (
    <a className={cx(chipClass({ chosen, kind }), className)} {...rest}>
      {start && <span className="-ms-2 inline-flex shrink-0">{start}</span>}
      {typeof children === 'string' ? <Words>{children}</Words> : children}
    </a>
  );
}

/** A pill that leads somewhere. */
export const ChipLink = createLink(Anchor);

/** Chips in a row: scroll sideways to the edges on a phone, wrap on desktop. `wrap` wraps everywhere. */
export function ChipRow({ label, wrap, className, children }: { label?: string; wrap?: boolean; className?: string; children: ReactNode }) {
  return (
    <div
      role={label ? 'group' : undefined}
      aria-label={label}
      className={cx(
        wrap ? 'flex flex-wrap items-center gap-2' : 'scroll-row items-center gap-2 py-1 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0',
        className,
      )}
    >
      {children}
    </div>
  );
}
