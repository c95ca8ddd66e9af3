import { useState } from 'react';
import { discard, uploads, useUploads } from '#features/uploads/api.ts';
import { newKey } from '#platform/keys.ts';

/** The one file of a comment that is written: uploaded from the moment it is chosen. */
export function useCommentFile() {
  const [key, setKey] = useState<string>();
  const upload = useUploads().find((one) => one.key === key);
  return {
    upload,
    add(file: File): void {
      const next = newKey();
      if (key) void discard(key);
      uploads.add([{ key: next, file }]);
      setKey(next);
    },
    /** Takes it out of the comment. */
    remove(): void {
      if (key) void discard(key);
      setKey(undefined);
    },
    /** Waits until it has arrived. @returns its id, undefined where it has not */
    async arrived(): Promise<string | undefined> {
      if (!key) return undefined;
      uploads.retryLost();
      if (uploads.one(key)?.state.state === 'failed') uploads.retry(key);
      await uploads.settled([key]);
      return uploads.one(key)?.media?.id;
    },
    /** It belongs to a comment now. */
    done(): void {
      if (key) uploads.remove(key);
      setKey(undefined);
    },
  };
}
