import type { GrowthMeasure } from '@heartwood/contract/growth';
import { growthLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { textOf } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import { boundsOf, fieldOf, measures, typed, unitOf, type Units } from '../logic.ts';

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
    if (number === undefined) errors[name] = [textOf(t, problemMessage({ rule: 'numeric', field: name }))];
    else if (number !== null && (number < limits.min || number > limits.max))
      errors[name] = [
        textOf(t, problemMessage({ rule: 'between', field: name, ...boundsOf(measure, units), unit: unitOf(measure, units) })),
      ];
  });
  if (numbers.every((number) => number === null)) errors['height_cm'] = [t('validation.nothingMeasured')];
  if (values.measured_on > on || (birth !== null && values.measured_on < birth)) errors['measured_on'] = [t('growth.wrongDay')];
  return Object.keys(errors).length > 0 ? errors : undefined;
}
