import { words } from '../words.ts';
import beach from './photos/beach-960.webp';
import cabin from './photos/cabin-960.webp';
import hills from './photos/hills-960.webp';
import tent from './photos/tent-960.webp';

/** The photos beside the forms, as `SplitPage` takes them. */
export const scenes = {
  tent: { src: tent, ...words.scenes.tent },
  beach: { src: beach, position: '30% 50%', ...words.scenes.beach },
  cabin: { src: cabin, ...words.scenes.cabin },
  hills: { src: hills, ...words.scenes.hills },
} as const;
