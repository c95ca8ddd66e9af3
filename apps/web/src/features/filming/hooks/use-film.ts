import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useState } from 'react';
import { begun } from '#features/sending/hooks/use-files.ts';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { deviceStorage, useKeeps } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import type { Part } from '../logic.ts';
import { ownPlace, type Place, type Reel } from '../state.ts';

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
  const film = handle.draft.photos[0];
  // What has arrived needs its file here no longer.
  const keeps = useKeeps(film && place && [place.draft, ...(film.media ? [] : [film.key])]);

  // The page was closed when the film was whole already, and its parts were there still.
  useEffect(() => {
    if (!ready || !film || !kept) return;
    void place?.reels.drop(kept);
    setKept(null);
  }, [ready, film, kept, place]);

  /** Takes a film: it is uploaded from now on. @param drop forgets what was kept of it part by part */
  const take = useCallback(
    async (whole: File | undefined, drop?: () => Promise<void> | undefined) => {
      if (!whole) {
        toasts.add(t('filming.nothing'), { type: 'error' });
        return drop?.();
      }
      const [one] = begun([whole], true);
      if (!one) return;
      change({ kind: 'video', photos: [one] });
      // Its parts go once all of it lies on the device.
      if (await deviceStorage.file(one.key)) await drop?.();
    },
    [change],
  );

  /** Says what remains of the film; undefined is all of it. */
  const trim = useCallback(
    (part: Part | undefined) =>
      change(({ photos }) => ({
        photos: photos.map((one) => ({ ...one, trim: part && { from: part.from, to: part.to, key: newKey() } })),
      })),
    [change],
  );

  return {
    handle,
    reels: place?.reels,
    film,
    kept: kept ?? undefined,
    /** Whether this device could keep the film, or all that is recorded of one. */
    keeps,
    ready: ready && kept !== undefined,
    take,
    trim,
    /** Goes on with what was begun. */
    takeKept: async (reel: Reel): Promise<void> => {
      const whole = await place?.reels.film(reel, t('filming.fileName'));
      setKept(null);
      await take(whole, () => place?.reels.drop(reel));
    },
    dropKept: (reel: Reel): void => {
      setKept(null);
      void place?.reels.drop(reel);
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
