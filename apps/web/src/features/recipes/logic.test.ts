import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '@heartwood/contract/recipes';
import { postBodyOf, emptyDraft } from '#features/sending/logic.ts';
import {
  fraction,
  hoursOf,
  ingredientsOf,
  inMeasures,
  isMinutes,
  onAScale,
  parseAmount,
  scaleAmount,
  scaledFraction,
  splitMeasure,
  stepsShowing,
  tidied,
  timerOf,
  writtenOf,
} from './logic.ts';

const decimal = (value: number) => String(Math.round(value * 100) / 100);
const scaled = (amount: string, unit: string, from: number, to: number) => scaleAmount({ amount, unit }, from, to, decimal).text;
const portions = fc.integer({ min: 1, max: 100 });

describe('an amount', () => {
  it.each([
    ['3', 3, 1],
    ['0,5', 1, 2],
    ['1.5', 3, 2],
    ['1/2', 1, 2],
    ['1 1/2', 3, 2],
    ['½', 1, 2],
    ['1½', 3, 2],
    ['1 ½', 3, 2],
    ['10 ⅔', 32, 3],
    [' 2 ', 2, 1],
    ['3⁄4', 3, 4],
  ])('%s is %i/%i', (text, n, d) => expect(parseAmount(text)).toEqual({ n, d }));

  it.each(['', 'a bit', 'some 2', '1/0', '0', '-1', '1.2.3', '1 2', '½ ½', '1e3', 'NaN'])('%s is words', (text) =>
    expect(parseAmount(text)).toBeUndefined(),
  );

  it('and its unit are told apart where both are typed as one', () => {
    expect(splitMeasure('1 1/2 kg')).toEqual({ amount: '1 1/2', unit: 'kg' });
    expect(splitMeasure('250g')).toEqual({ amount: '250', unit: 'g' });
    expect(splitMeasure('2–3 cloves')).toEqual({ amount: '2–3', unit: 'cloves' });
    expect(splitMeasure(' ½ Tasse ')).toEqual({ amount: '½', unit: 'Tasse' });
    expect(splitMeasure('a bit')).toEqual({ amount: 'a bit', unit: '' });
    expect(splitMeasure('2')).toEqual({ amount: '2', unit: '' });
    expect(splitMeasure('1.2.3 g')).toEqual({ amount: '1.2.3 g', unit: '' });
    expect(splitMeasure('')).toEqual({ amount: '', unit: '' });
  });
});

describe('scaling', () => {
  it.each([
    ['1', '', 6, 3, '½'],
    ['1', '', 6, 2, '⅓'],
    ['2', '', 6, 2, '⅔'],
    ['1', 'tsp', 4, 3, '¾'],
    ['1 1/2', 'l', 6, 12, '3'],
    ['1', 'kg', 6, 9, '1 ½'],
    ['1', 'kg', 6, 7, '1.15'],
    ['3/4', 'l', 4, 2, '0.4'],
    ['50', 'g', 6, 7, '60'],
    ['750', 'g', 8, 4, '380'],
    ['5', 'g', 4, 2, '3'],
    ['2–3', '', 4, 8, '4–6'],
    ['7', '', 6, 7, '8 ¼'],
    ['12', '', 7, 8, '14'],
    ['¼', 'tsp', 20, 1, '1/80'],
    ['a bit', '', 6, 12, 'a bit'],
    ['', '', 6, 12, ''],
    ['about 2', '', 6, 12, 'about 2'],
  ])('%s %s for %i is, for %i, %s', (amount, unit, from, to, expected) => expect(scaled(amount, unit, from, to)).toBe(expected));

  it('there and back is the same number, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100 }), portions, portions, (n, d, a, b) => {
        const value = fraction(n, d);
        expect(scaledFraction(scaledFraction(value, a, b), b, a)).toEqual(value);
        expect(scaledFraction(value, a, a)).toEqual(value);
      }),
    );
  });

  it('leaves what was written as it was written, for as many as it was written for', () => {
    fc.assert(fc.property(fc.string(), fc.string(), portions, (amount, unit, n) => void expect(scaled(amount, unit, n, n)).toBe(amount)));
  });

  it('never changes words, and never makes nothing of something', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), portions, portions, (amount, unit, a, b) => {
        const { text, value } = scaleAmount({ amount, unit }, a, b, decimal);
        if (value === undefined) expect(text).toBe(amount);
        else expect(text).not.toMatch(/^0?$/);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(1, 2, 3, 4, 8), portions, portions, (n, d, a, b) => {
        const value = scaledFraction(fraction(n, d), a, b);
        expect(parseAmount(inMeasures(value))).toBeDefined();
        expect(onAScale(value)).toBeGreaterThan(0);
      }),
    );
  });

  it('is written so that it reads as nearly the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 24 }), (n, d) => {
        const value = fraction(n, d);
        const read = parseAmount(inMeasures(value)) ?? fraction(0);
        expect(Math.abs(read.n / read.d - n / d)).toBeLessThanOrEqual(n / d >= 10 ? 0.5 : 0.126);
        expect(Math.abs(onAScale(value) - n / d)).toBeLessThanOrEqual(Math.max(1, 0.13 * (n / d)));
      }),
    );
  });
});

describe('the ingredients of a step', () => {
  const of = (text: string, ...what: string[]) =>
    ingredientsOf(
      { text },
      what.map((one) => ({ what: one })),
    ).map((one) => one.what);

  it('are those it speaks of, in one or several, whatever else is said of them', () => {
    expect(of('Tomatoes in, lid on.', 'ripe tomatoes', 'onions, the red ones')).toEqual(['ripe tomatoes']);
    expect(of('Cut the onion. Melt butter.', 'onions, the red ones', 'butter', 'salt')).toEqual(['onions, the red ones', 'butter']);
    expect(of('Die Zwiebel würfeln', 'Zwiebeln', 'Öl')).toEqual(['Zwiebeln']);
    expect(of('Beat the egg', 'egg', 'eggplant', 'lemon, the juice of it')).toEqual(['egg']);
    expect(of('Crème drauf', 'Creme')).toEqual(['Creme']);
    expect(of('Wait.', 'water')).toEqual([]);
  });
});

describe('a recipe as it is written', () => {
  const recipe: Recipe = {
    title: 'Soup',
    from: { heartwood_id: null, name: 'Käthe' },
    portions: null,
    prepare_minutes: 15,
    cook_minutes: null,
    ingredients: [
      { amount: '1 1/2', unit: 'kg', what: 'tomatoes' },
      { amount: 'a bit', unit: 'more', what: 'sugar' },
    ],
    steps: [
      { text: 'Cut.', media_ids: [], timer_seconds: null },
      { text: 'Wait.', media_ids: ['m2', 'm1'], timer_seconds: 100 },
    ],
  };

  it('is sent as it was, with the media of its steps, where nothing is changed', () => {
    const photos = ['m1', 'm2', 'm3'].map((id) => ({ key: id, name: id, media: null, at: 0, steps: stepsShowing(recipe, id) }));
    const sent = postBodyOf({ ...emptyDraft, photos, recipe: writtenOf(recipe) }, ['m1', 'm2', 'm3'], '2026-11-21').recipe;
    expect(sent).toMatchObject({
      title: 'Soup',
      from: { heartwood_id: null, name: 'Käthe' },
      portions: null,
      prepare_minutes: '15',
      cook_minutes: '',
      ingredients: recipe.ingredients,
      steps: [
        { text: 'Cut.', media_ids: [], timer_seconds: null },
        { text: 'Wait.', media_ids: ['m1', 'm2'], timer_seconds: 100 },
      ],
    });
  });

  it('loses its empty rows', () => {
    const written = writtenOf(recipe);
    const row = { key: 'x', measure: '', amount: '', unit: '', what: ' ' };
    const step = { key: 'x', text: ' ', timer: '', timer_seconds: null };
    expect(tidied({ ...written, ingredients: [row, ...written.ingredients] }).ingredients).toEqual(written.ingredients);
    expect(tidied({ ...written, steps: [step] }).steps).toEqual([]);
    // Among others an empty step is asked about.
    expect(tidied({ ...written, steps: [...written.steps, step] }).steps).toHaveLength(3);
  });

  it('has times in minutes', () => {
    expect(['', '30', '1,5', '0.25'].map(timerOf)).toEqual([null, 1_800, 90, 15]);
    expect(['0', '-1', 'soon', '10081', '1.555'].map(timerOf)).toEqual(Array(5).fill(undefined));
    expect(['', ' 15 ', '10080'].map(isMinutes)).toEqual([true, true, true]);
    expect(['1.5', '10081', '-1', 'long'].map(isMinutes)).toEqual([false, false, false, false]);
    expect([hoursOf(40), hoursOf(90), hoursOf(120)]).toEqual([
      { hours: 0, minutes: 40 },
      { hours: 1, minutes: 30 },
      { hours: 2, minutes: 0 },
    ]);
  });
});
