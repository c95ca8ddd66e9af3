import { count, listed } from '#features/people/logic.ts';

/** The words of treasures. */
export const words = {
  title: 'Treasures',
  lead: 'The things your family wants to find again in thirty years.',
  back: 'Back',
  ask: 'Ask your family',
  askHint: 'One question, and their answers are kept here for good.',
  loading: 'Loading your treasures',
  failed: 'Your treasures could not be loaded. They are all still there.',
  retry: 'Try again',
  tryAgain: 'Something went wrong. Please try again.',
  nothing: 'Nothing yet',
  addOwn: 'Add your own',
  rename: 'Rename',
  remove: 'Remove',
  nameShelf: 'Name your shelf',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  needsName: 'Name is required',
  removed: 'The shelf is gone, what was on it is not',
  removeShelf: 'Remove the shelf',
  keepShelf: 'Keep it',
  own: 'Shelves with three dots are your family’s own. The others come with Heartwood.',
  keep: 'Keep in treasures',
  keepHint: 'Choose a shelf. Everybody who may see the post finds it there.',
  keptIn: 'Kept in treasures',
  notKept: 'On no shelf',
  nowhere: 'Take it off the shelf',
  chooseCategory: 'All of Treasures',
  noCategory: 'No such shelves',
  noCategoryHint: 'Whatever you kept is safe, it just stands elsewhere.',
  emptyCategory: 'Nothing is kept here yet. Put the first thing on a shelf when you share it, or from the menu of a post.',
  all: 'All',
  withPhotos: 'With photos',
  withVoices: 'With voices',
  toldBy: 'Told by',
  playAll: 'Play all',
  stopPlaying: 'Stop playing',
  playing: 'Playing',
  aVoice: 'A voice without words',
  previousVoice: 'The voice before',
  nextVoice: 'The next voice',
  loadingVoices: 'Loading the voices',
  voicesFailed: 'The voices could not be loaded. They are all still there.',
  noVoices: 'Nothing of this can be heard yet.',
  nothingLikeThat: { title: 'Nothing like that yet', text: 'Everything on the shelf is still here, just not of this kind.' },
  showAll: 'Show everything',
  narrow: 'Show only',
} as const;

/** '17 kept', 'Nothing yet' */
export const kept = (n: number): string => (n === 0 ? words.nothing : `${n} kept`);
/** 'Search 498 treasures' */
export const searchLabel = (n: number): string => (n === 0 ? 'Search your family' : `Search ${n} ${n === 1 ? 'treasure' : 'treasures'}`);
/** 'What to do with the shelf Grandma Ruth’s' */
export const shelfActions = (name: string): string => `What to do with the shelf ${name}`;
/** 'Remove “Grandma Ruth’s”?' */
export const removeTitle = (name: string): string => `Remove “${name}”?`;
/** 'Its 3 treasures stay in Family recipes. Only the shelf goes.' */
export const removeText = (n: number, category: string): string =>
  n === 0
    ? 'There is nothing on it. Only the shelf goes.'
    : `${n === 1 ? 'Its one treasure stays' : `Its ${n} treasures stay`} in ${category}. Only the shelf goes.`;
/** 'Everything in Family recipes' */
export const everythingIn = (category: string): string => `Everything in ${category}`;
/** '14 recordings, 1 hour and 52 minutes' */
export function recordingsLine(recordings: number, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length =
    minutes === 0
      ? 'less than a minute'
      : listed([hours && count(hours, 'hour'), rest && count(rest, 'minute')].filter((part) => part !== 0));
  return `${count(recordings, 'recording')}, ${length}`;
}
/** 'Arthur, 2 of 14'; `all` is undefined while there are more to come. */
export const nowPlaying = (author: string, place: number, all: number | undefined): string =>
  `${author}, ${all === undefined ? `number ${place}` : `${place} of ${all}`}`;
/** '3 posts' */
export const postCount = (n: number): string => count(n, 'post');
