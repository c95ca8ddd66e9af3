import { recipeLimits } from '@heartwood/contract/limits';
import type { Ingredient, Recipe, RecipeStep } from '@heartwood/contract/recipes';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { folded } from '#platform/folded.ts';

/** An exact number: `n / d`, in lowest terms, `d` greater than 0. */
interface Fraction {
  n: number;
  d: number;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** A fraction in lowest terms. */
export function fraction(n: number, d = 1): Fraction {
  const by = divisor(n, d) || 1;
  return { n: n / by, d: d / by };
}

/** A number of portions of a recipe that serves `from`, for `to`. */
export const scaledFraction = ({ n, d }: Fraction, from: number, to: number): Fraction => fraction(n * to, d * from);

const signs: Record<string, readonly [number, number]> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};
const signOf = (n: number, d: number): string | undefined =>
  Object.keys(signs).find((sign) => signs[sign]?.[0] === n && signs[sign][1] === d);

/** What an amount says: '3', '0,5', '1.5', '1/2', '1 1/2', '½', '1 ½'; undefined where it is words. */
export function parseAmount(written: string): Fraction | undefined {
  const text = written.trim().replaceAll('⁄', '/');
  const decimal = /^(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text);
  if (decimal) {
    const [, whole = '', part = ''] = decimal;
    return positive(fraction(Number(whole + part), 10 ** part.length));
  }
  const mixed = /^(?:(\d{1,6})(?:\s+|(?=\D)))?(?:(\d{1,4})\s*\/\s*(\d{1,4})|([½⅓⅔¼¾⅛⅜⅝⅞]))$/.exec(text);
  if (!mixed) return undefined;
  const [, whole = '0', n, d, sign = ''] = mixed;
  const [top, bottom] = signs[sign] ?? [Number(n), Number(d)];
  return bottom === 0 ? undefined : positive(fraction(Number(whole) * bottom + top, bottom));
}

const positive = (value: Fraction): Fraction | undefined => (value.n > 0 ? value : undefined);

/** An amount from one to another: '2–3'. */
const range = /^(.+?)\s*[-–]\s*(.+)$/;

const isAmount = (text: string): boolean => (range.exec(text)?.slice(1) ?? [text]).every((part) => parseAmount(part) !== undefined);

/** Amount and unit of what is typed as one: '1 1/2 kg', '250g', '2–3 cloves'. Words are an amount without a unit: 'a bit'. */
export function splitMeasure(typed: string): Pick<Ingredient, 'amount' | 'unit'> {
  const text = typed.trim();
  for (let end = Math.min(text.length, 2 * recipeLimits.amount); end > 0; end -= 1) {
    const [amount, unit] = [text.slice(0, end).trim(), text.slice(end).trim()];
    if (isAmount(amount) && !/^[\d.,/]/.test(unit)) return { amount, unit };
  }
  return { amount: text, unit: '' };
}

/** Fractions a cook has a measure for, beside halves and quarters also thirds. */
const measures = [fraction(0), fraction(1, 4), fraction(1, 3), fraction(1, 2), fraction(2, 3), fraction(3, 4), fraction(1)];

/** A number as a cook writes it: '1 ½', '⅔', '12'. What no measure comes close to is rounded to the next one, large numbers to whole ones. */
export function inMeasures(value: Fraction): string {
  if (value.n * 16 < value.d) return `${value.n}/${value.d}`;
  const whole = Math.floor(value.n / value.d);
  const rest = fraction(value.n - whole * value.d, value.d);
  const exact = rest.n === 0 ? '' : signOf(rest.n, rest.d);
  if (exact !== undefined && (whole < 10 || rest.n === 0)) return joined(whole, exact);
  if (whole >= 10) return String(Math.round(value.n / value.d));
  const share = rest.n / rest.d;
  const near = measures.reduce((best, one) => (Math.abs(one.n / one.d - share) < Math.abs(best.n / best.d - share) ? one : best));
  if (near.n === 0 && whole === 0) return '⅛';
  return near.n === near.d ? String(whole + 1) : joined(whole, near.n === 0 ? '' : (signOf(near.n, near.d) ?? ''));
}

const joined = (whole: number, part: string): string => (part === '' ? String(whole) : whole === 0 ? part : `${whole} ${part}`);

/** Grams and millilitres as a scale shows them: to the gram below 20, to 5 below 200, to 10 below 2,000, then to 50. */
export function onAScale({ n, d }: Fraction): number {
  const value = n / d;
  const to = value < 20 ? 1 : value < 200 ? 5 : value < 2_000 ? 10 : 50;
  return Math.max(1, Math.round(value / to) * to);
}

const isSmall = (unit: string): boolean => /^(g|gr|gramm?|ml|mg)\.?$/i.test(unit.trim());
const isLarge = (unit: string): boolean => /^(kg|l|liter|litre|cl|dl)\.?$/i.test(unit.trim());

/** An amount for another number of portions. `value` is what of it decides singular and plural; undefined where it is words, which stay as they are. */
interface Scaled {
  text: string;
  value: number | undefined;
}

/**
 * An amount of a recipe, for another number of portions. For as many as it was written for it is what was written.
 * @param decimal writes a number with at most two places in the reader's language
 */
export function scaleAmount(
  { amount, unit }: Pick<Ingredient, 'amount' | 'unit'>,
  from: number,
  to: number,
  decimal: (value: number) => string,
): Scaled {
  const parts = range.exec(amount.trim())?.slice(1) ?? [amount];
  const values = parts.map(parseAmount);
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length || known.length === 0) return { text: amount, value: undefined };
  const scaled = known.map((value) => scaledFraction(value, from, to));
  const last = scaled.at(-1);
  const value = last ? last.n / last.d : undefined;
  if (from === to) return { text: amount, value };
  return { text: scaled.map((one) => worded(one, unit, decimal)).join('–'), value };
}

function worded(value: Fraction, unit: string, decimal: (value: number) => string): string {
  if (isSmall(unit)) return decimal(onAScale(value));
  if (!isLarge(unit)) return inMeasures(value);
  const isPlain = value.n % value.d === 0 || (value.d <= 4 && value.d !== 3);
  if (isPlain) return inMeasures(value);
  const exact = value.n / value.d;
  return decimal(exact < 0.1 ? exact : Math.round(exact * 20) / 20);
}

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two words are one thing, once as one and once as several: 'onion' and 'onions', 'Zwiebel' and 'Zwiebeln'. */
function isSameThing(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.startsWith(short) && long.length - short.length <= (short.length < 4 ? 0 : 2);
}

/** Those ingredients that a step speaks of: what stands before the first comma, by its longer words or its last one. */
export function ingredientsOf<One extends Pick<Ingredient, 'what'>>(step: Pick<RecipeStep, 'text'>, ingredients: readonly One[]): One[] {
  const said = wordsOf(step.text);
  return ingredients.filter(({ what }) => {
    const named = wordsOf(what.split(/[,(;]/)[0] ?? '');
    return named.some((word, at) => (word.length >= 4 || at === named.length - 1) && said.some((one) => isSameThing(one, word)));
  });
}

/** Minutes as hours and minutes. */
export const hoursOf = (minutes: number): { hours: number; minutes: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: minutes % 60,
});

/** A step that says nothing yet. */
const blankStep = (key: string): WrittenRecipe['steps'][number] => ({ key, text: '', timer: '', timer_seconds: null });
/** An ingredient that says nothing yet. */
const blankIngredient = (key: string): WrittenRecipe['ingredients'][number] => ({ key, measure: '', amount: '', unit: '', what: '' });
/** What a new row is. */
export const blank = { ingredients: blankIngredient, steps: blankStep };

/** A recipe of which nothing is written yet. */
export const blankRecipe: WrittenRecipe = {
  title: '',
  from: null,
  portions: 4,
  prepare_minutes: '',
  cook_minutes: '',
  ingredients: [blankIngredient('first')],
  steps: [blankStep('first')],
};

/** A recipe as it is changed. Keys of rows are their places. */
export function writtenOf(recipe: Recipe): WrittenRecipe {
  const { title, from, portions, prepare_minutes, cook_minutes, ingredients, steps } = recipe;
  return {
    title,
    from: from && { heartwood_id: from.heartwood_id, name: from.name ?? '' },
    portions,
    prepare_minutes: prepare_minutes === null ? '' : String(prepare_minutes),
    cook_minutes: cook_minutes === null ? '' : String(cook_minutes),
    ingredients: ingredients.map((one, at) => ({ ...one, key: String(at), measure: [one.amount, one.unit].filter(Boolean).join(' ') })),
    steps: steps.map(({ text, timer_seconds }, at) => ({
      key: String(at),
      text,
      timer: timer_seconds === null ? '' : String(Math.round((timer_seconds / 60) * 100) / 100),
      timer_seconds,
    })),
  };
}

/** The steps of a recipe that shows a medium, as keys of its written steps. */
export const stepsShowing = (recipe: Recipe, mediumId: string): string[] =>
  recipe.steps.flatMap(({ media_ids }, at) => (media_ids.includes(mediumId) ? [String(at)] : []));

/** Seconds of a timer as its minutes are typed; null without one, undefined where that is none. */
export function timerOf(minutes: string): number | null | undefined {
  const text = minutes.trim().replace(',', '.');
  if (text === '') return null;
  const seconds = /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 60) : 0;
  return seconds >= 1 && seconds <= recipeLimits.timer ? seconds : undefined;
}

/** Whether minutes of a time are as the contract wants them; none is fine. */
export const isMinutes = (typed: string): boolean =>
  typed.trim() === '' || (/^\d{1,5}$/.test(typed.trim()) && Number(typed) <= recipeLimits.minutes);

/** A recipe without its empty rows: what is sent. A single empty step is none. */
export const tidied = (recipe: WrittenRecipe): WrittenRecipe => ({
  ...recipe,
  ingredients: recipe.ingredients.filter(({ amount, unit, what }) => `${amount}${unit}${what}`.trim() !== ''),
  steps: recipe.steps.length === 1 ? recipe.steps.filter(({ text }) => text.trim() !== '') : recipe.steps,
});
