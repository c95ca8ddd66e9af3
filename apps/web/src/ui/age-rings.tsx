/**
 * A person's age as rings: a closed circle per year, and the running year as a faint circle with an arc from twelve o'clock.
 * Above nine years only the last nine are drawn. Decoration: the age stands beside it in words.
 * @param years whole years lived; `share` of the running year, 0 to 1; `free` the radius kept free in the middle, of 50
 * @param number what stands in the ring of a first year, which is as large as all rings together then
 */
export function AgeRings({
  years,
  share,
  free,
  number,
  className,
}: {
  years: number;
  share: number;
  free?: number;
  number?: number | undefined;
  className?: string;
}) {
  const closed = Math.min(Math.max(0, Math.floor(years)), 9);
  const start = free ?? (number !== undefined ? 40 : closed === 0 ? 23 : 14);
  const step = closed === 0 ? 9 : Math.min(9, (46 - start) / closed);
  const width = Math.min(3, step * 0.36);
  const running = start + closed * step;
  const around = 2 * Math.PI * running;
  return (
    <svg viewBox="0 0 100 100" fill="none" stroke="currentColor" strokeWidth={width} aria-hidden="true" className={className}>
      {Array.from({ length: closed }, (_, index) => (
        <circle key={index} cx="50" cy="50" r={start + index * step} />
      ))}
      <circle cx="50" cy="50" r={running} opacity=".25" />
      {share > 0 && (
        <circle
          cx="50"
          cy="50"
          r={running}
          strokeWidth={width * 1.25}
          strokeLinecap="round"
          strokeDasharray={`${around * Math.min(1, share)} ${around}`}
          transform="rotate(-90 50 50)"
        />
      )}
      {number !== undefined && (
        <text
          x="50"
          y="50"
          textAnchor="middle"
          dominantBaseline="central"
          fontSize="24"
          fill="var(--hw-resin)"
          stroke="none"
          className="num font-serif"
        >
          {number}
        </text>
      )}
    </svg>
  );
}
