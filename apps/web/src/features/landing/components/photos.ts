import beach480 from './photos/beach-480.webp';
import beach720 from './photos/beach-720.webp';
import beach960 from './photos/beach-960.webp';
import drawing360 from './photos/drawing-360.webp';
import drawing640 from './photos/drawing-640.webp';
import letter360 from './photos/letter-360.webp';
import letter640 from './photos/letter-640.webp';
import old360 from './photos/old-360.webp';
import old640 from './photos/old-640.webp';
import arthur from './photos/p3-96.webp';
import emma from './photos/p5-320.webp';
import hat240 from './photos/p4-240.webp';
import hat480 from './photos/p4-480.webp';
import pancakes240 from './photos/pancakes-240.webp';
import pancakes480 from './photos/pancakes-480.webp';
import ruth from './photos/p2-96.webp';
import soup360 from './photos/soup-360.webp';
import soup640 from './photos/soup-640.webp';

/** A picture in several widths, smallest first. */
export interface Sized {
  sources: readonly (readonly [src: string, width: number])[];
  width: number;
  height: number;
}

/** The pictures of the landing page: our own renders of a made-up family. */
export const photos = {
  beach: {
    sources: [
      [beach480, 480],
      [beach720, 720],
      [beach960, 960],
    ],
    width: 960,
    height: 720,
  },
  hat: {
    sources: [
      [hat240, 240],
      [hat480, 480],
    ],
    width: 480,
    height: 480,
  },
  pancakes: {
    sources: [
      [pancakes240, 240],
      [pancakes480, 480],
    ],
    width: 480,
    height: 360,
  },
  letter: {
    sources: [
      [letter360, 360],
      [letter640, 640],
    ],
    width: 640,
    height: 480,
  },
  drawing: {
    sources: [
      [drawing360, 360],
      [drawing640, 640],
    ],
    width: 640,
    height: 480,
  },
  old: {
    sources: [
      [old360, 360],
      [old640, 640],
    ],
    width: 640,
    height: 638,
  },
  soup: {
    sources: [
      [soup360, 360],
      [soup640, 640],
    ],
    width: 640,
    height: 480,
  },
  emma: { sources: [[emma, 320]], width: 320, height: 320 },
  ruth: { sources: [[ruth, 96]], width: 96, height: 96 },
  arthur: { sources: [[arthur, 96]], width: 96, height: 96 },
} satisfies Record<string, Sized>;
