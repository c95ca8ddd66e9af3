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
  return most > 0 && isWithin(word, wanted, most);
}

/** Whether a folded word is a name with one slip at most, from three letters on: names are short, and few. */
export const nearlyName = (name: string, wanted: string): boolean => Math.min(name.length, wanted.length) >= 3 && isWithin(name, wanted, 1);

/**
 * Whether the edit distance with exchanges of neighbours (optimal string alignment) of two words is no more than a few: one pass over the
 * shorter word for each way to make so many edits, at most 21 passes for two.
 * @param i, j from where on the words are compared
 */
function isWithin(a: string, b: string, most: number, i = 0, j = 0): boolean {
  if (Math.abs(a.length - i - (b.length - j)) > most) return false;
  while (i < a.length && a[i] === b[j]) {
    i += 1;
    j += 1;
  }
  if (i >= a.length || j >= b.length) return a.length - i + (b.length - j) <= most;
  if (most === 0) return false;
  const isExchanged = a[i] === b[j + 1] && a[i + 1] === b[j];
  return (
    isWithin(a, b, most - 1, i + 1, j + 1) ||
    isWithin(a, b, most - 1, i + 1, j) ||
    isWithin(a, b, most - 1, i, j + 1) ||
    (isExchanged && isWithin(a, b, most - 1, i + 2, j + 2))
  );
}

/** Whether a folded word begins with another; `fuzzy` also whether it has it inside or nearly is it. */
export const fits = (word: string, wanted: string, fuzzy: boolean): boolean =>
  word.startsWith(wanted) || (fuzzy && (word.includes(wanted) || nearly(word, wanted)));

/** Whether each of some folded words is in a text, as a beginning of one of its words; `fuzzy` also what has a word inside, or is nearly it. */
export const textFits = (text: string, wanted: readonly string[], fuzzy: boolean): boolean => wordsFit(wordsOf(text), wanted, fuzzy);

/** The same for words that are folded already. */
export const wordsFit = (words: readonly string[], wanted: readonly string[], fuzzy: boolean): boolean =>
  wanted.length > 0 && wanted.every((one) => words.some((word) => fits(word, one, fuzzy)));

/** What judges whether each of some folded words is in a text, also inside a word or nearly; a word that many texts have is compared once. */
export function createJudge(wanted: readonly string[]): (words: Iterable<string>) => boolean {
  const fittingOf = new Map<string, readonly string[]>();
  return (words) => {
    if (wanted.length === 0) return false;
    const missing = new Set(wanted);
    for (const word of words) {
      const fitting = fittingOf.get(word) ?? wanted.filter((one) => fits(word, one, true));
      fittingOf.set(word, fitting);
      for (const one of fitting) missing.delete(one);
      if (missing.size === 0) return true;
    }
    return false;
  };
}

/** The words of a text that the database has folded already. */
export const wordsOfFolded = (folded: string): string[] => folded.split(/\s+/);
