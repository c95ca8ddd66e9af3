/** The words of photos and uploads. */
export const words = {
  preparing: 'Being prepared',
  failed: 'This photo could not be read. The original is kept.',
  lightbox: 'Photos',
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  add: 'Add',
  addPhotos: 'Add photos',
  moveUp: 'Move forward',
  moveDown: 'Move back',
  makeFirst: 'Make it the first',
  remove: 'Remove',
  again: 'Try again',
  pause: 'Pause',
  resume: 'Go on',
  dropHere: 'Drop photos here',
} as const;

/** The banner while files are on their way. */
export const uploadProgress = (done: number, all: number): string =>
  `${done} of ${all} ${done === 1 ? 'is' : 'are'} there. You can leave, the rest finishes in the background.`;

/** 'Photo 2 of 5' */
export const photoOf = (index: number, all: number): string => `Photo ${index + 1} of ${all}`;
/** '2 of 5' */
export const placeOf = (index: number, all: number): string => `${index + 1} of ${all}`;
/** What to do with one photo of the composer. */
export const arrange = (name: string): string => `Arrange or remove ${name}`;
