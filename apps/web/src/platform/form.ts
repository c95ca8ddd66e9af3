import type { FailureCode } from '@heartwood/contract/failures';
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { useForm as useFields, type DefaultValues, type Path, type PathValue } from 'react-hook-form';
import { equalsOf, errorsOf, labelIn, placed, type FieldLabels, type FieldRules } from './form-rules.ts';
import { refusalFrom } from './http.ts';

/** What a form is made of. */
export interface FormSetup<Values extends object> {
  /** The first value of every field. */
  defaults: Values;
  rules?: FieldRules<Values>;
  /** Labels that differ from the contract's. */
  labels?: FieldLabels<Values>;
  /** Sends the values. What it throws ends at the fields (the server's `errors`) or in `problem`; what was typed stays. */
  send: (values: Values) => Promise<unknown>;
  /** The message when the server gives none. */
  failure?: FailureCode;
}

/** Props of a text field: spread into TextField, PasswordField, TextArea. */
export interface TextBinding {
  name: string;
  label: string;
  error: string | undefined;
  defaultValue: string;
  onChange: (event: { target: unknown }) => void;
  onBlur: () => void;
  ref: Ref<never>;
  'data-field-state': string;
}

/** Props of a field that hands over its value: spread into Select, DateField, Segments. */
export interface ChoiceBinding<Value> {
  name: string;
  label: string;
  error: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

// A field is left as the pointer goes down on something else. A message that comes or goes at that moment would move what is being pressed
// from under the pointer, and the press would be lost: what follows from leaving waits until the pointer is up.
let pressed = false;
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true);
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, () => (pressed = false), true);
}

function afterPress(act: () => void): void {
  if (!pressed) return act();
  const once = () => {
    for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, once);
    // The click comes after the pointer is up.
    setTimeout(act);
  };
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, once);
}

/**
 * A form in the app's way, on react-hook-form: the contract's rules and messages, validated on blur and on change, never while typing; the
 * first field that is wrong gets the focus; what the server says stands at its fields, and what was typed stays.
 */
export function useForm<Values extends object>(setup: FormSetup<Values>) {
  type Name = Path<Values> & keyof Values & string;
  const latest = useRef(setup);
  latest.current = setup;
  const days = useRef(new Set<string>());
  const validated = useRef(new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const controls = useRef(new Map<string, TextControl>());
  const met = useRef(new Set<string>());
  const [problem, setProblem] = useState<string>();
  // When a field is validated is decided here alone (`leave`), so the library's own moments are off.
  const fields = useFields<Values>({
    defaultValues: setup.defaults as DefaultValues<Values>,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (values) => {
      const { rules = {}, labels = {} } = latest.current;
      const errors = errorsOf(values, { rules, labels, days: days.current });
      return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} };
    },
  });
  const { errors, touchedFields, dirtyFields, isSubmitting: busy } = fields.formState;
  const marks = { touchedFields, dirtyFields } as { [mark: string]: Record<string, unknown> };
  const valueOf = (name: Name) => fields.getValues(name) as Values[Name];
  const put = (name: Name, value: unknown, how = {}) =>
    fields.setValue(name, value as PathValue<Values, Name>, { shouldDirty: true, ...how });
  const messageAt = (name: string): string | undefined => (errors as Record<string, { message?: string } | undefined>)[name]?.message;

  /** A field is left, or its value is committed: validates it, and those that must equal it once they have been touched. */
  const leave = (name: Name): void => {
    put(name, valueOf(name), { shouldTouch: true });
    const others = equalsOf(latest.current.rules ?? {}, name).filter((other) => fields.getFieldState(other as Name).isTouched);
    for (const one of [name, ...others]) validated.current.add(one);
    void fields.trigger([name, ...(others as Name[])]);
  };

  /** What stands in a text field, also where the browser filled it in without saying so. */
  const read = (name: Name): void => {
    const control = controls.current.get(name);
    if (control && control.value !== valueOf(name)) put(name, control.value);
  };

  const focus = (name: string): void => {
    const own = element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [name="${CSS.escape(name)}-day"]`);
    (controls.current.get(name) ?? own)?.focus();
  };

  // The browser's own `change` comes when a value is committed (leaving, Enter, a password manager), never while typing.
  useEffect(() => {
    const node = element.current;
    const committed = (event: Event) => {
      const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
      if (!name || !controls.current.has(name)) return;
      read(name as Name);
      afterPress(() => leave(name as Name));
    };
    node?.addEventListener('change', committed);
    return () => node?.removeEventListener('change', committed);
  });

  const place = (error: unknown): void => {
    const { message, errors: given } = refusalFrom(error, latest.current.failure);
    const { at, homeless } = placed(Object.keys(fields.getValues()), given ?? {});
    for (const [name, words] of at) fields.setError(name as Name, { type: 'server', message: words });
    if (at[0]) focus(at[0][0]);
    if (homeless.length > 0) setProblem(homeless.join(' '));
    else if (!at[0]) setProblem(message);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setProblem(undefined);
    for (const name of controls.current.keys()) read(name as Name);
    for (const name of Object.keys(fields.getValues())) validated.current.add(name);
    await fields.handleSubmit(
      (values) => latest.current.send(values).then(() => undefined, place),
      (wrong) => {
        const first = Object.keys(fields.getValues()).find((name) => name in wrong);
        if (first) focus(first);
      },
    )();
  };

  const bind = <Chosen extends Name>(name: Chosen, atOnce: boolean): ChoiceBinding<Values[Chosen]> => ({
    name,
    label: labelIn(setup.labels ?? {}, name),
    error: messageAt(name),
    value: fields.watch(name),
    onChange: (value) => {
      put(name, value);
      if (atOnce) leave(name);
    },
    onBlur: () => afterPress(() => leave(name)),
  });

  return {
    /** Spread into the `<form>`. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    /** While it is being sent. */
    busy,
    /** What went wrong that belongs to no field. */
    problem,
    /** Says or clears that. */
    setProblem,
    /** Sends it from elsewhere than its button. */
    submit,
    /** Binds a text field. How it is stands in `data-field-state`: touched, dirty, pending, valid, validated. */
    text(name: Name): TextBinding {
      const error = messageAt(name);
      const state = {
        touched: marks['touchedFields']?.[name],
        dirty: marks['dirtyFields']?.[name],
        pending: busy,
        valid: error === undefined,
        validated: validated.current.has(name),
      };
      const words = Object.entries(state).flatMap(([word, yes]) => (yes ? [word] : []));
      const { ref, onChange } = fields.register(name);
      return {
        name,
        label: labelIn(setup.labels ?? {}, name),
        error,
        defaultValue: String(valueOf(name) ?? ''),
        onChange: (event) => void onChange(event),
        onBlur: () => {
          read(name);
          afterPress(() => leave(name));
        },
        ref: ((node: TextControl | null) => {
          // In a page that was drawn before the app was there, somebody may have begun to write.
          const begun = node && !met.current.has(name) ? node.value : '';
          ref(node);
          if (!node) return void controls.current.delete(name);
          controls.current.set(name, node);
          met.current.add(name);
          if (begun && begun !== valueOf(name)) put(name, begun);
        }) as Ref<never>,
        'data-field-state': words.join(' '),
      };
    },
    /** Binds a field that hands over its value (Select, Segments, Switch, files); choosing validates at once. */
    choice: <Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> => bind(name, true),
    /** Binds a DateField; validated when the focus leaves its boxes. A day that does not exist is not valid. */
    date<Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> {
      days.current.add(name);
      return bind(name, false);
    },
    /** A field's value now; the component renders again when it changes. */
    watch: <Chosen extends Name>(name: Chosen): Values[Chosen] => fields.watch(name),
    /** All values now. */
    values: (): Values => fields.getValues(),
    /** Sets a value, without validating it. */
    set: <Chosen extends Name>(name: Chosen, value: Values[Chosen]): void => put(name, value),
    /** Back to the defaults, or to others. */
    reset(next?: Values): void {
      validated.current.clear();
      fields.reset(next as DefaultValues<Values> | undefined);
    },
  };
}
