import type { Media } from '@heartwood/contract/media';
import { uploadSizeLimit } from '@heartwood/contract/limits';
import type { UploadState } from '#ui/upload-tile.tsx';

/** Bytes up to which a picture is sent in one request; everything else is a resumable upload. */
const mostInOneRequest = 4 * 1_048_576;
/** How many files are on their way at the same time. */
export const atOnce = 3;

/** Whether a file is small enough to be sent anew from its beginning where the connection is lost. */
export const fitsOneRequest = ({ size, type }: Pick<File, 'size' | 'type'>): boolean =>
  size <= mostInOneRequest && !/^(video|audio)\//.test(type);

/** Why a file has not arrived: the message that says so. */
export type FailureReason =
  | 'uploads.empty'
  | 'uploads.gone'
  | 'uploads.tooLarge'
  | 'uploads.notAPhoto'
  | 'uploads.notKept'
  | 'uploads.lost'
  | 'uploads.full'
  | 'uploads.damaged'
  | 'uploads.crowded'
  | 'failures.generic';

/** Why a file may not be sent; undefined where it may. */
export function refusedFile({ size }: Pick<File, 'size'>): FailureReason | undefined {
  if (size === 0) return 'uploads.empty';
  return size > uploadSizeLimit ? 'uploads.tooLarge' : undefined;
}

/** One file on its way. `retryable` says that it may be tried again as it is; `sha256` is there once it is known. */
export interface Upload {
  key: string;
  file: File;
  /** The family it is for; undefined is the current one. */
  family: string | undefined;
  state: UploadState;
  retryable: boolean;
  media: Media | null;
  sha256: string | undefined;
}

/** What a sender is given. `key` is the same for every try. */
export interface Sending {
  key: string;
  /** The family it is for; undefined is the current one. */
  family: string | undefined;
  /** SHA-256 of an earlier try. */
  sha256: string | undefined;
  onChecking: (share: number) => void;
  onChecked: (sha256: string) => void;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends one file. */
export type Send = (file: File, options: Sending) => Promise<Media>;

/** What a failed try means: why it failed, whether it may be tried again, and whether it was only the network. */
export interface Failure {
  reason: FailureReason;
  retryable: boolean;
  network: boolean;
}

/** Bytes a second, smoothed over some seconds: the first figure of a connection says little. */
export function createSpeed(now: () => number) {
  let last: { at: number; bytes: number } | undefined;
  let speed: number | undefined;
  return (bytes: number): number | undefined => {
    const at = now();
    if (!last || bytes < last.bytes) last = { at, bytes };
    if (at - last.at >= 500) {
      const current = ((bytes - last.bytes) * 1_000) / (at - last.at);
      speed = speed === undefined ? current : speed * 0.7 + current * 0.3;
      last = { at, bytes };
    }
    return speed;
  };
}

/** The second of two files with the same bytes, by key; undefined where each is there once. */
export function doubled(keys: readonly string[], one: (key: string) => Pick<Upload, 'sha256'> | undefined): string | undefined {
  const seen = new Set<string>();
  for (const key of keys) {
    const hash = one(key)?.sha256;
    if (hash && seen.has(hash)) return key;
    if (hash) seen.add(hash);
  }
  return undefined;
}
