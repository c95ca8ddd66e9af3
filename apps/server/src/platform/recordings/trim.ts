import type { Packet, Stream } from 'node-av/lib';
import { secondsOf } from './source.ts';

/** The part of a film that remains, in seconds. */
export interface Trim {
  from: number;
  to: number;
}

/** The FFmpeg filters that keep a part of the pictures, and let it begin at 0. */
export const trimPictures = ({ from, to }: Trim): string[] => [`trim=start=${from}:end=${to}`, `setpts=PTS-${from}/TB`];

/** The same for the sound. */
export const trimSound = ({ from, to }: Trim): string[] => [`atrim=start=${from}:end=${to}`, `asetpts=PTS-${from}/TB`];

/** Whether a packet, and every later one of its stream, belongs to what comes after the part: no picture is shown before it is decoded. */
export const isAfter = ({ to }: Trim, { dts }: Packet, { timeBase }: Stream): boolean => secondsOf(dts, timeBase) >= to;
