import type { Answer, Topic } from './words.ts';

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();

/** The words of a search. */
export function termsOf(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** Whether an answer has all the words, in the question or in the answer, whatever their case and accents. */
export function matches({ question, answer }: Answer, terms: readonly string[]): boolean {
  const text = folded(`${question} ${answer}`);
  return terms.every((term) => text.includes(term));
}

/** The topics with what is left of them; a topic with nothing left is left out. */
export function searchTopics(topics: readonly Topic[], search: string, slug?: string): Topic[] {
  const terms = termsOf(search);
  return topics
    .filter((topic) => !slug || topic.slug === slug)
    .map((topic) => ({ ...topic, answers: topic.answers.filter((one) => matches(one, terms)) }))
    .filter(({ answers }) => answers.length > 0);
}

/** How many answers there are. */
export function countAnswers(topics: readonly Topic[]): number {
  return topics.reduce((sum, { answers }) => sum + answers.length, 0);
}

/** A text in parts, those that were searched for marked. Accents keep their place: only plain letters are compared one by one. */
export function marked(text: string, terms: readonly string[]): { text: string; hit: boolean }[] {
  const plain = [...text].map((character) => folded(character).charAt(0) || character).join('');
  if (terms.length === 0 || plain.length !== text.length) return [{ text, hit: false }];
  const pattern = new RegExp(terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const found of plain.matchAll(pattern)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), hit: false });
    at = found.index + found[0].length;
    parts.push({ text: text.slice(found.index, at), hit: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}
