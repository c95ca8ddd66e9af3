import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useState } from 'react';
import { begun } from '#features/sending/hooks/use-files.ts';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import type { Part } from '../logic.ts';
import { reels, type Reel } from '../state.ts';

/** The film on this device: one that was begun and not finished, or one that is whole and being uploaded, with what is written of it. */
export function useFilm() {
  const { user } = useSession();
  const handle = useDraft(undefined, `film ${user?.id ?? ''}`);
  const [kept, setKept] = useState<Reel | null>();
  useEffect(() => {
    let left = false;
    void reels.kept().then((reel) => left || setKept(reel ?? null));
    return () => void (left = true);
  }, []);
  const { change } = handle;

  /** Takes a film: it is uploaded from now on. @param drop forgets what was kept of it part by part */
  const take = useCallback(
    async (film: File | undefined, drop?: () => Promise<void>) => {
      if (!film) {
        toasts.add(t('filming.nothing'), { type: 'error' });
        return drop?.();
      }
      const [one] = begun([film], true);
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
    film: handle.draft.photos[0],
    kept: kept ?? undefined,
    ready: handle.ready && kept !== undefined,
    take,
    trim,
    /** Goes on with what was begun. */
    takeKept: async (reel: Reel): Promise<void> => {
      const film = await reels.film(reel, t('filming.fileName'));
      setKept(null);
      await take(film, () => reels.drop(reel));
    },
    dropKept: (reel: Reel): void => {
      setKept(null);
      void reels.drop(reel);
    },
  };
}
