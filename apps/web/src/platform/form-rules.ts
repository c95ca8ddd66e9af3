import { check, rules } from '@heartwood/contract/validation';
import { t } from '@heartwood/messages/current';
import { textOf } from '@heartwood/messages/message';
import { labelIn as labelOf, problemMessage } from '@heartwood/messages/validation';

/** Rules by field, as in the contract: `{ email: ['required', 'email'], password: ['required', 'min:8', 'password'] }`. */
export type FieldRules<Values> = { [Name in keyof Values & string]?: readonly string[] };

/** Labels that differ from the contract's. */
export type FieldLabels<Values> = { [Name in keyof Values & string]?: string };

/**
 * What a value has to be that is given, besides the rules: `{ birth: isDay }`. A check is given all values, and may say what is wrong in a
 * sentence of its own in place of `false`.
 */
export type FieldChecks<Values> = { [Name in keyof Values & string]?: (value: string, values: Values) => boolean | string };

/** What the values of a form have to be. */
export interface FormRules<Values> {
  rules: FieldRules<Values>;
  labels: FieldLabels<Values>;
  checks: FieldChecks<Values>;
}

/** A field's name in words. */
export const labelIn = <Values>(labels: FieldLabels<Values>, name: keyof Values & string): string => labels[name] ?? labelOf(t, name);

/** What is said of a text outside a form that is longer than it may be: `most` characters. Undefined where it is not. */
export const tooLong = (label: string, text: string, most: number): string | undefined =>
  rules.max(text, most) ? undefined : textOf(t, problemMessage({ rule: 'max', field: '', n: most }, label));

/** What is wrong, in the shape in which react-hook-form keeps it: the message of the first failed rule of each field that is wrong. */
export function errorsOf<Values extends object>(values: Values, { rules: listed, labels, checks }: FormRules<Values>) {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const name of Object.keys(values) as (keyof Values & string)[]) {
    const [value, label] = [values[name], labelIn(labels, name)];
    const failed = check(name, value, listed[name] ?? [], values as Record<string, unknown>);
    const checked = value ? checks[name]?.(String(value), values) : true;
    const problem = failed ?? (checked === false ? ({ rule: 'default', field: name } as const) : undefined);
    const message = problem ? textOf(t, problemMessage(problem, label)) : checked;
    if (typeof message === 'string') errors[name] = { type: 'rule', message };
  }
  return errors;
}

/** The fields that have to equal another one, and are wrong or right with it. */
export const equalsOf = <Values>(listed: FieldRules<Values>, name: string): (keyof Values & string)[] =>
  (Object.entries(listed) as [keyof Values & string, readonly string[] | undefined][])
    .filter(([, list]) => list?.includes(`confirmed:${name}`))
    .map(([other]) => other);

/**
 * The server's field messages by field of the form (`images.0` belongs to `images`).
 * @returns what stands at a field, in the server's order, and the messages that belong to no field of the form
 */
export function placed(names: readonly string[], given: Record<string, readonly string[]>) {
  const at: [name: string, message: string][] = [];
  const homeless: string[] = [];
  for (const [path, [message]] of Object.entries(given)) {
    const name = path.split('.')[0] ?? '';
    if (!message) continue;
    if (names.includes(name)) at.push([name, message]);
    else homeless.push(message);
  }
  return { at, homeless };
}
