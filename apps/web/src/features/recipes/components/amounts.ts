import type { Ingredient } from '@heartwood/contract/recipes';
import { t } from '@heartwood/messages/current';
import { numberInWords, shortSpan } from '#platform/formats.ts';
import { hoursOf, scaleAmount } from '../logic.ts';

/** Units that are one or several; others stay as they were written. */
const units = [
  'recipes.units.cup',
  'recipes.units.tablespoon',
  'recipes.units.teaspoon',
  'recipes.units.pinch',
  'recipes.units.clove',
  'recipes.units.slice',
  'recipes.units.bunch',
  'recipes.units.handful',
  'recipes.units.can',
  'recipes.units.jar',
  'recipes.units.sheet',
  'recipes.units.piece',
] as const;

const same = (a: string, b: string): boolean => a.toLocaleLowerCase() === b.trim().toLocaleLowerCase();

/** A unit as it is called for a number of it. What is at most one is one: '½ cup', '1 ½ cups'. */
function unitFor(unit: string, value: number): string {
  const known = units.find((key) => same(t(key, { count: 1 }), unit) || same(t(key, { count: 2 }), unit));
  return known ? t(known, { count: value <= 1 ? 1 : Math.max(2, Math.floor(value)) }) : unit;
}

/** '1 ½ kg', 'a bit': how much of an ingredient, for other portions than it was written for. */
export function amountInWords(ingredient: Ingredient, from: number, to: number): string {
  const { text, value } = scaleAmount(ingredient, from, to, numberInWords);
  const { unit } = ingredient;
  return [text, from === to || value === undefined ? unit : unitFor(unit, value)].filter(Boolean).join(' ');
}

/** '40 min', '1 hr 30 min'. */
export function minutesInWords(all: number): string {
  const { hours, minutes } = hoursOf(all);
  if (hours === 0) return shortSpan(minutes, 'minute');
  const rounded = shortSpan(hours, 'hour');
  return minutes === 0 ? rounded : t('recipes.hoursMinutes', { hours: rounded, minutes: shortSpan(minutes, 'minute') });
}
