import { count } from '#features/family/logic.ts';
import { dayInWords } from '#platform/dates.ts';

/** The words of a child's page. */
export const words = {
  tabs: { timeline: 'Timeline', milestones: 'Milestones', growth: 'Growth', siblings: 'Siblings' },
  sideBySide: 'Side by side',
  stillToCome: 'Still to come around now',
  lately: 'Milestones lately',
  beside: 'With whom',
  age: 'At the age of',
  younger: 'A little younger',
  older: 'A little older',
  loading: 'Looking for memories of that age',
  failed: 'These memories could not be loaded. They are safe.',
  retry: 'Try again',
  born: 'newborn',
  yetToCome: 'Not this old yet.',
  noBirthday: 'Without a birthday nobody knows who was how old when. Add it, and this page compares.',
  edit: 'Add the birthday',
} as const;

/** '214 memories' */
export const memoriesLine = (n: number): string => (n === 1 ? '1 memory' : `${n.toLocaleString('en')} memories`);
/** 'Nothing kept of Jonas around then.' */
export const nothingThen = (name: string): string => `Nothing kept of ${name} around then.`;
/** The empty state where there is nobody to stand beside. */
export const alone = (name: string) => ({
  title: 'Nobody to compare with yet',
  text: `As soon as another child of the family has a birthday here, you can see both as old as ${name} is now.`,
});
/** '12 May 2024' under an age: the day it was reached. */
export const reachedOn = (day: string): string => `from ${dayInWords(day)}`;
/** An age in whole months: '8 months', '2 years and 3 months', 'newborn'. */
export function monthsInWords(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (months === 0) return words.born;
  return [years > 0 && count(years, 'year'), rest > 0 && count(rest, 'month')].filter(Boolean).join(' and ');
}
