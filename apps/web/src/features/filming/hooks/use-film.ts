import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useRef, useState } from 'react';
import { begun } from '#features/sending/hooks/use-files.ts';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import type { AttachedFile } from '#features/sending/logic.ts';
import { uploads } from '#features/uploads/state.ts';
import { deviceStorage, useKeeps } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import type { Part } from '../logic.ts';
import { ownPlace, type Parts, type Place, type Reel } from '../state.ts';

/** Files of a draft, of whose film a part remains; undefined is all of it. */
const withTrim = (photos: AttachedFile[], part: Part | undefined): AttachedFile[] =>
  photos.map((one) => (one.isFilm ? { ...one, trim: part && { from: part.from, to: part.to, key: newKey() } } : one));

/**
 * The parts of a film until all of it lies on the device, or has arrived. `keptOf` is the film's key while all of them lie there. `dropParts` forgets
 * those of one film, or of whichever there is.
 */
function useParts() {
  const [lying, show] = useState<{ of: string; parts: Parts }>();
  // Whoever waits for a film to arrive asks for what lies there by then.
  const latest = useRef(lying);
  const keepParts = useCallback((next: typeof lying) => {
    latest.current = next;
    show(next);
  }, []);
  const dropParts = useCallback(
    async (of?: string): Promise<void> => {
      const { current } = latest;
      if (!current || (of && of !== current.of)) return;
      keepParts(undefined);
      await current.parts.drop();
    },
    [keepParts],
  );
  const keeps = useKeeps(lying?.parts.keys() ?? []);
  return { keptOf: keeps ? lying?.of : undefined, keepParts, dropParts };
}

/** What this device could keep of a film. @param draft the name of its draft; undefined while it is recorded @param needed the files that have not arrived */
function useKeeping(draft: string | undefined, needed: AttachedFile[]) {
  const keysOf = (files: AttachedFile[]) => (draft === undefined ? undefined : [draft, ...files.map(({ key }) => key)]);
  return {
    /** Whether it could keep the film and what was added to it, or all that is recorded of one. */
    keeps: useKeeps(keysOf(needed)),
    /** Whether it could keep the film itself. */
    keepsFilm: useKeeps(keysOf(needed.filter(({ isFilm }) => isFilm))),
  };
}

/** Does something once a file has arrived, whatever page is open by then; not where it was taken out before. */
function onceArrived({ key, media }: AttachedFile, act: () => void): void {
  if (media ?? uploads.one(key)?.media) return act();
  const looking = uploads.store.subscribe(() => {
    const upload = uploads.one(key);
    if (upload && !upload.media) return;
    looking.unsubscribe();
    if (upload) act();
  });
}

/** The film on this device: one that was begun and not finished, or one that is whole and being uploaded, with what is written of it. */
export function useFilm() {
  const place = usePlace();
  const handle = useDraft(undefined, place?.draft);
  const [kept, setKept] = useState<Reel | null>();
  useEffect(() => {
    let left = false;
    void place?.reels.kept().then((reel) => left || setKept(reel ?? null));
    return () => void (left = true);
  }, [place]);
  const { change, ready } = handle;
  const { photos } = handle.draft;
  const film = photos.find(({ isFilm }) => isFilm);
  const { keptOf, keepParts, dropParts } = useParts();
  // What has arrived needs its file here no longer.
  const needed = photos.filter((one) => !one.media && one.key !== keptOf);
  const keeping = useKeeping(film && place?.draft, needed);

  // The page was closed when the film was whole already, and its parts were there still.
  useEffect(() => {
    if (!ready || !film || !kept) return;
    void place?.reels.parts(kept).drop();
    setKept(null);
  }, [ready, film, kept, place]);

  /** Takes a film: it is uploaded from now on. @param parts what was kept of it part by part */
  const take = useCallback(
    async (whole: File | undefined, parts?: Parts) => {
      if (!whole) {
        toasts.add(t('filming.nothing'), { type: 'error' });
        return parts?.drop();
      }
      const [one] = begun([whole], true);
      if (!one) return;
      change(({ photos: others }) => ({ kind: 'video', photos: [{ ...one, isFilm: true }, ...others] }));
      if (parts) keepParts({ of: one.key, parts });
      // Its parts go once all of it lies on the device.
      if (await deviceStorage.file(one.key)) await dropParts(one.key);
    },
    [change, keepParts, dropParts],
  );

  /** Says what remains of the film; undefined is all of it. */
  const trim = useCallback((part: Part | undefined) => change((draft) => ({ photos: withTrim(draft.photos, part) })), [change]);

  return {
    handle,
    reels: place?.reels,
    film,
    kept: kept ?? undefined,
    ...keeping,
    ready: ready && kept !== undefined,
    take,
    trim,
    /** Goes on with what was begun. */
    takeKept: async (reel: Reel): Promise<void> => {
      const whole = await place?.reels.film(reel, t('filming.fileName'));
      // One that was being shared may have arrived meanwhile: then there is nothing to go on with, and nothing wrong.
      const isGone = !whole && !(await place?.reels.kept());
      setKept(null);
      if (!isGone) await take(whole, place?.reels.parts(reel));
    },
    dropKept: (reel: Reel): void => {
      setKept(null);
      void place?.reels.parts(reel).drop();
    },
    /** Takes the film away, to make another; what was added to it stays. */
    remove: (): void => {
      if (film) handle.removePhoto(film.key);
      void dropParts();
    },
    /** Leaves it to whoever shares it now. */
    handOver: (): void => {
      handle.handOver();
      // The parts of one that has not arrived are all that a page which is closed now would leave.
      if (film) onceArrived(film, () => void dropParts(film.key));
    },
  };
}

/** The place of this page, as long as it is open. */
function usePlace(): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const taken = ownPlace();
    let left = false;
    void taken.then((one) => left || setPlace(one));
    return () => {
      left = true;
      void taken.then(({ leave }) => leave());
    };
  }, []);
  return place;
}
