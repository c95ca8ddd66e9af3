import { isDay, mondayOf, plusDays, plusMonths, weekdayOf, yearOf } from '@heartwood/contract/days';
import { relationshipKinds, type RelationshipSlug } from '@heartwood/contract/relationships';
import type { Excerpt } from '@heartwood/contract/search';
import { languages } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { PlainKey } from '@heartwood/messages/translate';
import { fits, folded, nearlyName, wordPattern, wordsFit, wordsOf } from '#platform/text-matching.ts';

/** About how many characters of a long text an excerpt shows, and how many of them stand before the first hit. */
const window = { length: 180, before: 40 };

/** Of what is written together so many letters are compared, more than a search has. Some scripts write without blanks. */
const longestWord = 400;

/**
 * The part of a text around the first word that was looked for, as parts that are hits and parts that are none.
 * @param wanted folded words, as {@link wordsOf} gives them
 * @param fuzzy also marks what is nearly right, or has a word inside
 */
export function excerptOf(text: string, wanted: readonly string[], fuzzy: boolean): Excerpt {
  const isHit = hitsOf(wanted, fuzzy);
  const hits: { from: number; to: number }[] = [];
  let shown: { from: number; to: number } | undefined;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const end = index + word.length;
    if (shown && end > shown.to) break;
    if (!isHit(word)) continue;
    shown ??= part(text, index);
    if (end <= shown.to) hits.push({ from: index, to: end });
  }
  const { from, to } = shown ?? part(text, 0);
  const excerpt: Excerpt = [];
  const add = (text: string, hit: boolean) => {
    if (text !== '') excerpt.push({ text, hit });
  };
  let at = from;
  for (const hit of hits) {
    add(text.slice(at, hit.from), false);
    add(text.slice(hit.from, hit.to), true);
    at = hit.to;
  }
  add(text.slice(at, to), false);
  if (from > 0) excerpt.unshift({ text: '… ', hit: false });
  if (to < text.length) excerpt.push({ text: ' …', hit: false });
  return excerpt;
}

/** Tells whether a word is a hit; each different one is compared once. */
function hitsOf(wanted: readonly string[], fuzzy: boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  const compare = (word: string) => {
    const one = folded(word.slice(0, longestWord));
    return wanted.some((wish) => fits(one, wish, fuzzy));
  };
  return (word) => {
    const isHit = known.get(word) ?? compare(word);
    known.set(word, isHit);
    return isHit;
  };
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

/** The words of a name, folded, that are nearly one of those that are looked for. */
export const nearNames = (name: string, wanted: readonly string[]): string[] =>
  wordsOf(name).filter((word) => wanted.some((one) => nearlyName(word, one)));

/** Whether somebody is nearly what is looked for: each word is nearly one of what they are `called`, or with one slip a word of their name. */
export function isNearlyCalled({ name, called }: { name: string; called: string }, wanted: readonly string[]): boolean {
  const [words, names] = [wordsOf(called), wordsOf(name)];
  return wanted.length > 0 && wanted.every((one) => wordsFit(words, [one], true) || names.some((word) => nearlyName(word, one)));
}

/** The days that a search names, both included, as `YYYY-MM-DD`; `rest` is what else it looks for. */
export interface Days {
  from: string;
  to: string;
  rest: string;
  /** Whether the words cannot well mean anything else: 'may' can, 'May 2026' cannot. */
  certain: boolean;
}

type Span = Pick<Days, 'from' | 'to'>;

const monthNames = new Map(
  ['en', 'de'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) =>
      Array.from({ length: 12 }, (_, at): [string, number] => {
        const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, at, 15)));
        return [folded(name).replaceAll('.', ''), at + 1];
      }),
    ),
  ),
);
/** Days of the week, from Sunday 0 to Saturday 6; in German also the other word for Saturday. */
const weekdays = new Map<string, number>([
  ...['en', 'de'].flatMap((language) =>
    Array.from({ length: 7 }, (_, at): [string, number] => {
      const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
      return [folded(format.format(new Date(Date.UTC(2026, 2, 1 + at)))), at];
    }),
  ),
  ['sonnabend', 6],
]);
/** The seasons of the northern half, by their first month; a winter is named after the year in which it begins. */
const seasons = new Map([
  ...['spring', 'fruhling', 'fruhjahr'].map((word) => [word, 3] as const),
  ...['summer', 'sommer'].map((word) => [word, 6] as const),
  ...['autumn', 'fall', 'herbst'].map((word) => [word, 9] as const),
  ['winter', 12] as const,
]);
const units = new Map([
  ...['week', 'woche'].map((word) => [word, 'week'] as const),
  ...['month', 'monat'].map((word) => [word, 'month'] as const),
  ...['year', 'jahr'].map((word) => [word, 'year'] as const),
]);
const last = /^(last|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)$/;
const current = /^(this|diese[nrsm]?)$/;
const small = /^(in|im|the|den|der|des|of|von|from|on|am|vom)$/;
const yearWord = /^(1[89]|20)\d\d$/;

/** Some whole months. @param first 1 is January of the year, 0 the December before it */
function months(year: number, first: number, count: number): Span {
  const from = plusMonths(`${year}-01-01`, first - 1);
  return { from, to: plusDays(plusMonths(from, count), -1) };
}

/** The latest of the yearly spans that begins, or with `ended` ends, before today is over. */
function latest(of: (year: number) => Span, today: string, ended: boolean): Span {
  const year = yearOf(today);
  const passed = (span: Span) => (ended ? span.to < today : span.from <= today);
  return [year, year - 1, year - 2].map(of).find(passed) ?? of(year - 1);
}

/** The latest such day of the week. @param past whether today is none of them */
function weekdaySpan(weekday: number, today: string, past: boolean): Span {
  const ago = (weekdayOf(today) - weekday + 7) % 7;
  const on = plusDays(today, -(past && ago === 0 ? 7 : ago));
  return { from: on, to: on };
}

function lastUnit(unit: 'week' | 'month' | 'year', today: string, back: number): Span {
  const [year = 0, month = 0] = today.split('-').map(Number);
  if (unit === 'year') return months(year - back, 1, 12);
  if (unit === 'month') return months(year, month - back, 1);
  const monday = plusDays(mondayOf(today), -7 * back);
  return { from: monday, to: plusDays(monday, 6) };
}

const daysAgo = new Map([
  ['today', 0],
  ['heute', 0],
  ['yesterday', 1],
  ['gestern', 1],
]);

/** The span some words name, all of them; undefined where they name none. @param words folded */
function spanOf(words: readonly string[], today: string): (Span & { certain: boolean }) | undefined {
  const [first = '', ...others] = words.filter((word) => !small.test(word));
  const sure = (span: Span) => ({ ...span, certain: true });
  const [one = '', two = ''] = others;
  const back = last.test(first) ? 1 : current.test(first) ? 0 : undefined;
  if (back !== undefined && others.length === 1) {
    const [unit, season, month, weekday] = [units.get(one), seasons.get(one), monthNames.get(one), weekdays.get(one)];
    if (weekday !== undefined) return sure(weekdaySpan(weekday, today, back === 1));
    if (unit) return sure(lastUnit(unit, today, back));
    const of = season ? (year: number) => months(year, season, 3) : month ? (year: number) => months(year, month, 1) : undefined;
    return of && sure(back === 1 ? latest(of, today, true) : of(yearOf(today)));
  }
  if (others.length === 0) {
    const ago = daysAgo.get(first);
    if (ago !== undefined) return sure({ from: plusDays(today, -ago), to: plusDays(today, -ago) });
    const weekday = weekdays.get(first);
    // Notes name days of the week, too.
    if (weekday !== undefined) return { ...weekdaySpan(weekday, today, false), certain: false };
    if (yearWord.test(first)) return sure(months(Number(first), 1, 12));
    const [season, month] = [seasons.get(first), monthNames.get(first)];
    if (season) return { ...latest((year) => months(year, season, 3), today, false), certain: false };
    return month ? { ...latest((year) => months(year, month, 1), today, false), certain: false } : undefined;
  }
  if (others.length === 1 && yearWord.test(one)) {
    const [season, month] = [seasons.get(first), monthNames.get(first)];
    if (season) return sure(months(Number(one), season, 3));
    return month ? sure(months(Number(one), month, 1)) : undefined;
  }
  if (others.length === 1) return latestDay(first, one, today) ?? latestDay(one, first, today); // 3 May, May 3
  if (others.length !== 2) return undefined;
  return (
    oneDay(first, one, two) ?? // 12 August 2026, 12.8.2026
    oneDay(one, first, two) ?? // August 12, 2026
    oneDay(two, one, first) // 2026-08-12
  );
}

function oneDay(date: string, month: string, year: string): (Span & { certain: boolean }) | undefined {
  const number = monthNames.get(month) ?? (/^\d{1,2}$/.test(month) ? Number(month) : 0);
  if (!/^\d{1,2}(st|nd|rd|th)?$/.test(date) || !yearWord.test(year) || number < 1 || number > 12) return undefined;
  const two = (part: number) => String(part).padStart(2, '0');
  const on = `${year}-${two(number)}-${two(Number.parseInt(date, 10))}`;
  return isDay(on) ? { from: on, to: on, certain: true } : undefined;
}

/** The latest day of a date and a month by name that is not ahead; 29 February is looked for over eight years. */
function latestDay(date: string, month: string, today: string): (Span & { certain: boolean }) | undefined {
  if (!monthNames.has(month)) return undefined;
  const year = yearOf(today);
  return Array.from({ length: 9 }, (_, back) => oneDay(date, month, String(year - back))).find((span) => span && span.from <= today);
}

/**
 * The days that a search names, in English or German: 'August 2026', 'last summer', 'beach 12.8.2026', 'letzten Monat'.
 * @param today the day it is, `YYYY-MM-DD`
 */
export function daysNamed(search: string, today: string): Days | undefined {
  const words = [...search.matchAll(wordPattern)].map(([word]) => folded(word));
  for (let length = Math.min(words.length, 5); length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const named = words.slice(at, at + length);
      if (small.test(named[0] ?? '') && length === 1) continue;
      const span = spanOf(named, today);
      if (span)
        return { ...span, rest: [...words.slice(0, at), ...words.slice(at + length)].filter((word) => !small.test(word)).join(' ') };
    }
  return undefined;
}

type Pair = Record<'female' | 'male', PlainKey>;
const parents: Pair = { female: 'search.everyday.mother', male: 'search.everyday.father' };
const grandparents: Pair = { female: 'search.everyday.grandmother', male: 'search.everyday.grandfather' };
const inLaws: Pair = { female: 'search.everyday.motherInLaw', male: 'search.everyday.fatherInLaw' };
const aunts: Pair = { female: 'search.everyday.aunt', male: 'search.everyday.uncle' };

/** Kinds of relation that have everyday names, and the gender that is in the kind itself. */
const everyday: Partial<Record<RelationshipSlug, { pair: Pair; gender?: 'female' | 'male' }>> = {
  mother: { pair: parents, gender: 'female' },
  father: { pair: parents, gender: 'male' },
  parent: { pair: parents },
  'parent-in-law': { pair: inLaws },
  grandmother: { pair: grandparents, gender: 'female' },
  grandfather: { pair: grandparents, gender: 'male' },
  grandparent: { pair: grandparents },
  aunt: { pair: aunts, gender: 'female' },
  uncle: { pair: aunts, gender: 'male' },
};

/**
 * What people call somebody of a kind of relation, in every language: 'grandma Oma ...'; '' where a kind has no everyday names.
 * @param gender of the person; where neither it nor the kind says one, the names of both
 */
export function everydayNames(kindId: number, gender: string | null): string {
  const slug = relationshipKinds.find(({ id }) => id === kindId)?.slug;
  const known = slug && everyday[slug];
  if (!known) return '';
  const { female, male } = known.pair;
  const said = known.gender ?? gender;
  const keys = said === 'female' ? [female] : said === 'male' ? [male] : [female, male];
  return languages.flatMap((language) => keys.map((key) => translatorOf(language)(key))).join(' ');
}

/** What the children's grandparents are to those who look after them; a guardian's own grandparent is mostly the children's, too. */
const ofGuardians: Partial<Record<RelationshipSlug, RelationshipSlug>> = {
  mother: 'grandmother',
  father: 'grandfather',
  parent: 'grandparent',
  'step-parent': 'grandparent',
  'parent-in-law': 'grandparent',
  grandmother: 'grandmother',
  grandfather: 'grandfather',
  grandparent: 'grandparent',
};

/** Which grandparent of the children somebody is who is of this kind to a guardian: the kind; undefined where they are none. */
export function grandparentOf(kindId: number): number | undefined {
  const slug = relationshipKinds.find(({ id }) => id === kindId)?.slug;
  const kind = slug && ofGuardians[slug];
  return relationshipKinds.find((one) => one.slug === kind)?.id;
}
