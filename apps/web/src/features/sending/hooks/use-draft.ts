import { postLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useRef, useState } from 'react';
import { moved } from '#features/media/logic.ts';
import { discard, uploads, useUploads } from '#features/uploads/api.ts';
import { doubled } from '#features/uploads/logic.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { emptyDraft, isEmptyDraft, resumed, type Draft } from '../logic.ts';

/**
 * A draft with its photos, each uploaded from the moment it is chosen.
 * @param first what it begins with; undefined while that is being loaded
 * @param keepAs under which name it is kept on this device until it is shared; undefined keeps nothing
 */
export function useDraft(first: Draft | undefined, keepAs?: string) {
  const [draft, setDraft] = useState(first ?? emptyDraft);
  const [ready, setReady] = useState(first !== undefined);
  const arriving = useUploads();
  const done = useRef(false);

  const change = useCallback((to: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => {
    setDraft((before) => ({ ...before, ...(typeof to === 'function' ? to(before) : to) }));
  }, []);

  useEffect(() => {
    if (!keepAs) return;
    let left = false;
    const begin = async () => {
      const found = await loadKept(keepAs);
      if (left) return;
      if (found) setDraft((before) => (isEmptyDraft(before) ? found : before));
      setReady(true);
    };
    void begin();
    return () => void (left = true);
  }, [keepAs]);

  // What has arrived belongs to the draft from then on.
  useEffect(() => {
    const arrived = (key: string) => arriving.find((one) => one.key === key)?.media ?? null;
    if (!draft.photos.some((photo) => !photo.media && arrived(photo.key))) return;
    change(({ photos }) => ({
      photos: photos.map((photo) => {
        const media = photo.media ?? arrived(photo.key);
        return media && !photo.media ? { ...photo, media, at: Date.now() } : photo;
      }),
    }));
  }, [arriving, draft.photos, change]);

  const removePhoto = useCallback(
    (key: string) => {
      void discard(key);
      void deviceStorage.dropFiles([key]);
      change(({ photos }) => ({ photos: photos.filter((photo) => photo.key !== key) }));
    },
    [change],
  );

  // The same file twice is one: the second is noticed by its bytes, and taken out again.
  useEffect(() => {
    const twice = doubled(
      draft.photos.map(({ key }) => key),
      (key) => arriving.find((one) => one.key === key),
    );
    if (!twice) return;
    removePhoto(twice);
    toasts.add(t('uploads.twice'), { type: 'error' });
  }, [arriving, draft.photos, removePhoto]);

  // At once: nobody knows how long the page still lives.
  useEffect(() => {
    if (!keepAs || !ready || done.current) return;
    void deviceStorage.setValue(keepAs, isEmptyDraft(draft) ? undefined : draft);
  }, [draft, ready, keepAs]);

  const addPhotos = useCallback(
    (files: readonly File[]) => {
      const room = postLimits.media - draft.photos.length;
      if (files.length > room) toasts.add(t('posts.tooMany'), { type: 'error' });
      const chosen = files.slice(0, Math.max(0, room)).map((file) => ({ key: newKey(), file }));
      if (keepAs) for (const { key, file } of chosen) void deviceStorage.setFile(key, file);
      uploads.add(chosen);
      change(({ photos }) => ({ photos: [...photos, ...chosen.map(({ key, file }) => ({ key, name: file.name, media: null, at: 0 }))] }));
    },
    [draft.photos.length, keepAs, change],
  );

  /** Forgets the draft on this device; `shared` keeps what was uploaded. */
  const finish = useCallback(
    (shared: boolean) => {
      done.current = shared;
      const keys = draft.photos.map(({ key }) => key);
      for (const key of keys) {
        if (shared) uploads.remove(key);
        else void discard(key);
      }
      if (keepAs) void deviceStorage.setValue(keepAs, undefined);
      void deviceStorage.dropFiles(keys);
      if (!shared) setDraft(emptyDraft);
    },
    [draft.photos, keepAs],
  );

  /** Forgets the draft and leaves its photos to whoever sends it now. */
  const handOver = useCallback(() => {
    done.current = true;
    if (keepAs) void deviceStorage.setValue(keepAs, undefined);
  }, [keepAs]);

  return {
    draft,
    handOver,
    /** Whether what was kept has been looked for. */
    ready,
    change,
    addPhotos,
    removePhoto,
    /** Says something of one photo. */
    caption: (key: string, caption: string) =>
      change(({ photos }) => ({ photos: photos.map((photo) => (photo.key === key ? { ...photo, caption } : photo)) })),
    movePhoto: (from: number, to: number) => change(({ photos }) => ({ photos: moved(photos, from, to) })),
    finish,
  };
}

/** A draft as it was kept. */
async function loadKept(name: string): Promise<Draft | undefined> {
  const found = await deviceStorage.value<Draft>(name);
  return found && takeUp(found);
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
