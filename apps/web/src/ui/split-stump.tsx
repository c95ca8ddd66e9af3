/** The stump with a crack, of 'Internal Server Error'. */
export function SplitStump({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 170" aria-hidden="true" className={className}>
      <ellipse cx="120" cy="150" rx="104" ry="10" fill="var(--hw-sunken)" />
      <path d="M58 84c0-34 124-34 124 0l6 60c-14 9-122 9-136 0z" fill="var(--hw-line)" />
      <ellipse cx="120" cy="82" rx="62" ry="27" fill="var(--hw-surface)" stroke="var(--hw-line-strong)" strokeWidth="2" />
      <ellipse cx="120" cy="82" rx="45" ry="19" fill="none" stroke="var(--hw-resin-fill)" strokeWidth="2.4" />
      <ellipse cx="120" cy="82" rx="28" ry="11.5" fill="none" stroke="var(--hw-resin-fill)" strokeWidth="2.4" />
      <ellipse cx="120" cy="82" rx="11" ry="4.5" fill="var(--hw-resin-fill)" />
      <path
        d="M182 82l-30 6 12 8-24 9"
        fill="none"
        stroke="var(--hw-ink-3)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M72 62c-4-14-15-20-26-20 1 13 10 22 26 20zM72 62c1-18 11-27 26-28 0 16-10 27-26 28z" fill="var(--hw-fir)" opacity=".85" />
    </svg>
  );
}
