import type { Trim } from './trim.ts';

/** A request to the sandboxed process: the file, what to make of it, and the folder for the results. */
export interface Order {
  task: 'film' | 'sound' | 'length';
  path: string;
  /** The FFmpeg demuxer that opens the file; no other is tried. */
  demuxer: string;
  /** Empty where nothing is written. */
  folder: string;
  /** What remains of a film, in seconds from its beginning; all of it where nothing is said. */
  trim?: Trim;
}

/** The files that were made of a film, in the folder of the request. */
export interface FilmMade {
  /** Seconds. */
  duration: number;
  /** As shown, after rotation. */
  width: number;
  height: number;
  preview: { width: number; height: number };
  /** When it was recorded, as its camera says: ISO 8601. */
  takenAt: string | null;
}

/** The file that was made of a sound recording. */
export interface SoundMade {
  duration: number;
  /** Loudness over time: 100 numbers from 0 to 1. */
  waveform: number[];
  takenAt: string | null;
}

/** Why a recording can never be converted. */
export type Fault = 'damaged' | 'cut-off' | 'too-long' | 'too-large' | 'no-pictures' | 'no-sound' | 'unknown-codec' | 'too-much';

/** An answer of the process, one line of JSON. Each line shows that it is still working; the last one is the result. */
export type Answer = { at: number } | { film: FilmMade } | { sound: SoundMade } | { length: number } | { fault: Fault };

/** Thrown where a recording has a {@link Fault}. */
export class Faulty extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** Names of the files that are made. */
export const made = { video: 'video.mp4', preview: 'preview.mp4', poster: 'poster.png', audio: 'audio.m4a' } as const;
