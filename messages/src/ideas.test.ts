import { languages } from '@heartwood/contract/languages';
import { ideaActions, ideas, illustrations } from '@heartwood/contract/ideas';
import type { Idea } from '@heartwood/contract/ideas';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { readCatalogue, translatorOf } from './catalogues.ts';
import { isIn, groups } from './groups.ts';
import { ideaMessages } from './ideas.ts';

const countBy = <Key>(keys: readonly Key[]): Map<Key, number> => {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};
const fitsAnyFamily = (idea: Idea): boolean => idea.ages === null && idea.months === null && !idea.nearBirthday;
const numbers = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('The ideas that ship', () => {
  it('are more than the weeks of a year, each once, of each kind several', () => {
    expect(ideas.length).toBeGreaterThan(53);
    expect(new Set(ideas.map(({ slug }) => slug)).size).toBe(ideas.length);
    const counts = countBy(ideas.map(({ action }) => action));
    for (const action of ideaActions) expect(counts.get(action), action).toBeGreaterThanOrEqual(6);
  });

  it('take from one minute to half an hour, and many no more than two', () => {
    for (const { slug, minutes } of ideas) expect(numbers(1, 30), slug).toContain(minutes);
    expect(ideas.filter(({ minutes }) => minutes <= 2).length).toBeGreaterThanOrEqual(10);
  });

  it('suit every family: many any, others an age, a month or a birthday', () => {
    expect(ideas.filter(fitsAnyFamily).length).toBeGreaterThanOrEqual(25);
    for (const month of numbers(1, 12)) expect(ideas.filter(({ months }) => months?.includes(month)).length, `${month}`).toBeGreaterThan(0);
    const agesOf = ({ ages }: Idea) => (ages ? numbers(ages.from, ages.to) : []);
    expect([...new Set(ideas.flatMap(agesOf))].toSorted((a, b) => a - b)).toEqual(numbers(0, 18));
    expect(ideas.filter(({ action, nearBirthday }) => action === 'share-birthday' && !nearBirthday)).toEqual([]);
  });

  it('have a picture that is there, none of them all the time; no two in a row look alike', () => {
    const photos = readdirSync(fileURLToPath(new URL('../../apps/server/sample/photos', import.meta.url)));
    const counts = countBy(ideas.map(({ illustration }) => illustration));
    for (const name of illustrations) {
      expect(photos).toContain(`${name}.jpg`);
      expect(counts.get(name) ?? 0, name).toBeGreaterThan(0);
      expect(counts.get(name), name).toBeLessThanOrEqual(6);
    }
    expect(ideas.filter(({ illustration }, at) => ideas[at + 1]?.illustration === illustration)).toEqual([]);
    expect(ideas.filter(({ action }, at) => ideas[at + 1]?.action === action)).toEqual([]);
  });

  it('have all words of the catalogue, which no browser loads', () => {
    // The next birthday is called by its name where that is known.
    const used: string[] = [...ideas.flatMap(({ slug }) => Object.values(ideaMessages(slug))), 'ideas.gather-wishes.titleOf'];
    expect(used.toSorted()).toEqual(Object.keys(readCatalogue('en', 'ideas')).toSorted());
    expect(groups.filter((group) => used.some((key) => isIn(group, key)))).toEqual([]);
  });
});

describe.each(languages)('The words of the ideas in %s', (language) => {
  const t = translatorOf(language);
  const written = ideas.map(({ slug }) => {
    const { title, teaser, body, prompts } = ideaMessages(slug);
    return { slug, title: t(title), teaser: t(teaser), paragraphs: t(body).split('\n\n'), prompts: t(prompts).split('\n') };
  });

  test.each(written)('$slug: are as long as their places', ({ title, teaser, paragraphs, prompts }) => {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(teaser.length).toBeLessThanOrEqual(160);
    expect(numbers(2, 4)).toContain(paragraphs.length);
    expect(numbers(250, 900)).toContain(paragraphs.join('\n\n').length);
    expect(prompts.map(({ length }) => length > 0 && length <= 100)).toEqual([true, true, true]);
    for (const text of [title, teaser, ...paragraphs, ...prompts]) {
      expect(text).toBe(text.trim());
      expect(text, 'no straight quotes, no cries, no dashes that are hyphens, no signs').not.toMatch(
        /["'!*_/]| - |\p{Extended_Pictographic}/u,
      );
    }
  });

  test('no title and no teaser is there twice', () => {
    expect(new Set(written.map(({ title }) => title)).size).toBe(written.length);
    expect(new Set(written.map(({ teaser }) => teaser)).size).toBe(written.length);
  });

  test('what is asked of the family is a question', () => {
    const asked = ideas.flatMap(({ slug, action }) =>
      action === 'ask-family' ? (written.find((one) => one.slug === slug)?.prompts[0] ?? []) : [],
    );
    for (const question of asked) expect(question).toMatch(/\?$/);
  });
});
