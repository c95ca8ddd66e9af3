import { useState } from 'react';
import { useUploads } from '#features/uploads/state.ts';
import type { AttachedFile } from '../logic.ts';
import { begun, forgetFiles } from './use-files.ts';

/** The one file that goes with something small, a comment or an invitation: uploaded from the moment it is chosen. */
export function useOneFile() {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const upload = useUploads().find(({ key }) => key === files[0]?.key);
  return {
    files,
    upload,
    /** Takes a file instead of the one that was there. */
    add(file: File): void {
      forgetFiles(files, false);
      setFiles(begun([file]));
    },
    /** Takes it out again. */
    remove(): void {
      forgetFiles(files, false);
      setFiles([]);
    },
    /** Leaves it to whoever sends it now. */
    handOver: (): void => setFiles([]),
    /** Puts it back where it was not sent and nothing has taken its place. */
    putBack: (given: readonly AttachedFile[]): void => setFiles((since) => (since.length > 0 ? since : given)),
  };
}
