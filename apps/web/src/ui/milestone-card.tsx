import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A milestone on resin: a ring with a number (weeks or years) and how far it has come, what happened, and the exact age in words. */
export function MilestoneCard({
  ring,
  title,
  age,
  end,
  className,
}: {
  /** The number in the ring and the share (0 to 1) that is closed. */
  ring?: { number: number; share: number };
  title: ReactNode;
  age: ReactNode;
  /** A photo at the right. */
  end?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cx('flex flex-wrap items-center gap-4 rounded-card bg-resin-soft p-[18px]', className)}>
      {ring && (
        <svg viewBox="0 0 100 100" fill="none" stroke="currentColor" aria-hidden="true" className="size-16 shrink-0 text-resin">
          <circle cx="50" cy="50" r="40" strokeWidth="3" opacity=".25" />
          <circle
            cx="50"
            cy="50"
            r="40"
            strokeWidth="3.6"
            strokeLinecap="round"
            strokeDasharray={`${251.3 * Math.min(1, Math.max(0.01, ring.share))} 251.3`}
            transform="rotate(-90 50 50)"
          />
          <text
            x="50"
            y="50"
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="22"
            fill="currentColor"
            stroke="none"
            className="font-serif"
          >
            {ring.number}
          </text>
        </svg>
      )}
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="type-heading">{title}</p>
        <p className="mt-1 type-label text-resin">{age}</p>
      </div>
      {end}
    </div>
  );
}
