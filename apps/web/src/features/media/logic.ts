import { t } from '@heartwood/messages/current';
import { mediaFailureMessages } from '@heartwood/messages/reasons';
import { textOf } from '@heartwood/messages/message';
import type { Media } from '@heartwood/contract/media';
import { addressOf } from '#platform/addresses.ts';
import type { GridItem } from '#ui/photo-grid.tsx';
import { clockTime } from '#ui/clock-time.ts';

/** Whether nothing more will happen to a medium by itself. */
export const isSettled = ({ state }: Pick<Media, 'state'>): boolean => state !== 'processing';

/** How long to wait before a medium that is being prepared is looked at again, in milliseconds: 1 s, then longer, 15 s at most. */
export const pollDelay = (looks: number): number => Math.min(15_000, 1_000 * 1.5 ** Math.max(0, looks - 1));

const pictureSizes = ['thumb', 'medium', 'large'] as const;

/** A medium as a place of a photo grid and of the viewer. `film` is where a video is played from. */
export interface PicturedItem extends GridItem {
  film?: string;
  /** How long it is. */
  seconds?: number;
}

/**
 * A medium as a place of a photo grid: its sizes as absolute addresses, smallest first; its likeness until there are any.
 * @param alt what the picture shows, as far as anybody has said; '' where the words beside it say enough
 */
export function gridItem(media: Media, alt: string): PicturedItem {
  const sources = pictureSizes.flatMap((size) => {
    const variant = media.variants[size] ?? (size === 'large' ? media.variants['poster'] : undefined);
    const src = addressOf(variant?.path);
    return variant && src ? [{ src, width: variant.width }] : [];
  });
  const { id, width, height, thumbhash } = media;
  const film = addressOf(media.variants['video']?.path);
  const waiting = waitingWords(media, sources.length > 0 || Boolean(thumbhash));
  return {
    id,
    sources,
    width,
    height,
    thumbhash,
    alt,
    ...(media.kind === 'video' ? { video: true, ...(media.duration === null ? {} : { length: clockTime(media.duration) }) } : {}),
    ...(film ? { film } : {}),
    ...(media.duration === null ? {} : { seconds: media.duration }),
    ...(waiting ? { waiting } : {}),
  };
}

function waitingWords({ state, kind, reason }: Media, hasPicture: boolean): string | undefined {
  if (state === 'failed')
    return kind === 'video' ? (reason ? textOf(t, mediaFailureMessages[reason]) : t('media.failed')) : t('media.failed');
  if (hasPicture) return undefined;
  return kind === 'video' ? t('media.filmSoon') : t('media.preparing');
}

/** What of some media is to be looked at; the rest is heard or opened. */
export const pictured = (media: readonly Media[]): Media[] => media.filter(({ kind }) => kind === 'image' || kind === 'video');

/**
 * Whether something can be said of a file beneath it: what is looked at; a recording or a document speaks for itself.
 * @param file as it was chosen here; null where the medium was there before
 */
export const isLookedAt = ({ file, media }: { file: Pick<File, 'type'> | null; media?: Media | null }): boolean =>
  media ? pictured([media]).length > 0 : !/^(audio|application)\//.test(file?.type ?? '');

/** What stands for some media where there is room for one picture: the first photo or video, else the first page of a document. */
export const firstPicture = (media: readonly Media[]): Media | undefined =>
  pictured(media)[0] ?? media.find(({ variants }) => variants['thumb']);

/** As what a post without words is known where there is room for one: what stands for its media, else the first of them. */
export const kindShown = (media: readonly Media[]): Media['kind'] => (firstPicture(media) ?? media[0])?.kind ?? 'image';

/** What a photo or video is called by its place: 'Photo 2 of 5', 'Video 2 of 5'. */
export const photoOf = (index: number, all: number, film = false): string =>
  film ? t('media.videoOf', { place: index + 1, all }) : t('media.photoOf', { place: index + 1, all });

/** The photos and videos of a post as places of a grid, each with what is said of it as its name, or else its place. */
export function gridItems(media: readonly Media[], captions: Readonly<Record<string, string>> = {}): PicturedItem[] {
  const shown = pictured(media);
  return shown.map((medium, index) => gridItem(medium, captions[medium.id] || photoOf(index, shown.length, medium.kind === 'video')));
}

/** Moves an item of a list to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
  return next;
}

/** What holds up the files that have not arrived: nothing, the network, or somebody who stopped them. */
type HeldUp = 'offline' | 'paused' | undefined;

/** The banner while files are on their way. */
export function uploadProgress(there: number, all: number, heldUp: HeldUp): string {
  if (heldUp === 'offline') return t('media.uploading.offline', { there, all });
  if (heldUp === 'paused') return t('media.uploading.paused', { there, all });
  return t('media.uploading.running', { there, all });
}
