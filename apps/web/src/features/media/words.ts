/** The words of photos and uploads. */
export const words = {
  preparing: 'Being prepared',
  failed: 'This photo could not be read. The original is kept.',
  filmSoon: 'This video is being prepared. It can be played in a little while.',
  voiceSoon: 'This recording is being prepared. It can be heard in a little while.',
  cannotPlay: 'This video could not be played.',
  playAgain: 'Try again',
  voice: 'Voice recording',
  documents: 'Documents',
  open: 'Open',
  notHere: 'Not to be had',
  documentDamaged: 'It may be damaged',
  lightbox: 'Photos',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  add: 'Add',
  addPhotos: 'Add photos',
  moveUp: 'Move forward',
  moveDown: 'Move back',
  makeFirst: 'Make it the first',
  remove: 'Remove',
  again: 'Try again',
  addCaption: 'Say what it shows',
  changeCaption: 'Change what it says',
  caption: 'What it shows',
  captionHint: 'It stands with the photo for everyone who sees it.',
  done: 'Done',
  pause: 'Pause',
  resume: 'Go on',
  dropHere: 'Drop photos here',
} as const;

/** What holds up the files that have not arrived: nothing, the network, or somebody who stopped them. */
export type HeldUp = 'offline' | 'paused' | undefined;

/** The banner while files are on their way. */
export const uploadProgress = (done: number, all: number, heldUp: HeldUp): string =>
  `${done} of ${all} ${done === 1 ? 'is' : 'are'} there. ${theRest(heldUp)}`;

function theRest(heldUp: HeldUp): string {
  if (heldUp === 'offline') return 'The rest is safe on this device and goes on when the network is back.';
  if (heldUp === 'paused') return 'The rest waits until you let it go on, or share.';
  return 'You can leave, the rest finishes in the background.';
}

/** 'Photo 2 of 5', 'Video 2 of 5' */
export const photoOf = (index: number, all: number, film = false): string => `${film ? 'Video' : 'Photo'} ${index + 1} of ${all}`;
/** '4.2 MB', as people read sizes: powers of ten, at most one digit behind the point. */
export function sizeInWords(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'kB'];
  return `${size >= 10 ? Math.round(size) : Math.max(0.1, Math.round(size * 10) / 10)} ${unit}`;
}
/** 'Open Birth certificate.pdf, PDF, 1.2 MB' */
export const openDocument = (name: string, size: string): string => `Open ${name}, PDF, ${size}`;

/** The words of recording a voice. */
export const recording = {
  title: 'Record your voice',
  before: 'Your browser will ask whether Heartwood may use the microphone. It is only on while you record.',
  start: 'Record',
  asking: 'Waiting for the microphone',
  pause: 'Pause',
  goOn: 'Go on',
  finish: 'Done',
  again: 'Record again',
  use: 'Use this recording',
  paused: 'Paused',
  running: 'Recording',
  listen: 'Your recording',
  cancel: 'Not now',
  longest: 'Up to 10 minutes.',
  full: 'Ten minutes are full. The recording has ended.',
  refused: 'The microphone is not allowed for this page. Allow it in the settings beside the address above, then try again.',
  missing: 'No microphone was found. Plug one in or switch it on, then try again.',
  taken: 'The microphone is used by another program. Close it, then try again.',
  cannot: 'This browser cannot record. Record with another app, and add the file as you would a photo.',
  tryAgain: 'Try again',
  fileName: 'Voice recording',
} as const;
/** '2 of 5' */
export const placeOf = (index: number, all: number): string => `${index + 1} of ${all}`;
/** What to do with one photo of the composer. */
export const arrange = (name: string): string => `Arrange or remove ${name}`;
