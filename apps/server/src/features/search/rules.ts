import type { Excerpt } from '@heartwood/contract/search';
import { fits, folded, wordPattern } from '#platform/text-matching.ts';

/** About how many characters of a long text an excerpt shows, and how many of them stand before the first hit. */
const window = { length: 180, before: 40 };

/**
 * The part of a text around the first word that was looked for, in pieces.
 * @param wanted folded words, as {@link wordsOf} gives them
 * @param fuzzy also marks what is nearly right, or has a word inside
 */
export function excerptOf(text: string, wanted: readonly string[], fuzzy: boolean): Excerpt {
  const hits = [...text.matchAll(wordPattern)]
    .filter(([word]) => wanted.some((one) => fits(folded(word), one, fuzzy)))
    .map((match) => ({ from: match.index, to: match.index + match[0].length }));
  const { from, to } = part(text, hits[0]?.from ?? 0);
  const pieces: Excerpt = [];
  const add = (piece: string, hit: boolean) => {
    if (piece !== '') pieces.push({ text: piece, hit });
  };
  let at = from;
  for (const hit of hits) {
    if (hit.from < from || hit.to > to) continue;
    add(text.slice(at, hit.from), false);
    add(text.slice(hit.from, hit.to), true);
    at = hit.to;
  }
  add(text.slice(at, to), false);
  if (from > 0) pieces.unshift({ text: '… ', hit: false });
  if (to < text.length) pieces.push({ text: ' …', hit: false });
  return pieces;
}

/** The part of a text that is shown: all of a short one, else whole words around the place. */
function part(text: string, place: number): { from: number; to: number } {
  if (text.length <= window.length) return { from: 0, to: text.length };
  const near = Math.max(0, place - window.before);
  const blankBefore = text.slice(near, place).search(/\s/);
  const from = near === 0 ? 0 : blankBefore === -1 ? place : near + blankBefore + 1;
  const far = Math.min(text.length, from + window.length);
  const blankAfter = far === text.length ? -1 : text.slice(place, far).search(/\s\S*$/);
  const to = blankAfter > 0 ? place + blankAfter : far;
  return { from, to: /[\uD800-\uDBFF]$/.test(text.slice(from, to)) ? to - 1 : to };
}
