import { useCallback } from 'react';
import { moved } from '#features/media/logic.ts';
import { discard, uploads } from '#features/uploads/state.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import type { AttachedFile } from '../logic.ts';

/** Begins to upload files. `isKept` keeps them on this device, too, until they are sent. */
export function begun(files: readonly File[], isKept = false): AttachedFile[] {
  const chosen = files.map((file) => ({ key: newKey(), file }));
  if (isKept) for (const { key, file } of chosen) void deviceStorage.setFile(key, file);
  uploads.add(chosen, session.family());
  return chosen.map(({ key, file }) => ({ key, name: file.name, media: null, at: 0 }));
}

/** Forgets the uploads of files. `sent` keeps what has become of them, as it belongs to something now. */
export function forgetFiles(files: readonly AttachedFile[], sent: boolean): void {
  const keys = files.map(({ key }) => key);
  for (const key of keys) {
    if (sent) uploads.remove(key);
    else void discard(key);
  }
  void deviceStorage.dropFiles(keys);
}

/**
 * The files of something that is written, each uploaded from the moment it is chosen.
 * @param count how many there are
 * @param change makes another list of them
 * @param limit how many there may be, and what is said of more
 */
export function useFiles(
  count: number,
  change: (next: (files: readonly AttachedFile[]) => AttachedFile[]) => void,
  limit: { most: number; tooMany: () => string },
  isKept = false,
) {
  const { most, tooMany } = limit;
  const add = useCallback(
    (files: readonly File[], about: Pick<AttachedFile, 'steps'> = {}) => {
      if (files.length > most - count) toasts.add(tooMany(), { type: 'error' });
      const chosen = begun(files.slice(0, Math.max(0, most - count)), isKept);
      change((before) => [...before, ...chosen.map((one) => ({ ...one, ...about }))]);
    },
    [count, most, tooMany, isKept, change],
  );
  /** Puts a file in the place of another, also where there may be no more. */
  const replace = useCallback(
    (key: string, file: File) => {
      const [chosen] = begun([file], isKept);
      if (!chosen) return;
      void discard(key);
      void deviceStorage.dropFiles([key]);
      change((before) => before.map((one) => (one.key === key ? chosen : one)));
    },
    [isKept, change],
  );
  const remove = useCallback(
    (key: string) => {
      void discard(key);
      void deviceStorage.dropFiles([key]);
      change((before) => before.filter((one) => one.key !== key));
    },
    [change],
  );
  const move = useCallback((from: number, to: number) => change((before) => moved(before, from, to)), [change]);
  return { add, replace, remove, move };
}
