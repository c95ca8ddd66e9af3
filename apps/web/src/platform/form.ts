import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type Ref } from 'react';
import { createFormState, type FieldRules, type FieldState } from './form-state.ts';
import { refusalFrom } from './http.ts';

/** What a form is made of. */
export interface FormSetup<Values extends object> {
  /** The first value of every field. */
  defaults: Values;
  rules?: FieldRules<Values>;
  /** Labels that differ from the contract's. */
  labels?: { [Name in keyof Values & string]?: string };
  /** Sends the values. What it throws ends at the fields (the server's `errors`) or in `problem`; what was typed stays. */
  send: (values: Values) => Promise<unknown>;
  /** The message when the server gives none. */
  failure?: string;
}

/** Props of a text field: spread into TextField, PasswordField, TextArea. */
export interface TextBinding {
  name: string;
  label: string;
  error: string | undefined;
  defaultValue: string;
  onChange: (event: { target: unknown }) => void;
  onBlur: (event: { target: unknown }) => void;
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
 * A form in the app's way: the contract's rules and messages, validated on blur and on change, never while typing; the first field that is
 * wrong gets the focus; what the server says stands at its fields, and what was typed stays.
 */
export function useForm<Values extends object>(setup: FormSetup<Values>) {
  type Name = keyof Values & string;
  const latest = useRef(setup);
  latest.current = setup;
  const [form] = useState(() =>
    createFormState<Values>(() => ({
      defaults: latest.current.defaults,
      rules: latest.current.rules ?? {},
      labels: latest.current.labels ?? {},
    })),
  );
  useSyncExternalStore(form.subscribe, form.version, form.version);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const controls = useRef(new Map<string, TextControl>());

  /** What stands in a text field, also where the browser filled it in without saying so. */
  const read = (name: Name): void => {
    const control = controls.current.get(name);
    if (control && control.value !== form.value(name)) form.put(name, control.value as Values[Name]);
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
      afterPress(() => form.leave(name as Name));
    };
    node?.addEventListener('change', committed);
    return () => node?.removeEventListener('change', committed);
  });

  const place = (error: unknown): void => {
    const { message, errors } = refusalFrom(error, latest.current.failure);
    const { first, homeless } = form.place(errors ?? {});
    if (first) focus(first);
    if (homeless.length > 0) setProblem(homeless.join(' '));
    else if (!first) setProblem(message);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setProblem(undefined);
    for (const name of controls.current.keys()) read(name as Name);
    const wrong = form.validateAll();
    if (wrong) return focus(wrong);
    setBusy(true);
    try {
      await latest.current.send(form.values());
    } catch (error) {
      place(error);
    } finally {
      setBusy(false);
    }
  };

  const write = (name: string, value: unknown): void => {
    const control = controls.current.get(name);
    if (control) control.value = typeof value === 'string' ? value : '';
  };

  const bind = <Chosen extends Name>(name: Chosen, atOnce: boolean): ChoiceBinding<Values[Chosen]> => ({
    name,
    label: form.labelFor(name),
    error: form.error(name),
    value: form.value(name),
    onChange: (value) => {
      form.put(name, value);
      if (atOnce) form.leave(name);
    },
    onBlur: () => afterPress(() => form.leave(name)),
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
    /** Binds a text field. */
    text(name: Name): TextBinding {
      const words = Object.entries(form.state(name, busy))
        .filter(([, yes]) => yes)
        .map(([word]) => word);
      return {
        name,
        label: form.labelFor(name),
        error: form.error(name),
        defaultValue: String(form.value(name) ?? ''),
        onChange: (event) => form.put(name, (event.target as TextControl).value as Values[Name]),
        onBlur: () => {
          read(name);
          afterPress(() => form.leave(name));
        },
        ref: ((node: TextControl | null) => {
          if (node) controls.current.set(name, node);
          else controls.current.delete(name);
        }) as Ref<never>,
        'data-field-state': words.join(' '),
      };
    },
    /** Binds a field that hands over its value (Select, Segments, Switch, files); choosing validates at once. */
    choice: <Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> => bind(name, true),
    /** Binds a DateField; validated when the focus leaves its boxes. A day that does not exist is not valid. */
    date<Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> {
      form.isDay(name);
      return bind(name, false);
    },
    /** How a field is: touched, dirty, pending, valid, validated. */
    state: (name: Name): FieldState => form.state(name, busy),
    /** A field's value now; the component renders again when it changes. */
    watch: form.value,
    /** All values now. */
    values: form.values,
    /** Sets a value, without validating it. */
    set<Chosen extends Name>(name: Chosen, value: Values[Chosen]): void {
      form.put(name, value);
      write(name, value);
    },
    /** Back to the defaults, or to others. */
    reset(next?: Values): void {
      form.reset(next);
      for (const [name, value] of Object.entries(form.values())) write(name, value);
    },
  };
}
