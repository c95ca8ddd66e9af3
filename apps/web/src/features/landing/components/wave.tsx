/** The bars of a voice, for pictures of the app: `bars` of them, the first `played` (0 to 1) at full strength. Decoration. */
export function Wave({ bars, played = 1, className }: { bars: number; played?: number; className?: string }) {
  return (
    <svg viewBox={`0 0 ${bars * 6} 38`} preserveAspectRatio="none" aria-hidden="true" fill="currentColor" className={className}>
      {Array.from({ length: bars }, (_, index) => {
        const height = 8 + 26 * Math.abs(Math.sin(index * 1.7) * Math.cos(index * 0.61 + 0.4));
        return (
          <rect
            key={index}
            x={index * 6}
            y={(38 - height) / 2}
            width="2.4"
            height={height}
            rx="1.2"
            opacity={index / bars < played ? 1 : 0.32}
          />
        );
      })}
    </svg>
  );
}
