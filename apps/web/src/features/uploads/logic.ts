import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { uploadSizeLimit } from '@heartwood/contract/limits';
import type { UploadState } from '#ui/upload-tile.tsx';

/** Bytes up to which a picture is sent in one piece; everything else goes on where it stopped. */
const onePiece = 4 * 1_048_576;
/** How many files are on their way at the same time. */
export const atOnce = 3;

/** Whether a file is small enough to begin anew where its way breaks. */
export const fitsOneRequest = ({ size, type }: Pick<File, 'size' | 'type'>): boolean => size <= onePiece && !/^(video|audio)\//.test(type);

/** Whether a file may be sent, in words where it may not. */
export function refusedFile({ size }: Pick<File, 'size'>): string | undefined {
  if (size === 0) return t('uploads.empty');
  return size > uploadSizeLimit ? t('uploads.tooLarge') : undefined;
}

/** One file on its way. `again` says that it may be tried again as it is; `sha256` is there once it is known. */
export interface Upload {
  key: string;
  file: File;
  state: UploadState;
  again: boolean;
  media: Media | null;
  sha256: string | undefined;
}

/** What a sender is given. `key` is the same for every try. */
export interface Sending {
  key: string;
  /** SHA-256 of an earlier try. */
  sha256: string | undefined;
  onChecking: (share: number) => void;
  onChecked: (sha256: string) => void;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends one file. */
export type Send = (file: File, options: Sending) => Promise<Media>;

/** What a failed try means: in words for people, whether it may be tried again, and whether it was only the network. */
export interface Failure {
  reason: string;
  again: boolean;
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

const onItsWay: ReadonlySet<UploadState['state']> = new Set(['waiting', 'checking', 'uploading', 'paused']);
const running: ReadonlySet<UploadState['state']> = new Set(['checking', 'uploading']);

/**
 * The queue of uploads: some at once, in the order they came, whatever page one is on.
 * @param send sends one file
 * @param explain says what an error of `send` means
 */
export function createUploads(send: Send, explain: (error: unknown, file: File) => Failure, now: () => number = () => performance.now()) {
  let list: readonly Upload[] = [];
  const stops = new Map<string, AbortController>();
  const lost = new Set<string>();
  const listeners = new Set<() => void>();

  const publish = (next: readonly Upload[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, to: Partial<Upload>) => publish(list.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));
  const one = (key: string) => list.find((upload) => upload.key === key);

  function run(): void {
    while (stops.size < atOnce) {
      const next = list.find(({ key, state }) => state.state === 'waiting' && !stops.has(key));
      if (!next) return;
      void sendOne(next);
    }
  }

  async function sendOne({ key, file, sha256 }: Upload): Promise<void> {
    const stop = new AbortController();
    stops.set(key, stop);
    const speedAt = createSpeed(now);
    const say = (state: UploadState) => {
      if (!stop.signal.aborted && running.has(one(key)?.state.state ?? 'done')) change(key, { state });
    };
    change(key, { state: { state: 'uploading', share: 0 } });
    try {
      const media = await send(file, {
        key,
        sha256,
        signal: stop.signal,
        onChecking: (share) => say({ state: 'checking', share }),
        onChecked: (hash) => {
          change(key, { sha256: hash });
          say({ state: 'uploading', share: 0 });
        },
        onProgress: (share) => {
          const speed = speedAt(share * file.size);
          say({ state: 'uploading', share, ...(speed === undefined ? {} : { speed }) });
        },
      });
      if (!stop.signal.aborted) change(key, { state: { state: 'done' }, media });
    } catch (error) {
      if (!stop.signal.aborted) {
        const { reason, again, network } = explain(error, file);
        if (network) lost.add(key);
        change(key, { state: { state: 'failed', reason }, again });
      }
    }
    stops.delete(key);
    run();
  }

  function stopOne(key: string): void {
    stops.get(key)?.abort(new DOMException('The upload was stopped', 'AbortError'));
  }

  function retry(key: string): void {
    lost.delete(key);
    if (one(key)?.state.state === 'failed') change(key, { state: { state: 'waiting' } });
    run();
  }

  return {
    /** The uploads, in the order they came. */
    list: (): readonly Upload[] => list,
    one,
    /** Adds files under keys that are theirs for good; one that is known already stays as it is. */
    add(files: readonly { key: string; file: File; media?: Media | null }[]): void {
      const fresh = files.filter(({ key }) => !one(key));
      const made = fresh.map(({ key, file, media = null }): Upload => {
        const reason = media ? undefined : refusedFile(file);
        const state: UploadState = media ? { state: 'done' } : reason ? { state: 'failed', reason } : { state: 'waiting' };
        return { key, file, media, state, again: false, sha256: undefined };
      });
      publish([...list, ...made]);
      run();
    },
    retry,
    /** Whether only the network has lost it: then it is tried again by itself. */
    isLost: (key: string): boolean => lost.has(key),
    /** Tries again what only the network has lost. */
    retryLost: (): void => [...lost].forEach(retry),
    /** Stops a file until it is resumed; what has been sent of it is kept. */
    pause(key: string): void {
      const state = one(key)?.state;
      if (!state || !onItsWay.has(state.state)) return;
      change(key, { state: { state: 'paused', share: state.state === 'uploading' ? state.share : 0 } });
      stopOne(key);
    },
    /** Lets a file that was stopped go on. */
    resume(key: string): void {
      if (one(key)?.state.state === 'paused') change(key, { state: { state: 'waiting' } });
      run();
    },
    /** Takes a file out; one that is being sent is stopped. */
    remove(key: string): void {
      lost.delete(key);
      publish(list.filter((upload) => upload.key !== key));
      stopOne(key);
    },
    /** What has become of a medium since it arrived. */
    update: (key: string, media: Media): void => change(key, { media }),
    /** Waits until every one of these has arrived, failed or been taken out. */
    settled(keys: readonly string[]): Promise<void> {
      const waits = () => keys.some((key) => onItsWay.has(one(key)?.state.state ?? 'done'));
      if (!waits()) return Promise.resolve();
      return new Promise((resolve) => {
        const look = () => {
          if (waits()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
      });
    },
    /** Calls `listener` on every change. Returns what undoes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
