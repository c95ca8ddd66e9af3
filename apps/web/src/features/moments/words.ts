import { listed } from '#platform/formats.ts';

/** The words of moments and milestones. */
export const words = {
  title: 'Meaningful moments',
  intro: 'First steps, first words, first whatever it is with yours.',
  people: 'Whose moments?',
  everybody: 'Everybody else',
  latest: 'Lately kept',
  add: 'Add a moment',
  back: 'Back',
  close: 'Close',
  retry: 'Try again',
  tryAgain: 'Something went wrong. Please try again.',
  loading: 'Loading the moments',
  failed: 'The moments could not be loaded. Everything you kept is safe.',
  notThere: {
    title: 'This moment is not here',
    text: 'Perhaps somebody has deleted it. Everything else is where it was.',
    action: 'See all moments',
  },
  nobodyHere: {
    title: 'Nobody is found here',
    text: 'Perhaps they go by another name now. Everything kept of them is safe.',
    action: 'See everybody',
  },
  forGuardians: {
    title: 'Kept by the parents',
    text: 'Moments stay with the guardians of a child until they share one. What they share stands on your home page.',
    action: 'See what is shared',
  },
  none: { title: 'What was the first one?', text: 'One line is enough. The photo may come later.' },
  ownOnly: 'You see the moments you are in. What guardians keep of the others stays with them, until they share it.',
  now: 'Perhaps soon',
  ahead: 'Still ahead',
  passed: 'Earlier, and welcome late',
  anyAge: 'By age',
  kept: 'Kept so far',
  hints: 'Every child has their own order. These are only hints.',
  withoutBirthday: 'Without a birthday nobody can say what may come next. These are all of them.',
  beforeBirth: 'Before the birth',
  showNow: 'Show all that may come soon',
  showAhead: 'Show what comes later',
  showPassed: 'Show earlier ones',
  earlier: 'Show earlier moments',
  new: 'A new moment',
  edit: 'Edit',
  editTitle: 'Edit the moment',
  who: 'Who reached it?',
  oneOrSeveral: 'One or several',
  someoneElse: 'Someone else',
  what: 'What is it?',
  ownWords: 'Something else, in my own words',
  allMilestones: 'All milestones by age',
  call: 'What shall we call it?',
  when: 'When',
  story: 'The story',
  optional: 'Optional',
  tell: 'Tell it instead',
  photos: 'Photos and videos',
  share: 'Share it as a post, too',
  keep: 'Keep this moment',
  save: 'Save',
  saved: 'Saved',
  keptToast: 'The moment is kept',
  keptNotShared: 'The moment is kept. Sharing it did not work; you can do it from here.',
  keptAlready: 'Look at the one that is kept, or choose your own words for this one.',
  seeKept: 'See it',
  reachedBefore: 'Kept already',
  changedSince: 'Somebody else has changed this meanwhile. Here is how it stands now.',
  chooseSomebody: 'Choose who reached it.',
  nameIt: 'Give it a few words.',
  noSuchDay: 'There is no such day.',
  notYet: 'That day is still to come.',
  confirmEarly: 'Please say below that it was before the birth, or choose a later day.',
  someFailed: 'Some photos have not arrived. Try them again, or take them out.',
  delete: 'Delete',
  deleteMoment: {
    title: 'Delete this moment?',
    text: 'It leaves everybody’s page now. You can bring it back for 30 days. A post it was shared as stays.',
    confirm: 'Delete',
    keep: 'Keep it',
  },
  discard: {
    title: 'Leave without keeping it?',
    text: 'What you wrote here is not kept yet. Leaving throws it away.',
    confirm: 'Leave',
    keep: 'Go on writing',
  },
  deleted: 'The moment is deleted',
  restored: 'The moment is back',
  undo: 'Undo',
  shareTitle: 'Share this moment',
  shareText: 'It becomes a post, with its words and photos. The moment itself stays here.',
  shareIt: 'Share it',
  sharedToast: 'The moment is shared',
  isShared: 'Shared with the family',
  seePost: 'See the post',
  actions: 'What to do with this moment',
  stillToCome: 'Still to come around now',
  lately: 'Milestones lately',
} as const;

/** 'Emma’s “First steps” is kept already.' */
export const keptBefore = (title: string, name: string): string => `${name}’s “${title}” is kept already.`;

/** 'Emma’s moments' */
export const momentsOf = (name: string): string => `${name}’s moments`;

/** 'Nothing so far', '1 so far', '26 so far' */
export const soFar = (total: number): string => (total === 0 ? 'Nothing so far.' : `${total} so far.`);

/** 'Only you and Sam see these.' `others` are those who see them, too, by name. */
export const whoSeesThese = (others: readonly string[]): string =>
  others.length === 0 ? 'Only you see these.' : `Only ${listed(['you', ...others])} see these.`;

/** 'Only you and Sam see this.' */
export const whoSees = (others: readonly string[]): string =>
  others.length === 0 ? 'Only you see this.' : `Only ${listed(['you', ...others])} see this.`;

/** 'Only you and Sam see this. It stays so until you share it.' */
export const whoSeesThis = (others: readonly string[]): string => `${whoSees(others)} It stays so until you share it.`;

/** 'It happened: Hops on one foot' */
export const itHappened = (title: string): string => `It happened: ${title}`;

/** 'Yes, it was before Jonas was born' */
export const wasBefore = (names: readonly string[]): string =>
  `Yes, it was before ${listed(names)} ${names.length === 1 ? 'was' : 'were'} born`;

/** 'with Jonas' */
export const together = (names: readonly string[]): string => (names.length === 0 ? '' : `with ${listed(names)}`);

/** 'With everyone in the family, 7 people' */
export const shareHint = (label: string, count: number | undefined): string =>
  count === undefined || count === 0 ? label : `${label}, ${count} ${count === 1 ? 'person' : 'people'}`;

/** '4 to look at' beside a folded section. */
export const howMany = (n: number): string => `${n} ${n === 1 ? 'milestone' : 'milestones'}`;

/**
 * When a milestone often comes, in words: 'Often between 3 and 5 months', 'Often between 3 and 4½', 'Often around 4'.
 * @param from, to months since birth
 */
export function oftenLine(from: number, to: number): string {
  if (from === 0) return to <= 1 ? 'In the first weeks' : `Often in the first ${to} months`;
  if (to < 24) return `Often between ${from} and ${to} months`;
  if (from < 24 && from % 12 !== 0) return `Often between ${from} months and ${inYears(to)} years`;
  const [a, b] = [inYears(from), inYears(to)];
  if (a === b) return `Often around ${a}`;
  return from < 24 ? `Often between ${a} and ${b} years` : `Often between ${a} and ${b}`;
}

/** '3', '4½': years to the nearest half. */
function inYears(months: number): string {
  const halves = Math.round(months / 6);
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}½`;
}
