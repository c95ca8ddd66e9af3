import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { describe, expect, it } from 'vitest';
import { looseIn, totalKept } from './logic.ts';
import { kept, removeText, searchLabel } from './words.ts';

const shelf = (post_count: number) => ({ post_count }) as Subcategory;
const category = (post_count: number, shelves: number[]) => ({ post_count, subcategories: shelves.map(shelf) }) as Category;

describe('what is kept', () => {
  it('is counted over all categories, also what lost its shelf', () => {
    expect(totalKept([category(3, [1, 1]), category(0, [0])])).toBe(3);
    expect(looseIn(category(3, [1, 1]))).toBe(1);
    expect(looseIn(category(2, [1, 1]))).toBe(0);
  });

  it('is said in words', () => {
    expect([kept(0), kept(17)]).toEqual(['Nothing yet', '17 kept']);
    expect([searchLabel(0), searchLabel(1), searchLabel(498)]).toEqual(['Search your family', 'Search 1 treasure', 'Search 498 treasures']);
    expect(removeText(3, 'Family recipes')).toBe('Its 3 treasures stay in Family recipes. Only the shelf goes.');
    expect(removeText(1, 'Family recipes')).toBe('Its one treasure stays in Family recipes. Only the shelf goes.');
    expect(removeText(0, 'Family recipes')).toBe('There is nothing on it. Only the shelf goes.');
  });
});
