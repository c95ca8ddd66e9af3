import type { FailureCode } from '@heartwood/contract/failures';
import { useRef, useState, type FormEvent } from 'react';
import { useForm as useFields, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { changesIn } from './form-changes.ts';
import { useFirstSight, useFormDraft } from './form-draft.ts';
import { useFormFields } from './form-fields.ts';
import { errorsOf, placed, type FieldChecks, type FieldLabels, type FieldRules, type FormRules } from './form-rules.ts';
import { refusalFrom } from './http.ts';
import type { SendKeys } from './keys.ts';
import { useOwnPage } from './own-page.ts';
import { refusalText, toastLeft, toastRefusal } from './refusal-toast.ts';
import { beginTry, useUnderWay } from './tries.ts';
import { troubleOf, type Trouble } from './trouble.ts';

/** What a form is made of. */
interface FormSetup<Values extends FieldValues> {
  /** The first value of every field. */
  defaults: Values;
  rules?: FieldRules<Values>;
  /** Labels that differ from the contract's. */
  labels?: FieldLabels<Values>;
  checks?: FieldChecks<Values>;
  /** The form and what it is about: what is changed in it is kept on this device under this name until it is sent (platform/form-draft.ts). */
  draft?: string;
  /** Under which name a file that goes with it is kept. */
  fileDraft?: string;
  /** The keys that `send` takes for what it makes; they are forgotten once it was sent or thrown away. */
  keys?: SendKeys;
  /** Its fields are one thing, which nobody else changes: the draft keeps all of them as soon as one is changed. */
  isWhole?: boolean;
  /**
   * Sends the values, or of something that is there already only the `changed` ones; false where they were not sent. What it throws ends at
   * the fields (the server's `errors`) or in `problem`, or in a toast where the form was left meanwhile; what was typed stays.
   */
  send: (values: Values, changed: Partial<Values>) => Promise<unknown>;
  /** The message when the server gives none. */
  failure?: FailureCode;
}

/** What a server answers a form that it refuses: messages at the fields, and what belongs to none of them. */
function useRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: ReturnType<typeof useFormFields<Values>>,
  { failure, isKept }: { failure: FailureCode | undefined; isKept: boolean },
) {
  const [problem, setProblem] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble>();
  const page = useOwnPage();
  const place = (error: unknown): void => {
    if (!page.isShown()) return isKept ? toastLeft(refusalText(error), page.address()) : toastRefusal(error);
    const refusal = refusalFrom(error, failure);
    const { message, errors: given } = refusal;
    setTrouble(troubleOf(refusal, navigator.onLine));
    const { at, homeless } = placed(fields.names(), given ?? {});
    for (const [name, words] of at) form.setError(name as Path<Values>, { type: 'server', message: words });
    if (at[0]) fields.focus(at[0][0]);
    if (homeless.length > 0) setProblem(homeless.join(' '));
    else if (!at[0]) setProblem(message);
  };

  const clear = (): void => {
    setProblem(undefined);
    setTrouble(undefined);
  };
  return { problem, setProblem, trouble, place, clear };
}

/**
 * What sends the values of a form: [Note: A draft is sent once]. `onReset` is to hear what the form is reset to.
 * @param name under which name the form is kept
 * @param onSent hears what the form was reset to while it was being sent, if it was
 */
function useSendOnce<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { name, fileDraft, send }: { name: string | undefined; fileDraft: string | undefined; send: FormSetup<Values>['send'] },
  { onSent, onRefused }: { onSent: (resetTo: object | undefined) => void; onRefused: (error: unknown) => void },
) {
  const resetTo = useRef<object>(undefined);
  const sendOnce = async (values: Values): Promise<void> => {
    resetTo.current = undefined;
    const end = beginTry([name, fileDraft].filter((one) => one !== undefined));
    try {
      const sent = await send(values, changesIn(values, form.formState.defaultValues ?? {}));
      if (sent !== false) onSent(resetTo.current);
    } catch (error) {
      onRefused(error);
    } finally {
      end();
    }
  };
  return { sendOnce, onReset: (first: object): void => void (resetTo.current = first) };
}

/** The library's form with the contract's rules. When a field is validated is decided by `useFormFields`: the library's own moments are off. */
function useValidated<Values extends FieldValues>(defaults: Values, given: FormRules<Values>) {
  return useFields<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (values) => {
      const errors = errorsOf(values, given);
      return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} };
    },
  });
}

/**
 * A form in the app's way, on react-hook-form: the contract's rules and messages, validated on blur and on change, never while typing; the
 * first field that is wrong gets the focus; what the server says stands at its fields, and what was typed stays.
 */
export function useForm<Values extends FieldValues>({
  defaults,
  rules = {},
  labels = {},
  checks = {},
  draft: name,
  fileDraft,
  keys,
  isWhole = false,
  send,
  failure,
}: FormSetup<Values>) {
  type Name = Path<Values> & keyof Values & string;
  const form = useValidated(defaults, { rules, labels, checks });
  const { isSubmitting } = form.formState;
  const isUnderWay = useUnderWay(name);
  const busy = isSubmitting || isUnderWay;
  const fields = useFormFields(form, { rules, labels });
  const draft = useFormDraft(form, name, { isWhole, keys });
  const firstSight = useFirstSight(draft.isKnown || isUnderWay);
  const refusal = useRefusal(form, fields, { failure, isKept: name !== undefined });
  const { sendOnce, onReset } = useSendOnce(form, { name, fileDraft, send }, { onSent: draft.forget, onRefused: refusal.place });

  const submit = async (): Promise<void> => {
    if (busy) return;
    refusal.clear();
    fields.readAll();
    await form.handleSubmit(sendOnce, (wrong) => {
      const first = fields.names().find((name) => name in wrong);
      if (first) fields.focus(first);
    })();
  };

  const reset = (next?: Values, since: Partial<Values> = {}): void => {
    fields.forgetValidated();
    onReset(next ?? form.formState.defaultValues ?? {});
    form.reset(next as DefaultValues<Values> | undefined);
    for (const [field, value] of Object.entries(since)) fields.put(field as Name, value);
  };
  const discard = (): void => {
    reset();
    draft.forget();
  };

  return {
    /** Spread into the `<form>`. */
    props: {
      ref: fields.element,
      noValidate: true,
      ...firstSight,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    /** While it is being sent. */
    busy,
    /** Spread into a DraftNote. */
    draft: { shown: draft.isRestored, isSending: isUnderWay && !isSubmitting, onDiscard: () => discard() },
    /** Throws away what was written, here and on this device. */
    discard,
    /** Spread into a FormProblem: what went wrong that belongs to no field, and what kept it from being decided at all. */
    problem: { text: refusal.problem, trouble: refusal.trouble },
    /** Says or clears the problem. */
    setProblem: refusal.setProblem,
    /** Sends it from elsewhere than its button. */
    submit,
    text: fields.text,
    choice: fields.choice,
    date: fields.date,
    /** A field's value now; the component renders again when it changes. */
    watch: <Chosen extends Name>(name: Chosen): Values[Chosen] => form.watch(name),
    /** All values now. */
    values: (): Values => form.getValues(),
    /** Sets a value, without validating it. */
    set: <Chosen extends Name>(name: Chosen, value: Values[Chosen]): void => fields.put(name, value),
    /** Back to the defaults, or to others; what has been written `since` they were sent stays a change. */
    reset,
  };
}
