import type { ReactNode } from 'react';

/** A letter that comes out of its envelope. The envelope is decoration. */
export function Envelope({ children }: { children: ReactNode }) {
  return (
    <div className="relative pt-[104px] lg:pt-[124px]">
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-0 h-[280px] overflow-hidden rounded-t-[26px] rounded-b-[22px] bg-fir-deep text-white"
      >
        <svg viewBox="0 0 100 60" preserveAspectRatio="none" className="size-full">
          <path d="M0 0L44 46Q50 51 56 46L100 0Z" fill="currentColor" opacity=".1" />
          <path d="M0 0L44 46Q50 51 56 46L100 0" fill="none" stroke="currentColor" strokeOpacity=".34" vectorEffect="non-scaling-stroke" />
        </svg>
      </span>
      <section className="relative mx-3.5 rounded-card bg-surface px-[26px] pb-[26px] shadow-card lg:mx-12 lg:px-14 lg:pb-11">
        {children}
      </section>
    </div>
  );
}
