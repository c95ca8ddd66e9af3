import { useEffect, useRef, useState, type Ref } from 'react';
import type { Path, PathValue, UseFormReturn } from 'react-hook-form';
import { afterPress } from '#ui/press.ts';
import { equalsOf, labelIn, type FieldLabels, type FieldRules } from './form-rules.ts';

/** Props of a text field: spread into TextField, PasswordField, TextArea. */
interface TextBinding {
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
  'data-field-state': string;
}

type NameOf<Values extends object> = Path<Values> & keyof Values & string;
type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The text fields of a form as they stand in the page. `onCommit` hears of a field whose value is committed. */
function useControls(onCommit: (name: string) => void) {
  const element = useRef<HTMLFormElement>(null);
  const [controls] = useState(() => new Map<string, TextControl>());
  const [met] = useState(() => new Set<string>());
  // The browser's own `change` comes when a value is committed (leaving, Enter, a password manager), never while typing.
  useEffect(() => {
    const node = element.current;
    const committed = (event: Event) => {
      const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
      if (name && controls.has(name)) onCommit(name);
    };
    node?.addEventListener('change', committed);
    return () => node?.removeEventListener('change', committed);
  });
  return {
    element,
    names: () => [...controls.keys()],
    /** What stands in a field. */
    textIn: (name: string): string | undefined => controls.get(name)?.value,
    /** A field is there, or no longer. @returns what somebody has written before the app was there, in a page that was drawn ahead */
    meet(name: string, node: TextControl | null): string {
      if (!node) return (controls.delete(name), '');
      const begun = met.has(name) ? '' : node.value;
      controls.set(name, node);
      met.add(name);
      return begun;
    },
    focus(name: string): void {
      const own = element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [name="${CSS.escape(name)}-day"]`);
      (controls.get(name) ?? own)?.focus();
    },
  };
}

/** The states of a field that are true, as words. */
const wordsOf = (state: Record<string, unknown>): string =>
  Object.entries(state)
    .flatMap(([word, yes]) => (yes ? [word] : []))
    .join(' ');

/** When the fields of a form are validated, and what is known of each. */
function useValidation<Values extends object>(form: UseFormReturn<Values>, rules: FieldRules<Values>) {
  type Name = NameOf<Values>;
  const [validated, setValidated] = useState<ReadonlySet<string>>(new Set());
  const { errors, touchedFields, dirtyFields, isSubmitting: pending } = form.formState;
  const marks = { touchedFields, dirtyFields } as { [mark: string]: Record<string, unknown> };
  const messageAt = (name: string): string | undefined => (errors as Record<string, { message?: string } | undefined>)[name]?.message;
  return {
    messageAt,
    stateOf: (name: string): string =>
      wordsOf({
        touched: marks['touchedFields']?.[name],
        dirty: marks['dirtyFields']?.[name],
        pending,
        valid: messageAt(name) === undefined,
        validated: validated.has(name),
      }),
    /** A field is left, or its value is committed: validates it, and those that must equal it once they have been touched. */
    leave(name: Name): void {
      form.setValue(name, form.getValues(name), { shouldDirty: true, shouldTouch: true });
      const others = equalsOf(rules, name).filter((other) => form.getFieldState(other as Name).isTouched);
      setValidated((before) => new Set([...before, name, ...others]));
      void form.trigger([name, ...(others as Name[])]);
    },
    setValidated,
  };
}

/** Binds the fields of a form: values, labels, messages and states, when each is validated, and where the focus goes. */
export function useFormFields<Values extends object>(
  form: UseFormReturn<Values>,
  { rules = {}, labels = {} }: { rules?: FieldRules<Values> | undefined; labels?: FieldLabels<Values> | undefined },
) {
  type Name = NameOf<Values>;
  const { messageAt, stateOf, leave, setValidated } = useValidation(form, rules);
  const put = (name: Name, value: unknown) => form.setValue(name, value as PathValue<Values, Name>, { shouldDirty: true });
  const names = () => Object.keys(form.getValues()) as Name[];
  const controls = useControls((name) => {
    read(name as Name);
    afterPress(() => leave(name as Name));
  });

  /** Takes over what stands in a text field, also where the browser filled it in without saying so. */
  function read(name: Name): void {
    const text = controls.textIn(name);
    if (text !== undefined && text !== form.getValues(name)) put(name, text);
  }

  const bind = <Chosen extends Name>(name: Chosen, atOnce: boolean): ChoiceBinding<Values[Chosen]> => ({
    name,
    label: labelIn(labels, name),
    error: messageAt(name),
    value: form.watch(name),
    'data-field-state': stateOf(name),
    onChange: (value) => {
      put(name, value);
      if (atOnce) leave(name);
    },
    onBlur: () => afterPress(() => leave(name)),
  });

  const text = (name: Name, label = labelIn(labels, name)): TextBinding => {
    const { ref, onChange } = form.register(name);
    return {
      name,
      label,
      error: messageAt(name),
      defaultValue: String(form.getValues(name) ?? ''),
      onChange: (event) => void onChange(event),
      onBlur: () => {
        read(name);
        afterPress(() => leave(name));
      },
      ref: ((node: TextControl | null) => {
        const begun = controls.meet(name, node);
        ref(node);
        if (begun && begun !== form.getValues(name)) put(name, begun);
      }) as Ref<never>,
      'data-field-state': stateOf(name),
    };
  };

  return {
    /** The `<form>`. */
    element: controls.element,
    names,
    put,
    /**
     * Binds a text field. How it is stands in `data-field-state`: touched, dirty, pending, valid, validated. `label` is for a field whose label
     * asks ('Confirm password') where its messages name it ('Password confirmation').
     */
    text,
    /** Binds a field that hands over its value (Select, Segments, Switch, files); choosing validates at once. */
    choice: <Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> => bind(name, true),
    /** Binds a DateField, named in `days`; validated when the focus leaves its boxes. */
    date: <Chosen extends Name>(name: Chosen): ChoiceBinding<Values[Chosen]> => bind(name, false),
    /** All fields are about to be validated. */
    readAll(): void {
      for (const name of controls.names()) read(name as Name);
      setValidated(new Set(names()));
    },
    /** No field counts as validated any more. */
    forgetValidated: () => setValidated(new Set()),
    focus: controls.focus,
  };
}
