import { dayInWords, monthOf } from '#platform/dates.ts';
import { ageOn, count, daysBetween, exactAge, type ComingBirthday } from './logic.ts';

/** The words of the family's screens. */
export const words = {
  children: 'Children',
  beside: 'Cousins and friends',
  others: 'Others you remember',
  addChild: 'Add a child',
  empty: { title: 'Who is growing up?', text: 'Add a child and their timeline begins.' },
  emptyForRelatives: 'The parents have not added a child yet. As soon as they do, you will find them here.',
  photo: 'Photo',
  addPhoto: 'Add a photo',
  anotherPhoto: 'Another photo',
  removePhoto: 'Remove',
  dragToMove: 'Drag to move',
  zoom: 'Zoom',
  move: 'The photo: drag it, or move it with the arrow keys',
  name: 'Name',
  optional: 'Optional',
  birthday: 'Birthday',
  gender: 'Gender',
  somebodyElse: 'Somebody else',
  relation: 'Relationship',
  ownWords: 'In your words',
  photoNotShown: 'This browser cannot show this photo. It is sent as it is.',
  genders: { female: 'Girl', male: 'Boy', other: 'Another word' },
  genderHint: 'It picks the growth curves, nothing else. Tap again to clear it.',
  whoSees: 'The family sees name, photo, birthday and relation. Moments, growth and facts stay with guardians.',
  timeline: 'Timeline',
  retry: 'Try again',
  back: 'Back',
  close: 'Close',
  childrenFailed: 'The children could not be loaded. Everything you kept of them is safe.',
  childFailed: 'This page could not be loaded. Everything in it is safe.',
  loadingChild: 'Loading',
  loadingChildren: 'Loading the children',
  save: 'Save',
  keepPerson: 'Keep them',
  ownProfile: 'They choose their name, photos and birthday themselves, in their profile.',
  relativeMayNot: 'The guardians of the family keep name, photo and birthday. You say who somebody is to you.',
  child: {
    tabs: { timeline: 'Timeline', milestones: 'Milestones', growth: 'Growth', siblings: 'Siblings' },
    sideBySide: 'Side by side',
    beside: 'With whom',
    age: 'At the age of',
    younger: 'A little younger',
    older: 'A little older',
    loading: 'Looking for memories of that age',
    failed: 'These memories could not be loaded. They are safe.',
    retry: 'Try again',
    born: 'newborn',
    yetToCome: 'Not this old yet.',
    noBirthday: 'Without a birthday nobody knows who was how old when. Add it, and this page compares.',
    edit: 'Add the birthday',
  },
} as const;

/** 'Who is Ida to you?' */
export const whoIsIt = (name: string): string => `Who is ${name.trim() || 'this child'} to you?`;
/** 'Everyone else says for themselves who Ida is to them.' */
export const everyoneElse = (name: string): string => `Everyone else says for themselves who ${name.trim() || 'the child'} is to them.`;
/** 'Add Ida' */
export const addName = (name: string): string => (name.trim() ? `Add ${name.trim()}` : words.addChild);
/** 'Ida is part of the family' */
export const added = (name: string): string => `${name} is part of the family`;
/** 'Emma’s details are saved' */
export const saved = (name: string): string => `${name}’s details are saved`;
/** 'Edit Emma' */
export const editName = (name: string): string => `Edit ${name}`;
/** The question before somebody is removed. */
export const removal = (name: string) => ({
  verb: `Remove ${name}`,
  title: `Remove ${name}?`,
  text: `${name} leaves the family’s list and every photo they are marked in. The photos and stories stay. This cannot be undone.`,
  done: `${name} was removed`,
});

/** An age as it stands beside a name: '3 years, 2 months and 1 week', 'Born today', 'Due in 5 weeks'; '' without a birthday. */
export function ageLine(birth: string | null, on: string): string {
  if (!birth) return '';
  const age = ageOn(birth, on);
  if (age) return age.allDays === 0 ? 'Born today' : exactAge(birth, on)!;
  const ahead = daysBetween(on, birth);
  if (!Number.isFinite(ahead) || ahead <= 0) return '';
  return ahead < 14 ? `Due in ${count(ahead, 'day')}` : `Due in ${count(Math.floor(ahead / 7), 'week')}`;
}

/** The age below a birthday as it is typed: '3 weeks old today'; '' while it is no date. */
export function ageHint(birth: string, on: string): string {
  const line = ageLine(birth, on);
  return /^\d/.test(line) ? `${line} old today` : line;
}

/** The second line of a cousin or friend: '8 months, born in March'; for grown-ups the relation. */
export function besideLine({ birth_day, relationship }: { birth_day: string | null; relationship: string }, on: string): string {
  const age = ageLine(birth_day, on);
  if (!birth_day || !age) return relationship;
  const years = ageOn(birth_day, on)?.years ?? 0;
  return years === 0 ? `${age}, born in ${monthOf(birth_day)}` : [age, relationship.toLowerCase()].filter(Boolean).join(', ');
}

/** 'Arthur turns 71'; on the day 'Arthur is 71 today'. */
export const birthdayTitle = (name: string, { turns, inDays }: Pick<ComingBirthday<unknown>, 'turns' | 'inDays'>): string =>
  inDays === 0 ? `${name} is ${turns} today` : `${name} turns ${turns}`;

/** 'Today', 'Tomorrow', 'In 9 days' (the strip of a phone). */
export function inDaysLine(inDays: number): string {
  if (inDays === 0) return 'Today';
  return inDays === 1 ? 'Tomorrow' : `In ${inDays} days`;
}

/** 'Sunday, 29 November' within two weeks, '14 December' beyond (the column of a desktop). */
export const birthdayDate = ({ day, inDays }: { day: string; inDays: number }): string =>
  inDays < 2 ? inDaysLine(inDays) : dayInWords(day, { weekday: inDays < 14, year: false });

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'];

/** The heading of a year of a timeline: 'Three years old', 'The first year'. */
export function yearHeading(years: number): string {
  if (years === 0) return 'The first year';
  return `${numbers[years] ?? String(years)} ${years === 1 ? 'year' : 'years'} old`;
}

/** 'Her third birthday', 'His 14th birthday'. */
export function birthdayName(turns: number, gender: 'female' | 'male' | 'other' | null): string {
  const whose = gender === 'female' ? 'Her' : gender === 'male' ? 'His' : 'Their';
  return `${whose} ${ordinals[turns] ?? ordinal(turns)} birthday`;
}

/** '1st', '12th', '63rd' */
export function ordinal(n: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';
  return `${n}${ending}`;
}

/** 'The day Emma was born' */
export const bornDay = (name: string): string => `The day ${name} was born`;

/** '214 memories' */
export const memoriesLine = (n: number): string => (n === 1 ? '1 memory' : `${n.toLocaleString('en')} memories`);

/** 'Nothing kept of Jonas around then.' */
export const nothingThen = (name: string): string => `Nothing kept of ${name} around then.`;

/** The empty state where there is nobody to stand beside. */
export const alone = (name: string) => ({
  title: 'Nobody to compare with yet',
  text: `As soon as another child of the family has a birthday here, you can see both as old as ${name} is now.`,
});

/** '12 May 2024' under an age: the day it was reached. */
export const reachedOn = (day: string): string => `from ${dayInWords(day)}`;

/** An age in whole months: '8 months', '2 years and 3 months', 'newborn'. */
export function monthsInWords(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (months === 0) return words.child.born;
  return [years > 0 && count(years, 'year'), rest > 0 && count(rest, 'month')].filter(Boolean).join(' and ');
}
