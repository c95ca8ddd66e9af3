import { t } from '@heartwood/messages/current';
import beach from './photos/beach-960.webp';
import cabin from './photos/cabin-960.webp';
import hills from './photos/hills-960.webp';
import tent from './photos/tent-960.webp';

const scenes = {
  tent: { src: tent, alt: 'accounts.scenes.tent.alt', caption: 'accounts.scenes.tent.caption', meta: 'accounts.scenes.tent.meta' },
  beach: {
    src: beach,
    position: '30% 50%',
    alt: 'accounts.scenes.beach.alt',
    caption: 'accounts.scenes.beach.caption',
    meta: 'accounts.scenes.beach.meta',
  },
  cabin: { src: cabin, alt: 'accounts.scenes.cabin.alt', caption: 'accounts.scenes.cabin.caption', meta: 'accounts.scenes.cabin.meta' },
  hills: { src: hills, alt: 'accounts.scenes.hills.alt', caption: 'accounts.scenes.hills.caption', meta: 'accounts.scenes.hills.meta' },
} as const;

/** A photo beside a form with its words, as `SplitPage` takes it. */
export function sceneOf(name: keyof typeof scenes) {
  const { alt, caption, meta, ...photo } = scenes[name];
  return { ...photo, alt: t(alt), caption: t(caption), meta: t(meta) };
}
