import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { uploads } from '#features/uploads/state.ts';
import { deviceStorage, keeps } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { untilTried } from '#platform/tries.ts';
import { afterPress } from '#ui/press.ts';
import { emptyDraft, resumed, type Draft } from '../logic.ts';

/**
 * Keeps a draft on this device while it is written.
 * @param name under which it is kept; undefined keeps nothing
 * @param isEmpty whether nothing of it is worth keeping
 * @param onFound hears what was kept before, and puts it together with what has been written since
 * @returns `looked`, whether what was kept has been looked for; `forget`, which keeps nothing more after `forget(true)`
 */
export function useStoredDraft(name: string | undefined, draft: Draft, isEmpty: boolean, onFound: (found: Draft) => void) {
  const [looked, setLooked] = useState(false);
  const ended = useRef(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!name) return;
    let left = false;
    const begin = async () => {
      await untilTried(name);
      const kept = await deviceStorage.value<Draft>(name);
      const resumedDraft = kept && (await takeUp(kept, (now) => deviceStorage.setValue(name, now), session.family()));
      // What is found moves what is below. Drawn at once: the next letter goes into the field as it is on the page.
      afterPress(() => {
        if (left) return;
        flushSync(() => {
          if (resumedDraft) found(resumedDraft);
          setLooked(true);
        });
      });
    };
    void begin();
    return () => void (left = true);
  }, [name]);

  // At once: nobody knows how long the page still lives.
  useEffect(() => {
    // A page that is still there for a moment after the session has ended writes nothing where the next person looks.
    if (!name || !looked || ended.current || !session.signedIn()) return;
    void deviceStorage.setValue(name, isEmpty ? undefined : draft);
  }, [draft, isEmpty, looked, name]);

  const forget = useCallback(
    (forGood: boolean): void => {
      ended.current = forGood;
      // What nobody has seen yet stays.
      if (name && looked) void deviceStorage.setValue(name, undefined);
    },
    [name, looked],
  );
  return { looked, forget };
}

/**
 * A kept draft with its uploads taken up again; photos whose file is gone are left out.
 * @param keep keeps the draft where files of it have other keys now. The former ones are removed after that: the page may end at any moment.
 * @param family the one it is written for
 */
export async function takeUp(found: Draft, keep: (draft: Draft) => Promise<unknown>, family: string | undefined): Promise<Draft> {
  const { draft, rekeyed } = resumed({ ...emptyDraft, ...found }, Date.now(), newKey);
  const formerly = new Map([...rekeyed].map(([before, now]) => [now, before]));
  const read = draft.photos.map(async (photo) => {
    const blob = await deviceStorage.file(formerly.get(photo.key) ?? photo.key);
    if (!blob) return { photo, file: undefined };
    const file = blob instanceof File ? blob : new File([blob], photo.name, { type: blob.type });
    if (formerly.has(photo.key)) await deviceStorage.setFile(photo.key, file);
    return { photo, file };
  });
  const all = await Promise.all(read);
  const taken = { ...draft, photos: all.flatMap(({ photo, file }) => (file || photo.media ? [photo] : [])) };
  if (rekeyed.size > 0 && keeps([...rekeyed.values()])) {
    await keep(taken);
    void deviceStorage.dropFiles([...rekeyed.keys()]);
  }
  uploads.add(
    all.flatMap(({ photo: { key, media }, file }) => (file ? [{ key, file, media }] : [])),
    family,
  );
  return taken;
}
