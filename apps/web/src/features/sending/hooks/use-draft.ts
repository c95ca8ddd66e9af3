import { postLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useRef, useState } from 'react';
import { doubled } from '#features/uploads/logic.ts';
import { useUploads } from '#features/uploads/state.ts';
import { toasts } from '#platform/toasts.ts';
import { emptyDraft, isEmptyDraft, together, withArrived, type AttachedFile, type Draft } from '../logic.ts';
import { forgetFiles, useFiles } from './use-files.ts';
import { useStoredDraft } from './use-stored-draft.ts';

const limit = { most: postLimits.media, tooMany: () => t('posts.tooMany') };

/**
 * A draft with its photos, each uploaded from the moment it is chosen.
 * @param first what it begins with; undefined while that is being loaded
 * @param keepAs under which name it is kept on this device until it is shared; undefined keeps nothing
 * @param most how many files go with it, and what is said of more; a post's where nothing is said
 * @param shelf the shelf that the form brings along, which is nothing to be kept by itself
 */
export function useDraft(
  first: Draft | undefined,
  keepAs?: string,
  { most = limit, shelf }: { most?: Parameters<typeof useFiles>[2]; shelf?: string | undefined } = {},
) {
  const [draft, setDraft] = useState(first ?? emptyDraft);
  const latest = useRef(draft);
  useEffect(() => void (latest.current = draft), [draft]);
  const isEmpty = isEmptyDraft(draft, shelf);
  const { looked, forget } = useStoredDraft(keepAs, draft, isEmpty, (found) => setDraft((since) => together(found, since)));
  const change = useCallback((to: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => {
    setDraft((before) => ({ ...before, ...(typeof to === 'function' ? to(before) : to) }));
  }, []);

  const changePhotos = useCallback(
    (next: (photos: readonly AttachedFile[]) => AttachedFile[]) => change(({ photos }) => ({ photos: next(photos) })),
    [change],
  );
  const files = useFiles(draft.photos.length, changePhotos, most, keepAs !== undefined);
  useArrivals(draft.photos, change, files.remove);

  /** Forgets the draft on this device; `shared` keeps what was uploaded. */
  const finish = useCallback(
    (shared: boolean) => {
      forget(shared);
      forgetFiles(draft.photos, shared);
      if (!shared) setDraft(emptyDraft);
    },
    [draft.photos, forget],
  );

  return {
    draft,
    /** The draft at the moment of the call: what is written and added while its files are on their way goes with them. */
    now: useCallback((): Draft => latest.current, []),
    /** Whether nothing is written or chosen. */
    isEmpty,
    /** Whether what was kept has been looked for. */
    ready: looked || first !== undefined,
    change,
    addPhotos: files.add,
    replacePhoto: files.replace,
    removePhoto: files.remove,
    /** Says something of one photo. */
    caption: (key: string, caption: string) =>
      changePhotos((photos) => photos.map((photo) => (photo.key === key ? { ...photo, caption } : photo))),
    movePhoto: files.move,
    finish,
    /** Forgets the draft and leaves its photos to whoever sends it now. */
    handOver: useCallback(() => forget(true), [forget]),
  };
}

const nothing = (): void => undefined;

/**
 * A draft to which no file comes, and from which none goes, while it is being sent as it stands: also not from a menu or a file picker that was open
 * by then, which `inert` around the form does not reach. Words from a dialog stay: where it is refused, they are sent next time.
 * @param hasLeft whether its content is decided
 */
export function lockedWhile(hasLeft: boolean, handle: ReturnType<typeof useDraft>): ReturnType<typeof useDraft> {
  return hasLeft ? { ...handle, addPhotos: nothing, replacePhoto: nothing, removePhoto: nothing, movePhoto: nothing } : handle;
}

/** What has arrived belongs to the draft from then on; the same file twice is one. */
function useArrivals(
  photos: AttachedFile[],
  change: (to: (draft: Draft) => Partial<Draft>) => void,
  removePhoto: (key: string) => void,
): void {
  const arriving = useUploads();
  useEffect(() => {
    const arrived = (key: string) => arriving.find((one) => one.key === key)?.media;
    if (withArrived(photos, arrived, 0) !== photos) change((draft) => ({ photos: withArrived(draft.photos, arrived, Date.now()) }));
  }, [arriving, photos, change]);

  // The second of two is noticed by its bytes, and taken out again.
  useEffect(() => {
    const twice = doubled(
      photos.map(({ key }) => key),
      (key) => arriving.find((one) => one.key === key),
    );
    if (!twice) return;
    removePhoto(twice);
    toasts.add(t('uploads.twice'), { type: 'error' });
  }, [arriving, photos, removePhoto]);
}
