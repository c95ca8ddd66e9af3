import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { t } from '@heartwood/messages/current';
import { describe, expect, it } from 'vitest';
import { shelvesLike } from './components/shelves-like.ts';
import { byUse, looseIn, recordingsLine, totalKept } from './logic.ts';

const shelf = (post_count: number) => ({ post_count }) as Subcategory;
const category = (post_count: number, shelves: number[]) => ({ post_count, subcategories: shelves.map(shelf) }) as Category;

describe('what is kept', () => {
  it('is counted over all categories, also what lost its shelf', () => {
    expect(totalKept([category(3, [1, 1]), category(0, [0])])).toBe(3);
    expect(looseIn(category(3, [1, 1]))).toBe(1);
    expect(looseIn(category(2, [1, 1]))).toBe(0);
  });

  it('is found by the names of shelves and categories, whatever their accents', () => {
    const recipes = { name: 'Family recipes', subcategories: [{ name: 'Jams and preserves' }, { name: 'Crêpes' }] } as Category;
    const voices = { name: 'Voices', subcategories: [{ name: 'Lullabies' }] } as Category;
    const found = (words: string) =>
      shelvesLike([recipes, voices], words).flatMap(({ subcategories }) => subcategories.map(({ name }) => name));
    expect(found('')).toEqual(['Jams and preserves', 'Crêpes', 'Lullabies']);
    expect(found(' RECIPES crep')).toEqual(['Crêpes']);
    expect(found('voice')).toEqual(['Lullabies']);
    expect(found('jams voices')).toEqual([]);
  });

  it('is said in words', () => {
    expect([0, 17].map((count) => t('treasures.kept', { count }))).toEqual(['Nothing yet', '17 kept']);
    expect([0, 1, 498].map((count) => t('treasures.search', { count }))).toEqual([
      'Search your family',
      'Search 1 treasure',
      'Search 498 treasures',
    ]);
    expect([0, 1, 3].map((count) => t('treasures.removal.text', { count, category: 'Family recipes' }))).toEqual([
      'There is nothing on it. Only the shelf goes.',
      'Its one treasure stays in Family recipes. Only the shelf goes.',
      'Its 3 treasures stay in Family recipes. Only the shelf goes.',
    ]);
    expect([6_720, 20].map((seconds) => recordingsLine(14, seconds))).toEqual([
      '14 recordings, 1 hour and 52 minutes',
      '14 recordings, less than a minute',
    ]);
  });
});

it('an empty shelf of the family’s own counts as used, one that ships does not', () => {
  const [full, own, empty] = [
    { post_count: 2, can: { edit: false } },
    { post_count: 0, can: { edit: true } },
    { post_count: 0, can: { edit: false } },
  ];
  expect(byUse([empty, full, own])).toEqual({ used: [full, own], unused: [empty] });
  expect(byUse([{ post_count: 0 }])).toEqual({ used: [], unused: [{ post_count: 0 }] });
});
