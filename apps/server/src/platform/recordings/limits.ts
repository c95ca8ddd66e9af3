import { hour, recordingHours } from '@heartwood/contract/limits';

/** The limits of one recording and of the process that converts it. */
export const recordingLimits = {
  /** Seconds of playing time. */
  duration: recordingHours * 3_600,
  /** Pixels of one frame: 8K. */
  pixels: 7_680 * 4_320,
  /** Pixels of all frames of a film that has to be encoded: four hours of 1080p at 30 frames a second, or an hour of 4K. */
  frames: 1e12,
  /** Bytes of memory of the process. */
  memory: 1_600_000_000,
  /** Milliseconds in which the process must finish. */
  time: 3 * hour,
  /** Milliseconds in which the process must make some progress. */
  silence: 120_000,
} as const;

/** Longer side of the video and of its preview, in pixels. */
export const filmSizes = { video: 1_920, preview: 480 } as const;
/** Seconds of the preview. */
export const previewLength = 3.5;
/** Numbers of a waveform. */
export const waveformLength = 100;
/** Frames a second of the video, at most; a little more than 60, for rates that are nearly 60. */
export const mostFrames = 61;
