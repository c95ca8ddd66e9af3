/** The lowest bar, as a share of the height: a dot. */
const lowest = 0.08;

/**
 * The heights of a wave in so many bars, from 0.08 to 1: the root mean square of what each stands for, of which the loudest is 1. The maximum
 * would make bars of almost one height. Where there is room for more than are known, some stand twice.
 * @param waveform numbers from 0 to 1
 */
export function barsOf(waveform: readonly number[], count: number): number[] {
  const loud = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * waveform.length) / count);
    const part = waveform.slice(from, Math.max(from + 1, Math.floor(((index + 1) * waveform.length) / count)));
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / Math.max(1, part.length));
  });
  const loudest = Math.max(...loud);
  return loud.map((value) => Math.max(lowest, loudest > 0 ? value / loudest : 0));
}
