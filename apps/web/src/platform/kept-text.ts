import { useEffect, useRef, useState } from 'react';
import { openDraft } from './form-draft.ts';
import { untilTried } from './tries.ts';

// Texts outside forms, kept as a form's fields are: [Note: What is written stays].

/**
 * A text outside a form, kept on this device until it is sent.
 * @param name where it is written: `comment 01936b0f`
 * @returns the text; `write` keeps it; `show` changes only what is shown; `forget` removes what is kept
 */
export function useKeptText(name: string) {
  const [text, show] = useState('');
  const [draft] = useState(() => openDraft(name));
  // What is written before it is known what was kept stands below that.
  const early = useRef<string | undefined>('');
  useEffect(() => {
    let left = false;
    const restore = (kept: unknown) => {
      const since = early.current;
      early.current = undefined;
      const all = [typeof kept === 'string' && kept, since].filter(Boolean).join('\n\n');
      if (all) show(all);
      if (all && since) void draft.keep({ text: all });
    };
    void untilTried(name)
      .then(draft.find)
      .then((found) => !left && restore(found?.['text']));
    return () => void (left = true);
  }, [draft, name]);
  const write = (next: string): void => {
    show(next);
    if (early.current !== undefined) early.current = next;
    else if (next === '') draft.forget();
    else void draft.keep({ text: next });
  };
  return { text, show, write, forget: draft.forget };
}

/** Keeps a text that was not sent, before what has been written in its field since. */
export async function keepText(name: string, text: string): Promise<void> {
  if (!text) return;
  const draft = openDraft(name);
  const since = (await draft.find())?.['text'];
  await draft.keep({ text: typeof since === 'string' && since.trim() !== text ? `${text}\n\n${since}` : text });
}

/** Forgets a text that was sent, unless something else has been written in its field since. */
export async function forgetText(name: string, text: string): Promise<void> {
  const draft = openDraft(name);
  const kept = (await draft.find())?.['text'];
  if (typeof kept === 'string' && kept.trim() === text) draft.forget();
}
