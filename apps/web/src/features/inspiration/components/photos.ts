import type { Inspiration } from '@heartwood/contract/inspiration';
import type { Photo } from '#ui/photo-frame.tsx';

// Our own renders, in the widths that places need: `soup-480.webp` is 480 pixels wide.
const files = import.meta.glob<string>('./photos/*.webp', { eager: true, import: 'default', query: '?url' });

const sizes = new Map<string, { src: string; width: number }[]>();
for (const [path, src] of Object.entries(files)) {
  const [, name = '', width] = /\/([^/]+)-(\d+)\.webp$/.exec(path) ?? [];
  sizes.set(
    name,
    [...(sizes.get(name) ?? []), { src, width: Number(width) }].toSorted((a, b) => a.width - b.width),
  );
}

/** The picture of an idea. Decoration: what it is about is said beside it. */
export const pictureOf = ({ illustration }: Pick<Inspiration, 'illustration'>): Photo => ({
  id: illustration,
  sources: sizes.get(illustration) ?? [],
  width: null,
  height: null,
  alt: '',
});
