import { mediaApi, type Media } from '@heartwood/contract/media';
import { useSyncExternalStore } from 'react';
import { call, CallError } from '#platform/http.ts';
import { upload } from '#platform/upload.ts';
import { createUploads, type Failure } from './logic.ts';
import { words } from './words.ts';

/** The uploads of this page: they go on whatever screen is open. */
export const uploads = createUploads(
  (file, { key, onProgress, signal }) =>
    upload(mediaApi.upload, { file }, { idempotencyKey: key, onProgress, signal }).then(({ media }) => media),
  explain,
);
if (typeof window !== 'undefined') window.addEventListener('online', uploads.retryLost);

function explain(error: unknown): Failure {
  const status = error instanceof CallError ? error.status : 0;
  if (status === 0) return { reason: words.lost, again: true, network: true };
  if (status === 413) return { reason: words.tooLarge, again: false, network: false };
  if (status === 415 || status === 422) return { reason: words.notAPhoto, again: false, network: false };
  if (status === 507) return { reason: words.full, again: true, network: false };
  return { reason: '', again: true, network: false };
}

/** The uploads, in a component. */
export function useUploads() {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** Deletes a medium that ended in no post. A failure is nobody's concern: what belongs to nothing is cleared away by the server. */
export async function forgetMedia(media: Pick<Media, 'id'>): Promise<void> {
  await call(mediaApi.remove, { params: { id: media.id } }).catch(() => undefined);
}
