import { useEffect, useMemo, useState } from 'react';
import { useUploads } from '#features/uploads/state.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { emptyDraft, type AttachedFile, type Draft } from '../logic.ts';
import { begun, forgetFiles } from './use-files.ts';
import { useStoredDraft } from './use-stored-draft.ts';

interface OneFile {
  file: AttachedFile | undefined;
  /** Whether somebody sends it now. */
  isOut: boolean;
  isRestored: boolean;
}
const nothing: OneFile = { file: undefined, isOut: false, isRestored: false };

/** Forgets a file that was sent, where nobody is there who chose it; what has taken its place meanwhile stays. @param keepAs under which name it is kept */
export async function forgetFile(keepAs: string, sent: readonly AttachedFile[]): Promise<void> {
  const [file] = sent;
  if (!file) return;
  forgetFiles(sent, true);
  const kept = await deviceStorage.value<Draft>(keepAs);
  if (kept?.photos[0]?.key === file.key) await deviceStorage.setValue(keepAs, undefined);
}

/**
 * The one file that goes with something small, a question or a comment: uploaded from the moment it is chosen, and kept on this device until it
 * is sent or taken out.
 * @param keepAs under which name it is kept
 */
export function useOneFile(keepAs: string) {
  const [{ file, isOut, isRestored }, set] = useState(nothing);
  const upload = useUploads().find(({ key }) => key === file?.key);
  const draft = useMemo(() => ({ ...emptyDraft, photos: file ? [file] : [] }), [file]);
  const { looked: isKnown } = useStoredDraft(keepAs, draft, !file, ({ photos: [found] }) =>
    set((before) => (before.file || !found ? before : { file: found, isOut: false, isRestored: true })),
  );
  const files = useMemo(() => (file && !isOut ? [file] : []), [file, isOut]);

  // What has arrived need not be sent again after the page has been loaded anew.
  const arrived = upload?.media;
  useEffect(() => {
    if (arrived && file && !file.media)
      set((before) => (before.file === file ? { ...before, file: { ...file, media: arrived, at: Date.now() } } : before));
  }, [arrived, file]);

  return {
    files,
    upload: isOut ? undefined : upload,
    /** Whether somebody sends it now: until it is known what became of it, nothing may take its place. */
    isOut,
    /** Whether what was chosen before the page was loaded has been looked for. */
    isKnown,
    /** Whether it was chosen before the page was loaded. */
    isRestored,
    /** Takes a file instead of the one that was there. */
    add(chosen: File): void {
      forgetFiles(files, false);
      set({ ...nothing, file: begun([chosen], true)[0] });
    },
    /** Takes it out again. */
    remove(): void {
      forgetFiles(files, false);
      set(nothing);
    },
    /** Leaves it to whoever sends it now; on this device it stays until it is sent. */
    handOver: (): void => set((before) => ({ ...before, isOut: true })),
    /** Puts it back where it was not sent. */
    putBack: (): void => set((before) => ({ ...before, isOut: false })),
    /** Forgets what was sent; what has taken its place meanwhile stays. */
    sent(given: readonly AttachedFile[]): void {
      forgetFiles(given, true);
      set((before) => (before.file?.key === given[0]?.key ? nothing : before));
    },
  };
}
