import { useEffect, useEffectEvent, useState } from 'react';
import { openDraft } from '#platform/form-draft.ts';
import { untilTried } from '#platform/tries.ts';
import type { DraftField } from '../logic.ts';
import type { Loaded } from './use-section-form.ts';

/** A section as it is written, with the version it began from: whoever saves it over a newer one sees both. */
interface Kept {
  began: Loaded;
  fields: DraftField[];
  note: string;
}

/**
 * Keeps what is written in a section on this device until it is saved, and brings it back.
 * @param name under which name it is kept
 * @param restore takes over what was kept, or hears that nothing is, once a try that was under way has ended: [Note: A draft is sent once]
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
    if (!isDirty) restore(kept as Kept | undefined);
    setReady(true);
  });
  useEffect(() => {
    let left = false;
    void untilTried(name)
      .then(draft.find)
      .then((kept) => left || found(kept));
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
