import { fileSizeLimit, type Media } from '@heartwood/contract/media';
import { addressOf } from '#platform/addresses.ts';
import type { GridItem } from '#ui/photo-grid.tsx';
import type { UploadState } from '#ui/upload-tile.tsx';
import { photoOf, words } from './words.ts';

/** Whether nothing more will happen to a medium by itself. */
export const isSettled = ({ state }: Pick<Media, 'state'>): boolean => state !== 'processing';

/** How long to wait before a medium that is being prepared is looked at again, in milliseconds: 1 s, then longer, 15 s at most. */
export const lookAgainAfter = (looks: number): number => Math.min(15_000, 1_000 * 1.5 ** Math.max(0, looks - 1));

const pictureSizes = ['thumb', 'medium', 'large'] as const;

/**
 * A medium as a place of a photo grid: its sizes as absolute addresses, smallest first; its likeness until there are any.
 * @param alt what the picture shows, as far as anybody has said; '' where the words beside it say enough
 */
export function gridItem(media: Media, alt: string): GridItem {
  const sources = pictureSizes.flatMap((size) => {
    const variant = media.variants[size] ?? (size === 'medium' ? media.variants['poster'] : undefined);
    const src = addressOf(variant?.path);
    return variant && src ? [{ src, width: variant.width }] : [];
  });
  const { id, width, height, thumbhash } = media;
  const waiting = media.state === 'failed' ? words.failed : sources.length === 0 && !thumbhash ? words.preparing : undefined;
  return {
    id,
    sources,
    width,
    height,
    thumbhash,
    alt,
    ...(media.kind === 'video' ? { video: true } : {}),
    ...(waiting ? { waiting } : {}),
  };
}

/** The photos of a post as places of a grid, each with its place as its name: captions there are none yet. */
export const gridItems = (media: readonly Media[]): GridItem[] =>
  media.map((medium, index) => gridItem(medium, photoOf(index, media.length)));

/** Whether a file may be sent, in words where it may not. */
export function refusedFile({ size }: Pick<File, 'size'>): string | undefined {
  if (size === 0) return words.empty;
  return size > fileSizeLimit ? words.tooLarge : undefined;
}

/** One file on its way. `again` says that it may be tried again as it is. */
export interface Upload {
  key: string;
  file: File;
  state: UploadState;
  again: boolean;
  media: Media | null;
}

/** Sends one file. `key` is the same for every try. */
export type Send = (file: File, options: { key: string; onProgress: (share: number) => void; signal: AbortSignal }) => Promise<Media>;

/** What a failed try means: in words for people, whether it may be tried again, and whether it was only the network. */
export interface Failure {
  reason: string;
  again: boolean;
  network: boolean;
}

/**
 * The queue of uploads: one file after another, in the order they came, whatever page one is on.
 * @param send sends one file
 * @param explain says what an error of `send` means
 */
export function createUploads(send: Send, explain: (error: unknown) => Failure) {
  let list: readonly Upload[] = [];
  let running: { key: string; abort: AbortController } | undefined;
  const lost = new Set<string>();
  const listeners = new Set<() => void>();

  const publish = (next: readonly Upload[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, to: Partial<Upload>) => publish(list.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));
  const one = (key: string) => list.find((upload) => upload.key === key);

  async function run(): Promise<void> {
    if (running) return;
    const next = list.find(({ state }) => state.state === 'waiting');
    if (!next) return;
    const { key, file } = next;
    const abort = new AbortController();
    running = { key, abort };
    change(key, { state: { state: 'uploading', share: 0 } });
    try {
      const media = await send(file, {
        key,
        signal: abort.signal,
        onProgress: (share) => one(key)?.state.state === 'uploading' && change(key, { state: { state: 'uploading', share } }),
      });
      change(key, { state: { state: 'done' }, media });
    } catch (error) {
      const { reason, again, network } = explain(error);
      if (network) lost.add(key);
      change(key, { state: { state: 'failed', reason }, again });
    }
    running = undefined;
    void run();
  }

  function retry(key: string): void {
    lost.delete(key);
    if (one(key)?.state.state === 'failed') change(key, { state: { state: 'waiting' } });
    void run();
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
        return { key, file, media, state, again: false };
      });
      publish([...list, ...made]);
      void run();
    },
    retry,
    /** Tries again what only the network has lost. */
    retryLost: (): void => [...lost].forEach(retry),
    /** Takes a file out; one that is being sent is stopped. */
    remove(key: string): void {
      lost.delete(key);
      publish(list.filter((upload) => upload.key !== key));
      if (running?.key === key) running.abort.abort();
    },
    /** Waits until every one of these has arrived, failed or been taken out. */
    settled(keys: readonly string[]): Promise<void> {
      const onItsWay = () => keys.some((key) => ['waiting', 'uploading'].includes(one(key)?.state.state ?? ''));
      if (!onItsWay()) return Promise.resolve();
      return new Promise((resolve) => {
        const look = () => {
          if (onItsWay()) return;
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

/** Moves an item of a list to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
  return next;
}

/** A focal point is not known yet: pictures that are much higher than wide are shown from a little above their middle, where faces are. */
export const focusOf = ({ width, height }: Pick<Media, 'width' | 'height'>): string | undefined =>
  width && height && height > width ? '50% 35%' : undefined;
