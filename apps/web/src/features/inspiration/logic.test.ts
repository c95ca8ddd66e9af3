import { describe, expect, test } from 'vitest';
import { besideWeekly } from './logic.ts';

const ideas = (count: number) => Array.from({ length: count }, (_, at) => ({ slug: `idea-${at}` }));
const slugs = (all: { slug: string }[]) => all.map(({ slug }) => slug);

describe('ideas beside the one of this week', () => {
  test('it is not among them', () => {
    expect(slugs(besideWeekly(ideas(4), 'idea-1', false))).toEqual(['idea-0', 'idea-2', 'idea-3']);
  });

  test('rows are whole as long as there are more, whether it was among them or not', () => {
    expect(besideWeekly(ideas(10), 'idea-1', true)).toHaveLength(9);
    expect(besideWeekly(ideas(10), undefined, true)).toHaveLength(9);
    expect(besideWeekly(ideas(34), 'idea-1', true)).toHaveLength(33);
  });

  test('at the end none is left out', () => {
    expect(besideWeekly(ideas(11), 'none of these', false)).toHaveLength(11);
  });
});
