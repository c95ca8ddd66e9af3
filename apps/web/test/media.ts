import type { Media } from '@heartwood/contract/media';

/** A photo that is ready, `beach.jpg`, unless told otherwise. */
export const medium = (over: Partial<Media> = {}): Media => ({
  id: '019d0000-0000-7000-8000-000000000001',
  kind: 'image',
  state: 'ready',
  path: null,
  variants: {},
  width: 400,
  height: 300,
  duration: null,
  thumbhash: null,
  taken_at: null,
  filename: 'beach.jpg',
  size: 1,
  ...over,
});
