import { recordingHours } from '@heartwood/contract/limits';

/** What one recording may be and take. */
export const recordingLimits = {
  /** Seconds of playing time. */
  duration: recordingHours * 3_600,
  /** Pixels of one frame: 8K. */
  pixels: 7_680 * 4_320,
  /** Bytes of memory of the process that works on it. */
  memory: 1_600_000_000,
  /** Milliseconds that process may take. */
  time: 3 * 3_600_000,
  /** Milliseconds after which it must have got on. */
  silence: 120_000,
} as const;

/** Longer side of a video that is played, and of the short one that stands for it, in pixels. */
export const filmSizes = { video: 1_920, preview: 480 } as const;
/** Seconds of the short one. */
export const previewLength = 3.5;
/** Numbers of a waveform. */
export const waveformLength = 100;
/** Frames a second of a video that is played; with some room for what is nearly 60. */
export const mostFrames = 61;
