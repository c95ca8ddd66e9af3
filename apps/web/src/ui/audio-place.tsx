import type { ReactNode } from 'react';
import { clockTime } from './clock-time.ts';

/** Class names of the box of a player of a voice. */
export const audioBox = 'flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md bg-fir-soft px-3 py-3.5 text-fir sm:gap-x-3.5 sm:px-3.5';

/**
 * The place of a player that is still to come, as high as the player is at that width; `children` say what it waits for.
 * @param duration seconds
 */
export function AudioPlace({ duration, className, children }: { duration: number; className?: string; children?: ReactNode }) {
  return (
    <div className={className}>
      <div className="grid *:[grid-area:1/1]">
        <div className={audioBox} aria-hidden="true">
          <span className="size-12 shrink-0" />
          <span className="h-[38px] min-w-[60px] flex-1" />
          <span className="invisible ms-auto flex items-center gap-x-2.5 sm:gap-x-3.5">
            <span className="num shrink-0 text-meta font-semibold">{clockTime(duration)}</span>
            <span className="num -mx-2.5 h-hit min-w-hit shrink-0 text-meta font-semibold">1×</span>
          </span>
        </div>
        {children}
      </div>
    </div>
  );
}
