/** One line of a benchmark: a figure against a limit or a peer measured in the same run. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The limit, or what the peer reached. */
  peer: number;
  /** `value / peer`. */
  ratio: number;
  /** What is to be reached, in words. */
  goal: string;
  ok: boolean;
}

/** The middle of some figures; of an even number the lower middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The figure below which a share of some figures are. @param share 0.95 for the 95th percentile */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
