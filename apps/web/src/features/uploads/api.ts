import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { useState, useSyncExternalStore } from 'react';
import { isSettled, lookAgainAfter } from '#features/media/logic.ts';
import { call, CallError } from '#platform/http.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { cancelResumableUpload, resumableUpload } from '#platform/resumable-upload.ts';
import { sha256Of } from '#platform/sha256.ts';
import { upload } from '#platform/upload.ts';
import { createUploads, fitsOneRequest, type Failure, type Sending } from './logic.ts';

/** How long to wait before what only the network has lost is tried again, in milliseconds. */
const againAfter = 15_000;
/** How often a medium that is being prepared is looked at, at most. */
const looks = 40;

const urlOf = (key: string) => `upload ${key}`;

/** The uploads of this page: they go on whatever screen is open, and after the page has been closed where they stopped. */
export const uploads = createUploads(send, explain);
if (typeof window !== 'undefined') window.addEventListener('online', uploads.retryLost);

async function send(file: File, sending: Sending): Promise<Media> {
  const { key, onProgress, onChecking, onChecked, signal } = sending;
  const sha256 = sending.sha256 ?? (await sha256Of(file, { onProgress: onChecking, signal }));
  if (sha256) onChecked(sha256);
  if (fitsOneRequest(file)) {
    const { media } = await upload('POST /api/media', { file }, { idempotencyKey: key, onProgress, signal });
    return followed(key, media);
  }
  const url = await deviceStorage.value<string>(urlOf(key));
  const options = { sha256, onUrl: (at: string) => void deviceStorage.setValue(urlOf(key), at), onProgress, signal };
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
  const { media } = await call('GET /api/media/:id', { params: { id }, signal });
  return followed(key, media);
}

/** Whether an upload that was answered so is not there any more. */
const isOver = (status: number): boolean => isGone(status) || [413, 415, 422, 460].includes(status);
const isGone = (status: number): boolean => status === 404 || status === 410;

/** Looks again, in growing steps, until a medium is ready. */
function followed(key: string, media: Media, seen = 1): Media {
  if (!isSettled(media) && seen < looks) {
    setTimeout(() => {
      if (!uploads.one(key)) return;
      call('GET /api/media/:id', { params: { id: media.id } }).then(
        (now) => uploads.update(key, followed(key, now.media, seen + 1)),
        () => undefined,
      );
    }, lookAgainAfter(seen));
  }
  return media;
}

function explain(error: unknown, { type }: File): Failure {
  const status = error instanceof CallError ? error.status : 0;
  if (status === 0 || status === 429 || status === 423) {
    setTimeout(uploads.retryLost, againAfter);
    return { reason: status === 429 ? t('uploads.crowded') : t('uploads.lost'), again: true, network: true };
  }
  if (status === 413) return { reason: t('uploads.tooLarge'), again: false, network: false };
  if (status === 415 || status === 422)
    return { reason: /^(image\/|$)/.test(type) ? t('uploads.notAPhoto') : t('uploads.notKept'), again: false, network: false };
  if (status === 460) return { reason: t('uploads.damaged'), again: true, network: false };
  if (status === 507) return { reason: t('uploads.full'), again: true, network: false };
  return { reason: '', again: true, network: false };
}

/** The uploads, in a component. */
export function useUploads() {
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** Takes a file out that is not wanted any more: what has been sent of it, and what has become of it, goes too. */
export async function discard(key: string): Promise<void> {
  const media = uploads.one(key)?.media;
  uploads.remove(key);
  if (media) return forgetMedia(media);
  const url = await deviceStorage.value<string>(urlOf(key));
  if (url) await cancelResumableUpload(url);
  void deviceStorage.setValue(urlOf(key), undefined);
}

/** Deletes a medium that ended in no post. A failure is nobody's concern: what belongs to nothing is cleared away by the server. */
export async function forgetMedia(media: Pick<Media, 'id'>): Promise<void> {
  await call('DELETE /api/media/:id', { params: { id: media.id } }).catch(() => undefined);
}

/** The one file that goes with something small, a comment or an invitation: uploaded from the moment it is chosen. */
export function useOneUpload() {
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
    /** Takes it out again. */
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
    /** It belongs to what was sent now. */
    done(): void {
      if (key) uploads.remove(key);
      setKey(undefined);
    },
  };
}
