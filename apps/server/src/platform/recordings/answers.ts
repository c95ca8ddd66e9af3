/** What is asked of the process of its own: what to make of which file, and where to put it. */
export interface Order {
  task: 'film' | 'sound';
  path: string;
  /** Which reader of FFmpeg may look at the file; no other does. */
  demuxer: string;
  folder: string;
}

/** What a film has become: files in the folder that was named. */
export interface FilmMade {
  /** Seconds. */
  duration: number;
  /** As shown, turned upright. */
  width: number;
  height: number;
  preview: { width: number; height: number };
  /** When it was recorded, as its camera says: ISO 8601. */
  takenAt: string | null;
}

/** What a sound has become. */
export interface SoundMade {
  duration: number;
  /** Loudness over time: 100 numbers from 0 to 1. */
  waveform: number[];
  takenAt: string | null;
}

/** Why nothing can be made of a recording, however often it is tried. */
export type Fault = 'damaged' | 'cut-off' | 'too-long' | 'too-large' | 'no-pictures' | 'no-sound' | 'unknown-codec';

/** How the process answers: lines of JSON; every one is a sign of life, the last one counts. */
export type Answer = { at: number } | { film: FilmMade } | { sound: SoundMade } | { fault: Fault };

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
