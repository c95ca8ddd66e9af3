import type { GrowthMeasure } from '@heartwood/contract/growth';
import { growthLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { textOf } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import { boundsOf, fieldOf, measures, typed, unitOf, type Units } from '../logic.ts';

/** What is wrong with the number in the field of a measure, in the units it was typed in; undefined where nothing is, or nothing was typed. */
export function problemOf(text: string, measure: GrowthMeasure, units: Units): string | undefined {
  const field = fieldOf[measure];
  const number = typed(text, measure, units);
  if (number === undefined) return textOf(t, problemMessage({ rule: 'numeric', field }));
  const { min, max } = growthLimits[field];
  if (number === null || (number >= min && number <= max)) return undefined;
  return textOf(t, problemMessage({ rule: 'between', field, ...boundsOf(measure, units), unit: unitOf(measure, units) }));
}

/** What is wrong with a measurement as a whole, by field; undefined where nothing is. The server looks again. */
export function problemsOf(
  values: { measured_on: string } & Record<(typeof fieldOf)[GrowthMeasure], string>,
  { birth, on }: { birth: string | null; on: string },
): Record<string, string[]> | undefined {
  const errors: Record<string, string[]> = {};
  if (measures.every((measure) => values[fieldOf[measure]].trim() === '')) errors['height_cm'] = [t('validation.nothingMeasured')];
  if (values.measured_on > on || (birth !== null && values.measured_on < birth)) errors['measured_on'] = [t('growth.wrongDay')];
  return Object.keys(errors).length > 0 ? errors : undefined;
}
