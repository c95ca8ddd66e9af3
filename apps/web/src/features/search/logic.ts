/** How many searches are remembered. */
const most = 6;

/** Remembered searches after one more: the latest first, each once whatever its case. */
export function withSearch(before: readonly string[], text: string): string[] {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words.length < 2) return [...before];
  return [words, ...before.filter((one) => one.toLowerCase() !== words.toLowerCase())].slice(0, most);
}

/** What has been kept on the device, as far as it makes sense. */
export const searchesOf = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, most) : [];

/** The place after a key among places in a row: -1 is the field above them. Undefined where the key means nothing here. */
export function stepFrom(place: number, key: string, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(place - 1, -1);
  if (key === 'Home' && place >= 0) return 0;
  if (key === 'End' && place >= 0) return count - 1;
  return undefined;
}
