import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { openDraft } from '#platform/form-draft.ts';
import { untilTried } from '#platform/tries.ts';
import { afterPress } from '#ui/press.ts';
import type { DraftField } from '../logic.ts';
import type { Loaded } from './use-section-form.ts';

/** A section as it is written, with the version it began from: whoever saves it over a newer one sees both. */
export interface Kept {
  began: Loaded;
  fields: DraftField[];
  note: string;
}

/**
 * Keeps what is written in a section on this device until it is saved, and brings it back.
 * @param name under which name it is kept
 * @param restore puts together what was kept and what has been written since, or hears that nothing is and nothing has been, once a try that was under way has ended: [Note: A draft is sent once]
 * @returns what forgets it
 */
export function useStoredSection(
  name: string,
  { isDirty, ...now }: Kept & { isDirty: boolean },
  restore: (kept: Kept | undefined) => void,
): () => void {
  const [draft] = useState(() => openDraft(name));
  const [isReady, setReady] = useState(false);
  const found = useEffectEvent((kept: object | undefined) => {
    if (kept || !isDirty) restore(kept as Kept | undefined);
    setReady(true);
  });
  useEffect(() => {
    let left = false;
    void untilTried(name)
      .then(draft.find)
      // What is found moves what is below. Drawn at once: the next letter goes into the field as it is on the page.
      .then((kept) => afterPress(() => left || flushSync(() => found(kept))));
    return () => void (left = true);
  }, [draft, name]);
  const text = JSON.stringify(now);
  useEffect(() => {
    if (!isReady) return;
    if (isDirty) void draft.keep(JSON.parse(text) as Record<string, unknown>);
    else draft.forget();
  }, [draft, isReady, isDirty, text]);
  return draft.forget;
}
