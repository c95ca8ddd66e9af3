import type { GridItem } from '#ui/photo-grid.tsx';

const photos = import.meta.glob<string>('../../server/sample/photos/*.jpg', { eager: true, query: '?url', import: 'default' });

/** The address of a photo of the sample family whose name begins like this. */
export const photo = (name: string): string => Object.entries(photos).find(([path]) => path.includes(`/${name}`))?.[1] ?? '';

/** A photo of a post. */
export const item = (name: string, more: Partial<GridItem> = {}): GridItem => ({
  id: name,
  sources: [{ src: photo(name), width: null }],
  width: 1200,
  height: 900,
  alt: name,
  ...more,
});
