import { useEffect, useRef, useState } from 'react';
import { openDraft } from '#platform/form-draft.ts';
import { session } from '#platform/session.ts';
import { untilTried } from '#platform/tries.ts';
import { draftNames, isNothing, nothingAsked, type Asking } from '../logic.ts';

/** What is being asked, kept on this device until it is. `start` is the idea it begins with: its slug and what it suggests to ask. */
export function useAsking(start: { idea: string; question: string } | undefined) {
  const [asking, show] = useState(nothingAsked);
  const latest = useRef(asking);
  useEffect(() => void (latest.current = asking), [asking]);
  const [ready, setReady] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [name] = useState(() => draftNames(session.family() ?? '').words);
  const [draft] = useState(() => openDraft(name));
  useEffect(() => {
    let left = false;
    const restore = (found: Record<string, unknown> | undefined) => {
      if (found) show((since) => (isNothing(since) ? { ...nothingAsked, ...(found as Partial<Asking>) } : since));
      setRestored(found !== undefined);
      setReady(true);
    };
    void untilTried(name)
      .then(draft.find)
      .then((found) => !left && restore(found));
    return () => void (left = true);
  }, [draft, name]);
  const change = (to: Partial<Asking>): void => {
    // A toast changes it later.
    const next = { ...latest.current, ...to };
    latest.current = next;
    show(next);
    if (isNothing(next)) setRestored(false);
    if (isNothing(next)) draft.forget();
    else void draft.keep({ ...next });
  };
  // What somebody has written before goes before an idea.
  const { idea, question } = start ?? {};
  useEffect(() => {
    if (ready && idea && question) show((since) => (since.text === '' ? { ...since, text: question, idea } : since));
  }, [ready, idea, question]);
  return { asking, isKnown: ready, isRestored, change };
}
