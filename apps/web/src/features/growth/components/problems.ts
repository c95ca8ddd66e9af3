import type { GrowthMeasure } from '@heartwood/contract/growth';
import { growthLimits } from '@heartwood/contract/limits';
import { labelOf, messages } from '@heartwood/contract/validation';
import { currentLanguage, t } from '@heartwood/messages/current';
import { numberIn } from '@heartwood/messages/formats';
import { boundsOf, fieldOf, measures, typed, unitOf, type Units } from '../logic.ts';
import { measureNames } from './sentences.ts';

/** What is wrong with what was typed, by field, in the units it was typed in; undefined where nothing is. The server looks again. */
export function problemsOf(
  values: { measured_on: string } & Record<(typeof fieldOf)[GrowthMeasure], string>,
  units: Units,
  { birth, on }: { birth: string | null; on: string },
): Record<string, string[]> | undefined {
  const errors: Record<string, string[]> = {};
  const numbers = measures.map((measure) => typed(values[fieldOf[measure]], measure, units));
  measures.forEach((measure, at) => {
    const [name, number] = [fieldOf[measure], numbers[at]];
    const limits = growthLimits[name];
    if (number === undefined) errors[name] = [messages.numeric(labelOf(name))];
    else if (number !== null && (number < limits.min || number > limits.max)) errors[name] = [outOfBounds(measure, units)];
  });
  if (numbers.every((number) => number === null)) errors['height_cm'] = [t('growth.nothing')];
  if (values.measured_on > on || (birth !== null && values.measured_on < birth)) errors['measured_on'] = [t('growth.wrongDay')];
  return Object.keys(errors).length > 0 ? errors : undefined;
}

function outOfBounds(measure: GrowthMeasure, units: Units): string {
  const { min, max } = boundsOf(measure, units);
  const number = (value: number) => numberIn(currentLanguage.forIntl(), value);
  return t('growth.outOfBounds', { label: t(measureNames[measure]), min: number(min), max: number(max), unit: unitOf(measure, units) });
}
