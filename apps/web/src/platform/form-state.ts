import { check, labelOf, messages } from '@heartwood/contract/validation';
import { isCalendarDay } from '#ui/calendar-day.ts';

/** How a field is. */
export interface FieldState {
  touched: boolean;
  dirty: boolean;
  pending: boolean;
  valid: boolean;
  validated: boolean;
}

/** Rules by field, as in the contract: `{ email: ['required', 'email'], password: ['required', 'min:8', 'password'] }`. */
export type FieldRules<Values> = { [Name in keyof Values & string]?: readonly string[] };

interface Setup<Values> {
  defaults: Values;
  rules: FieldRules<Values>;
  labels: { [Name in keyof Values & string]?: string };
}

/**
 * What a form knows, without its screen: values, messages and the state of each field. Nothing is validated by changing a value: only
 * {@link leave} and {@link validateAll} do. `setup` is asked each time, so rules and labels may change while the form is open.
 */
export function createFormState<Values extends object>(setup: () => Setup<Values>) {
  type Name = keyof Values & string;
  let initial = { ...setup().defaults };
  let values = { ...initial };
  let errors: Partial<Record<string, string>> = {};
  const touched = new Set<string>();
  const validated = new Set<string>();
  const days = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;

  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const labelFor = (name: Name): string => setup().labels[name] ?? labelOf(name);

  function validate(name: Name): void {
    const value = values[name];
    const failed = check(labelFor(name), value, setup().rules[name] ?? [], values as Record<string, unknown>);
    const message = failed ?? (days.has(name) && value && !isCalendarDay(String(value)) ? messages.default(labelFor(name)) : undefined);
    validated.add(name);
    if (message) errors[name] = message;
    else delete errors[name];
  }

  return {
    /** A number that grows with every change. */
    version: (): number => version,
    /** Calls `listener` on every change. Returns what undoes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A field's name in words. */
    labelFor,
    /** All values now. */
    values: (): Values => ({ ...values }),
    /** One value now. */
    value: <Chosen extends Name>(name: Chosen): Values[Chosen] => values[name],
    /** The message of a field that is wrong. */
    error: (name: Name): string | undefined => errors[name],
    /** How a field is; `sending` while the form is being sent. */
    state: (name: Name, sending: boolean): FieldState => ({
      touched: touched.has(name),
      dirty: !Object.is(values[name], initial[name]),
      pending: sending,
      valid: errors[name] === undefined,
      validated: validated.has(name),
    }),
    /** Says that a field holds a day, which then has to exist. */
    isDay(name: Name): void {
      days.add(name);
    },
    /** Typing, or choosing: takes the value, validates nothing. */
    put<Chosen extends Name>(name: Chosen, value: Values[Chosen]): void {
      values[name] = value;
      changed();
    },
    /** A field is left, or its value is committed: validates it, and those that must equal it once they have been touched. */
    leave(name: Name): void {
      touched.add(name);
      validate(name);
      for (const [other, list] of Object.entries(setup().rules) as [Name, readonly string[] | undefined][])
        if (list?.includes(`confirmed:${name}`) && touched.has(other)) validate(other);
      changed();
    },
    /** Validates every field; returns the first that is wrong. */
    validateAll(): Name | undefined {
      const names = [...new Set([...Object.keys(values), ...days])] as Name[];
      for (const name of names) validate(name);
      changed();
      return names.find((name) => errors[name] !== undefined);
    },
    /**
     * Puts the server's field messages at their fields (`images.0` at `images`).
     * @returns the first field that got one, and the messages that belong to no field of the form
     */
    place(given: Record<string, readonly string[]>): { first: Name | undefined; homeless: string[] } {
      let first: Name | undefined;
      const homeless: string[] = [];
      for (const [path, [message]] of Object.entries(given)) {
        const name = path.split('.')[0] as Name;
        if (!message) continue;
        if (!Object.hasOwn(values, name)) homeless.push(message);
        else {
          errors[name] = message;
          first ??= name;
        }
      }
      changed();
      return { first, homeless };
    },
    /** Back to the defaults, or to others, untouched. */
    reset(next?: Values): void {
      if (next) initial = { ...next };
      values = { ...initial };
      errors = {};
      touched.clear();
      validated.clear();
      changed();
    },
  };
}
