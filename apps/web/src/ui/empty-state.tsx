import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { drawings, type DrawingName } from './drawings.tsx';

/** What stands where nothing is yet: a drawing, a heading, one sentence, one button. `level` is the heading's rank. */
export function EmptyState({
  drawing,
  title,
  level = 2,
  action,
  plain,
  className,
  children,
}: {
  drawing: DrawingName;
  title: string;
  level?: 1 | 2 | 3;
  /** One button: `<Button small>` or `<ButtonLink small>`. */
  action?: ReactNode;
  /** Without the card. */
  plain?: boolean;
  className?: string;
  /** One sentence. */
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx('p-5 pb-7 text-center', !plain && 'rounded-card bg-surface shadow-card', className)}>
      <Drawing name={drawing} />
      <Heading className="mt-3 type-heading">{title}</Heading>
      {children && <div className="mx-auto mt-2 max-w-[26em] text-balance soft">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** One of the drawings, 160 by 110. Decoration. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg viewBox="0 0 160 110" width="160" height="110" fill="none" aria-hidden="true" className={cx('mx-auto', className)}>
      {drawings[name]}
    </svg>
  );
}
