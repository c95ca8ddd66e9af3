import type { Relationship } from '@heartwood/contract/people';
import { addressOf } from '#platform/addresses.ts';
import type { Photo } from '#ui/photo-frame.tsx';

/** The portrait of somebody as a photo; undefined where there is none. Children stand in the upper half of a picture. */
export function personPhoto({ images, name }: Pick<Relationship, 'images' | 'name'>): Photo | undefined {
  const [image] = images;
  const [thumb, medium] = [addressOf(image?.thumb), addressOf(image?.path)];
  if (!image || !thumb || !medium) return undefined;
  return {
    id: image.id,
    sources: [
      { src: thumb, width: 320 },
      { src: medium, width: 1_080 },
    ],
    width: null,
    height: null,
    alt: name,
    focus: '50% 30%',
  };
}
