import type { Media } from '@heartwood/contract/media';
import { createAtom, useSelector } from '@tanstack/react-store';
import { isSettled, pollDelay } from '#features/media/logic.ts';
import { session } from '#platform/session.ts';
import type { UploadState } from '#ui/upload-tile.tsx';
import { explainFailure, forgetMedia, forgetSent, loadMedia, sendFile } from './api.ts';
import { atOnce, createSpeed, refusedFile, type Failure, type Send, type Upload } from './logic.ts';

/** How long to wait before what only the network has lost is tried again, in milliseconds. */
const retryDelay = 15_000;
/** How often a medium that is being prepared is looked at, at most. */
const looks = 40;

const onItsWay: ReadonlySet<UploadState['state']> = new Set(['waiting', 'checking', 'uploading', 'paused']);
const running: ReadonlySet<UploadState['state']> = new Set(['checking', 'uploading']);

/** Says what an error of sending means. */
type Explain = (error: unknown, file: File) => Failure;

type List = ReturnType<typeof createList>;

/** The uploads and how each one is. */
function createList() {
  const store = createAtom<readonly Upload[]>([]);
  return {
    store,
    one: (key: string): Upload | undefined => store.get().find((upload) => upload.key === key),
    change: (key: string, to: Partial<Upload>): void =>
      store.set((list) => list.map((upload) => (upload.key === key ? { ...upload, ...to } : upload))),
  };
}

/** Sends what waits in a list, some at once, in the order it came; `lost` are those that only the network has lost. */
function createSender({ store, one, change }: List, send: Send, explain: Explain, now: () => number) {
  const stops = new Map<string, AbortController>();
  const lost = new Set<string>();

  function run(): void {
    while (stops.size < atOnce) {
      const next = store.get().find(({ key, state }) => state.state === 'waiting' && !stops.has(key));
      if (!next) return;
      void sendOne(next);
    }
  }

  async function sendOne({ key, file, family, sha256 }: Upload): Promise<void> {
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
        family,
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
        const { reason, retryable, network } = explain(error, file);
        if (network) lost.add(key);
        change(key, { state: { state: 'failed', reason }, retryable });
      }
    }
    stops.delete(key);
    run();
  }

  const stop = (key: string): void => stops.get(key)?.abort(new DOMException('The upload was stopped', 'AbortError'));
  return { run, stop, lost };
}

/**
 * The queue of uploads: some at once, in the order they came, whatever page one is on.
 * @param send sends one file
 * @param explain says what an error of `send` means
 */
export function createUploads(send: Send, explain: Explain, now: () => number = () => performance.now()) {
  const list = createList();
  const { store, one, change } = list;
  const { run, stop, lost } = createSender(list, send, explain, now);

  function retry(key: string): void {
    lost.delete(key);
    if (one(key)?.state.state === 'failed') change(key, { state: { state: 'waiting' } });
    run();
  }

  return {
    /** The uploads, in the order they came. */
    store,
    /** One of them. */
    one,
    /** Adds files of a family under keys that are theirs for good; one that is known already stays as it is. */
    add(files: readonly { key: string; file: File; media?: Media | null }[], family: string | undefined): void {
      const fresh = files.filter(({ key }) => !one(key));
      const made = fresh.map(({ key, file, media = null }): Upload => {
        const reason = media ? undefined : refusedFile(file);
        const state: UploadState = media ? { state: 'done' } : reason ? { state: 'failed', reason } : { state: 'waiting' };
        return { key, file, family, media, state, retryable: false, sha256: undefined };
      });
      store.set((list) => [...list, ...made]);
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
      stop(key);
    },
    /** Lets a file that was stopped go on. */
    resume(key: string): void {
      if (one(key)?.state.state === 'paused') change(key, { state: { state: 'waiting' } });
      run();
    },
    /** Takes a file out; one that is being sent is stopped. */
    remove(key: string): void {
      lost.delete(key);
      store.set((list) => list.filter((upload) => upload.key !== key));
      stop(key);
    },
    /** What has become of a medium since it arrived. */
    update: (key: string, media: Media): void => change(key, { media }),
    /** Waits until every one of these has arrived, failed or been taken out. */
    settled(keys: readonly string[]): Promise<void> {
      const waits = () => keys.some((key) => onItsWay.has(one(key)?.state.state ?? 'done'));
      if (!waits()) return Promise.resolve();
      return new Promise((resolve) => {
        const looking = store.subscribe(() => {
          if (waits()) return;
          looking.unsubscribe();
          resolve();
        });
      });
    },
  };
}

/** The uploads of this page: they go on whatever screen is open, and after the page has been closed where they stopped. */
export const uploads = createUploads(
  async (file, sending) => {
    const media = await sendFile(file, sending);
    follow(sending.key, media);
    return media;
  },
  (error, file) => {
    const failure = explainFailure(error, file);
    if (failure.network) setTimeout(uploads.retryLost, retryDelay);
    return failure;
  },
);
if (typeof window !== 'undefined') window.addEventListener('online', uploads.retryLost);
// What somebody chose is sent by nobody else.
session.onEnd(() => uploads.store.get().forEach(({ key }) => uploads.remove(key)));

/** Looks again, in growing steps, until a medium is ready or nobody wants it any more. */
function follow(key: string, media: Media, seen = 1): void {
  if (isSettled(media) || seen >= looks) return;
  setTimeout(async () => {
    const now = uploads.one(key) && (await loadMedia(media.id).catch(() => undefined));
    if (!now) return;
    uploads.update(key, now);
    follow(key, now, seen + 1);
  }, pollDelay(seen));
}

/** The uploads, in a component. */
export const useUploads = (): readonly Upload[] => useSelector(uploads.store);

/** Takes a file out that is not wanted any more: what has been sent of it, and what has become of it, goes too. */
export async function discard(key: string): Promise<void> {
  const media = uploads.one(key)?.media;
  uploads.remove(key);
  await (media ? forgetMedia(media) : forgetSent(key));
}
