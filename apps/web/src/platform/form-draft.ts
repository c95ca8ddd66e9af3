import { hour } from '@heartwood/contract/limits';
import { useHydrated } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { afterPress } from '#ui/press.ts';
import { deviceStorage } from './device-storage.ts';
import { changesIn } from './form-changes.ts';
import type { SendKeys } from './keys.ts';
import { session } from './session.ts';
import { untilTried } from './tries.ts';

// [Note: What is written stays]
// What somebody has written in a form is on their device from the first letter until it is sent or thrown away, so that a page that is loaded
// anew loses nothing. Passwords are never kept. Each person has a database of their own; it goes when they log out (platform/storage.ts).
// Only what was changed is kept of a form: where it is opened again, all else stands as others have changed it meanwhile.

interface Kept {
  values: Record<string, unknown>;
  /** The fields whose files are kept beside it. */
  files: string[];
  /** When it was written, in milliseconds. */
  at: number;
}

/** How long what a visitor wrote is kept, in milliseconds: nobody knows who sits there next. */
const forVisitors = hour;

/** How long a form waits to be seen while the device is slow to say whether something of it is kept, in milliseconds. */
const timeoutMs = 1_000;

const isSecret = (name: string): boolean => name.includes('password');

/** What is written in a form. @param name the form, and what it is about: `person 01936b0f` */
export function openDraft(name: string) {
  const key = `form ${name}`;
  const fileKey = (field: string) => `${key} ${field}`;
  const whose = session.person();
  const files = new Map<string, unknown>();
  let dropped: Promise<unknown> = Promise.resolve();

  function forget(): void {
    if (session.person() !== whose) return;
    files.clear();
    dropped = deviceStorage.value<Kept>(key).then((kept) => kept && deviceStorage.dropFiles(kept.files.map(fileKey)));
    void deviceStorage.setValue(key, undefined);
  }

  return {
    /** What was kept, by field. */
    async find(): Promise<Record<string, unknown> | undefined> {
      const kept = await deviceStorage.value<Kept>(key);
      if (!kept) return undefined;
      if (!whose && Date.now() - kept.at > forVisitors) {
        forget();
        return undefined;
      }
      for (const field of kept.files) files.set(field, await deviceStorage.file(fileKey(field)));
      return { ...kept.values, ...Object.fromEntries([...files].filter(([, file]) => file instanceof File)) };
    },
    /** Keeps what is written now. */
    async keep(values: Record<string, unknown>): Promise<void> {
      if (session.person() !== whose) return;
      const open = Object.entries(values).filter(([field]) => !isSecret(field));
      const chosen = open.filter(([, value]) => value instanceof File) as [string, File][];
      for (const [field, file] of chosen) {
        // One that is dropped under the same name goes first.
        if (files.get(field) !== file) void dropped.then(() => deviceStorage.setFile(fileKey(field), file));
        files.set(field, file);
      }
      const texts = Object.fromEntries(open.filter(([, value]) => !(value instanceof File)));
      await deviceStorage.setValue(key, { values: texts, files: chosen.map(([field]) => field), at: Date.now() } satisfies Kept);
    },
    forget,
  };
}

const withoutSecrets = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))) as Partial<Values>;

/**
 * Keeps what was changed in a form under a name, and brings it back. Without a name it keeps nothing.
 * @param isWhole whether all fields are kept as soon as one is changed
 * @param keys the keys it is sent under, which are forgotten with it
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string | undefined,
  { isWhole, keys }: { isWhole: boolean; keys: SendKeys | undefined },
) {
  const [draft] = useState(() => (name === undefined ? undefined : openDraft(name)));
  const [isRestored, setRestored] = useState(false);
  const [isKnown, setKnown] = useState(draft === undefined);
  const { dirtyFields, defaultValues } = form.formState;
  const changed = (values: Record<string, unknown>, first: object = defaultValues ?? {}) => withoutSecrets(changesIn(values, first));
  const restore = useEffectEvent((found: Record<string, unknown>) => {
    // Whoever has begun anew meanwhile goes on with that.
    if (Object.keys(dirtyFields).length > 0) return;
    const fields = Object.entries(changed(found)).filter(([field]) => field in form.getValues());
    if (fields.length === 0) return draft?.forget();
    for (const [field, value] of fields)
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    setRestored(true);
  });
  const keepChanges = (values: Record<string, unknown>, first?: object): void => {
    const fields = changed(values, first);
    if (Object.keys(fields).length === 0) draft?.forget();
    else void draft?.keep(isWhole ? values : fields);
  };
  const keep = useEffectEvent(keepChanges);
  useEffect(() => {
    let left = false;
    // The note of it moves what is below where the form is seen already: not while something is being pressed.
    const look = async () => {
      if (name !== undefined) await untilTried(name);
      const found = await draft?.find();
      if (found) afterPress(() => !left && restore(found));
      if (!left) setKnown(true);
    };
    void look();
    return () => void (left = true);
  }, [draft, name]);
  useEffect(() => {
    if (!draft) return undefined;
    const { unsubscribe } = form.watch((values) => keep(values as Record<string, unknown>));
    return unsubscribe;
  }, [draft, form]);
  return {
    /** Whether what stands in the form was written before. */
    isRestored,
    /** Whether it is known what stands in it. */
    isKnown,
    /** Forgets what is kept. @param since what the form has been reset to meanwhile: what differs from that is kept anew */
    forget(since?: object): void {
      setRestored(false);
      keys?.forget();
      draft?.forget();
      if (since) keepChanges(form.getValues(), since);
    },
  };
}

/** Props of a form: it is seen once it is `known` what stands in it, so that nothing of it moves then. A page that was drawn ahead is seen already. */
export function useFirstSight(known: boolean): { style?: { opacity: 0 } } {
  const isSeen = !useHydrated();
  const [waited, setWaited] = useState(isSeen);
  useEffect(() => {
    const timer = setTimeout(setWaited, timeoutMs, true);
    return () => clearTimeout(timer);
  }, []);
  return known || waited ? {} : { style: { opacity: 0 } };
}

/** Forgets what is kept of a form that is not there. */
export const forgetDraft = (name: string): void => openDraft(name).forget();
