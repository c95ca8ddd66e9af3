import type { Media } from '@heartwood/contract/media';
import { addressOf } from '#platform/addresses.ts';
import type { GridItem } from '#ui/photo-grid.tsx';
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
