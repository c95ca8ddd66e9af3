import type { Media } from '@heartwood/contract/media';
import { call, CallError } from '#platform/http.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { sha256Of } from '#platform/sha256.ts';
import { isUnanswered } from '#platform/trouble.ts';
import { upload } from '#platform/upload.ts';
import { fitsOneRequest, type Failure, type Sending } from './logic.ts';

/** Comes with the first large file. */
const resumable = () => import('#platform/resumable-upload.ts');

const urlOf = (key: string) => `upload ${key}`;

/**
 * Sends one file: a small photo in one request, everything else so that it goes on where it stopped.
 * @throws CallError, with status 0 where there was no answer; an AbortError where `signal` ended it; another DOMException where the file is gone
 */
export async function sendFile(chosen: File, sending: Sending): Promise<Media> {
  const { key, family, onProgress, onChecking, onChecked, signal } = sending;
  const file = await readable(chosen, key);
  const sha256 = sending.sha256 ?? (await sha256Of(file, { onProgress: onChecking, signal }));
  if (sha256) onChecked(sha256);
  if (fitsOneRequest(file)) {
    const { media } = await upload(
      'POST /api/media',
      { file, ...(family && { family_id: family }) },
      { idempotencyKey: key, onProgress, signal },
    );
    return media;
  }
  const [{ resumableUpload }, url] = await Promise.all([resumable(), deviceStorage.value<string>(urlOf(key))]);
  const options = { family, sha256, onUrl: (at: string) => void deviceStorage.setValue(urlOf(key), at), onProgress, signal };
  const id = await resumableUpload(file, { ...options, idempotencyKey: key, url })
    // What was begun under this key is not there any more: it begins anew, under another.
    .catch((error: unknown) => {
      if (!(error instanceof CallError && isGone(error.status))) throw error;
      return resumableUpload(file, { ...options, idempotencyKey: newKey(), url: undefined });
    })
    .catch((error: unknown) => {
      if (error instanceof CallError && isOver(error.status)) void deviceStorage.setValue(urlOf(key), undefined);
      throw error;
    });
  void deviceStorage.setValue(urlOf(key), undefined);
  return loadMedia(id, signal);
}

/** A file, or where it cannot be read any more (removed, changed, on a card that was pulled out) what this device has kept of it. @throws DOMException where that is nothing */
async function readable(file: File, key: string): Promise<File> {
  try {
    await beginningOf(file);
    return file;
  } catch (error) {
    const kept = await deviceStorage.file(key);
    if (!kept) throw error;
    await beginningOf(kept);
    return new File([kept], file.name, { type: file.type });
  }
}

const beginningOf = (file: Blob): Promise<ArrayBuffer> => file.slice(0, 1).arrayBuffer();

/** One medium, as it is now. */
export const loadMedia = (id: string, signal?: AbortSignal): Promise<Media> =>
  call('GET /api/media/:id', { params: { id }, ...(signal ? { signal } : {}) }).then(({ media }) => media);

/** Whether an upload that was answered so is not there any more. */
const isOver = (status: number): boolean => isGone(status) || [413, 415, 422, 460].includes(status);
const isGone = (status: number): boolean => status === 404 || status === 410;

/** What an error of `sendFile` means. What may pass by itself, a fault of the server as well, is tried again by itself, as posts are. */
export function explainFailure(error: unknown, { type }: File): Failure {
  if (error instanceof DOMException) return { reason: 'uploads.gone', retryable: true, network: false };
  const status = error instanceof CallError ? error.status : 0;
  if (isUnanswered(status) || status === 429 || status === 423) {
    return { reason: status === 429 ? 'uploads.crowded' : 'uploads.lost', retryable: true, network: true };
  }
  if (status === 413) return { reason: 'uploads.tooLarge', retryable: false, network: false };
  if (status === 415 || status === 422)
    return { reason: /^(image\/|$)/.test(type) ? 'uploads.notAPhoto' : 'uploads.notKept', retryable: false, network: false };
  if (status === 460) return { reason: 'uploads.damaged', retryable: true, network: false };
  if (status === 507) return { reason: 'uploads.full', retryable: true, network: false };
  return { reason: 'failures.generic', retryable: true, network: status >= 500 };
}

/** Gives up what has been sent of a file that has not arrived whole. */
export async function forgetSent(key: string): Promise<void> {
  const url = await deviceStorage.value<string>(urlOf(key));
  if (url)
    await resumable().then(
      ({ cancelResumableUpload }) => cancelResumableUpload(url),
      () => undefined,
    );
  void deviceStorage.setValue(urlOf(key), undefined);
}

/** Deletes a medium that ended in no post. A failure is nobody's concern: what belongs to nothing is cleared away by the server. */
export async function forgetMedia(media: Pick<Media, 'id'>): Promise<void> {
  await call('DELETE /api/media/:id', { params: { id: media.id } }).catch(() => undefined);
}
