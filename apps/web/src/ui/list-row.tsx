import { createLink } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

interface RowContent {
  /** An avatar, an icon, a thumbnail. */
  start?: ReactNode;
  title: ReactNode;
  /** A quiet second line. */
  meta?: ReactNode;
  /** At the end: a thumbnail, a count. */
  end?: ReactNode;
}

/** Rows with hairlines between them; `card` puts them on a surface. */
export function List({ card, label, className, children }: { card?: boolean; label?: string; className?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className={cx('[&>li+li]:border-t [&>li+li]:border-line', card && 'rounded-card bg-surface shadow-card [&>li]:px-[18px]', className)}
    >
      {children}
    </ul>
  );
}

const row = 'flex min-h-16 w-full items-center gap-3.5 py-2.5 text-start leading-snug';

function Content({ start, title, meta, end }: RowContent) {
  return (
    <>
      {start}
      <span className="min-w-0 flex-1">
        <span className="block">{title}</span>
        {meta && <span className="block type-meta">{meta}</span>}
      </span>
      {end}
    </>
  );
}

/** A row that only says something; its `end` may hold a control. */
export function ListRow({ start, title, meta, end, className, ...rest }: RowContent & Omit<ComponentProps<'li'>, 'title'>) {
  return (
    <li {...rest}>
      <div className={cx(row, className)}>
        <Content {...{ start, title, meta, end }} />
      </div>
    </li>
  );
}

/** A row that does something; the row is one target. `busy` looks pressed until that is done, and ignores presses. */
export function ListButton({
  start,
  title,
  meta,
  end,
  busy = false,
  className,
  onClick,
  ...rest
}: RowContent & { busy?: boolean } & Omit<ComponentProps<'button'>, 'title'>) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy || undefined}
        data-pending={busy || undefined}
        className={cx(row, className)}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
        {...rest}
      >
        <Content {...{ start, title, meta, end }} />
      </button>
    </li>
  );
}

function RowAnchor({ start, title, meta, end, className, ...rest }: RowContent & Omit<ComponentProps<'a'>, 'title'>) {
  return (
    <a className={cx(row, className)} {...rest}>
      <Content {...{ start, title, meta }} end={end ?? <ChevronRight className="icon-s text-ink-3" />} />
    </a>
  );
}
const RowLink = createLink(RowAnchor);

/** A row that leads somewhere (typed `to`); a chevron at its end unless `end` is given. */
export const ListLink: typeof RowLink = ((props: ComponentProps<typeof RowLink>) => (
  <li>
    <RowLink {...props} />
  </li>
)) as typeof RowLink;
