const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** A word as words are compared: without accents and case. */
export const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter);

/** A word, in any script. */
export const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text or question, folded, each once. */
export const wordsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(wordPattern)].map(([word]) => folded(word)))].filter(Boolean);

/** How many letters of a word of some length may be wrong: none of three, one of seven, two of more. */
const allowedTypos = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Whether a folded word is nearly another: letters left out, put in, changed, or two beside each other exchanged. */
export function nearly(word: string, wanted: string): boolean {
  const most = allowedTypos(wanted.length);
  if (most === 0 || Math.abs(word.length - wanted.length) > most) return false;
  return editDistance(word, wanted) <= most;
}

/** Whether a folded word is a name with one slip at most, from three letters on: names are short, and few. */
export const nearlyName = (name: string, wanted: string): boolean =>
  Math.min(name.length, wanted.length) >= 3 && Math.abs(name.length - wanted.length) <= 1 && editDistance(name, wanted) <= 1;

/** The edit distance with exchanges of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Whether a folded word begins with another; `fuzzy` also whether it has it inside or nearly is it. */
export const fits = (word: string, wanted: string, fuzzy: boolean): boolean =>
  word.startsWith(wanted) || (fuzzy && (word.includes(wanted) || nearly(word, wanted)));

/** Whether each of some folded words is in a text, as a beginning of one of its words; `fuzzy` also what has a word inside, or is nearly it. */
export const textFits = (text: string, wanted: readonly string[], fuzzy: boolean): boolean => wordsFit(wordsOf(text), wanted, fuzzy);

/** The same for a text that the database has folded already: words between blanks. */
export const foldedFits = (folded: string, wanted: readonly string[]): boolean => wordsFit(folded.split(' '), wanted, true);

/** The same for words that are folded already. */
export const wordsFit = (words: readonly string[], wanted: readonly string[], fuzzy: boolean): boolean =>
  wanted.length > 0 && wanted.every((one) => words.some((word) => fits(word, one, fuzzy)));
