import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { uploads } from '#features/uploads/state.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { emptyDraft, isEmptyDraft, resumed, type Draft } from '../logic.ts';

/**
 * Keeps a draft on this device while it is written.
 * @param name under which it is kept; undefined keeps nothing
 * @param onFound hears what was kept before
 * @returns `looked`, whether what was kept has been looked for; `forget`, which keeps nothing more after `forget(true)`
 */
export function useStoredDraft(name: string | undefined, draft: Draft, onFound: (found: Draft) => void) {
  const [looked, setLooked] = useState(false);
  const ended = useRef(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!name) return;
    let left = false;
    const begin = async () => {
      const kept = await deviceStorage.value<Draft>(name);
      const resumedDraft = kept && (await takeUp(kept));
      if (left) return;
      if (resumedDraft) found(resumedDraft);
      setLooked(true);
    };
    void begin();
    return () => void (left = true);
  }, [name]);

  // At once: nobody knows how long the page still lives.
  useEffect(() => {
    // A page that is still there for a moment after the session has ended writes nothing where the next person looks.
    if (!name || !looked || ended.current || !session.signedIn()) return;
    void deviceStorage.setValue(name, isEmptyDraft(draft) ? undefined : draft);
  }, [draft, looked, name]);

  const forget = useCallback(
    (forGood: boolean): void => {
      ended.current = forGood;
      if (name) void deviceStorage.setValue(name, undefined);
    },
    [name],
  );
  return { looked, forget };
}

/** A kept draft with its uploads taken up again; photos whose file is gone are left out. */
export async function takeUp(found: Draft): Promise<Draft> {
  const { draft, rekeyed } = resumed({ ...emptyDraft, ...found }, Date.now(), newKey);
  const formerly = new Map([...rekeyed].map(([before, now]) => [now, before]));
  const photos: Draft['photos'] = [];
  for (const photo of draft.photos) {
    const blob = await deviceStorage.file(formerly.get(photo.key) ?? photo.key);
    if (blob) {
      const file = blob instanceof File ? blob : new File([blob], photo.name, { type: blob.type });
      if (formerly.has(photo.key)) await deviceStorage.setFile(photo.key, file);
      uploads.add([{ key: photo.key, file, media: photo.media }]);
    }
    if (blob || photo.media) photos.push(photo);
  }
  void deviceStorage.dropFiles([...rekeyed.keys()]);
  return { ...draft, photos };
}
