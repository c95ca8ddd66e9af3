import type { SectionChange, SectionSlug } from '@heartwood/contract/information';
import { listed } from '#platform/formats.ts';
import type { Suggestion } from './logic.ts';

/** What the pages about what is good to know say. */
export const words = {
  title: 'Good to know',
  back: 'Back',
  who: 'About whom',
  edit: 'Edit',
  addField: 'Add a field',
  notes: 'Notes',
  papers: 'Photos and papers',
  empty: 'Nothing here yet',
  start: 'Write something down',
  emptyText: 'A few facts are enough. Everybody who may see them finds them here, on any day.',
  failed: 'This did not come. What you kept is safe.',
  retry: 'Try again',
  loading: 'Loading what is good to know',
  unreadable: 'This section cannot be read at the moment. Nothing in it was changed. Whoever runs Heartwood can look into it.',
  unreadableShort: 'Cannot be read at the moment',
  handOver: 'Hand it over',
  handOverText: 'Babysitter tonight? Put the important facts on one sheet of paper.',
  print: 'Print one page',
  call: (value: string) => `Call ${value}`,
  write: (value: string) => `Write to ${value}`,
  history: 'Who changed what',
  notYours: (name: string) => `What is good to know about ${name} is with the guardians`,
  notYoursText: (guardians: string) =>
    guardians
      ? `Only ${guardians} can see and change it. Ask them if you need to know something.`
      : 'Only they can see and change it. Ask them if you need to know something.',
  own: 'What is good to know about you',
  toFamily: 'Back to your family',
  gone: 'There is nobody of that name here',
  goneText: 'The address may be an old one. Everybody your family knows is under Children and Your family.',
  onlyGuardians: (names: string) => (names ? `Only guardians see this: ${names}.` : 'Only guardians see this.'),
  andThem: (name: string, guardians: string) => `Only ${name} and the guardians see this${guardians ? `: ${guardians}` : ''}.`,
  you: 'you',
} as const;

/** What stands where a section is written. */
export const editing = {
  close: 'Close without saving',
  save: 'Save',
  saved: 'Saved',
  own: 'A field of your own',
  ownName: 'What is it?',
  ownNameHint: 'Favourite song',
  ownValue: 'What should be known?',
  also: 'You could add',
  arrange: (label: string) => `Arrange or remove ${label || 'this field'}`,
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  note: 'Notes',
  noteHint: 'What no field is made for',
  tooMany: (most: number) => `${most} fields are the most a section can hold.`,
  tooManyPhotos: (most: number) => `${most} photos and papers are the most a section can hold.`,
  named: 'Give this field a name',
  day: 'This day does not exist.',
  someFailed: 'Some photos or papers did not arrive. Try them again or remove them.',
  tryAgain: 'Something went wrong. Please try again.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here is not saved yet.',
  leave: 'Leave it',
  stay: 'Go on writing',
  merged: (name: string) =>
    `${name} saved this section while you were writing. Nothing is lost: what they changed is in here now. Look it over and save again.`,
  mergedBoth: (name: string) =>
    `${name} saved this section while you were writing. Where you both wrote something else, yours stands and theirs is below it.`,
  theirs: (name: string, value: string) => `${name} wrote: ${value}`,
  theirsGone: (name: string) => `${name} took this field out.`,
  takeTheirs: 'Take theirs',
} as const;

const line = (label: string, hint?: string): Suggestion => ({ label, kind: 'line', ...(hint ? { hint } : {}) });
const lines = (label: string, hint?: string): Suggestion => ({ label, kind: 'lines', ...(hint ? { hint } : {}) });
const day = (label: string): Suggestion => ({ label, kind: 'day' });
const phone = (label: string): Suggestion => ({ label, kind: 'phone' });
const email = (label: string): Suggestion => ({ label, kind: 'email' });
const number = (label: string, hint?: string): Suggestion => ({ label, kind: 'number', ...(hint ? { hint } : {}) });

/** The sections: what they are called, what they are for, and what usually stands in them. */
export const sectionWords: Record<SectionSlug, { title: string; text: string; suggestions: Suggestion[] }> = {
  health: {
    title: 'Health',
    text: 'Allergies, doctors, medicine',
    suggestions: [
      lines('Allergies', 'Hazelnuts. Syrup in the blue bag'),
      line('Blood type'),
      line('Paediatrician'),
      phone('Practice, phone'),
      day('Last check-up'),
      lines('Vaccinations'),
      lines('Medicine', 'What, how much, when'),
      line('Insurance number'),
    ],
  },
  sizes: {
    title: 'Sizes',
    text: 'Clothes, shoes, hats',
    suggestions: [line('Clothes', '104, or M'), number('Shoes'), line('Hat'), line('Gloves'), line('Trousers'), day('Measured on')],
  },
  favourites: {
    title: 'Favourites',
    text: 'Food, books, songs to fall asleep',
    suggestions: [
      lines('Food'),
      lines('Not at all', 'What never gets eaten'),
      line('Colour'),
      lines('Books'),
      line('Song to fall asleep'),
      line('Cuddly toy'),
    ],
  },
  'school-and-care': {
    title: 'School and care',
    text: 'Teachers, hours, who picks up',
    suggestions: [
      line('School or nursery'),
      line('Class or group'),
      line('Teacher'),
      phone('Phone'),
      email('E-mail'),
      lines('Hours'),
      lines('Who may pick up'),
    ],
  },
  documents: {
    title: 'Documents',
    text: 'Numbers, and where the papers are',
    suggestions: [line('Passport number'), day('Passport ends'), line('Identity card'), lines('Where the papers are')],
  },
  contacts: {
    title: 'Contacts',
    text: 'Whom to call, in which order',
    suggestions: [phone('Call first'), phone('Then call'), phone('Neighbour'), phone('Doctor at night'), email('E-mail')],
  },
  wishes: {
    title: 'Wishes',
    text: 'What would make them happy',
    suggestions: [lines('For the birthday'), lines('For the holidays'), lines('Once in a lifetime'), lines('Please not again')],
  },
  notes: { title: 'Notes', text: 'Everything else', suggestions: [] },
};

/** An entry of a history: 'added Dentist, changed Blood type, the notes'. */
export function changeLine({ added, changed, removed, note, media }: SectionChange): string {
  const parts = [
    added.length > 0 && `added ${listed(added)}`,
    changed.length > 0 && `changed ${listed(changed)}`,
    removed.length > 0 && `took out ${listed(removed)}`,
    note && 'changed the notes',
    media && 'changed the photos and papers',
  ];
  return listed(parts) || 'put the fields in order';
}

/** What is in a section: '5 fields, a note, 2 attachments'. */
export function contentLine({ fields, note, media }: { fields: readonly unknown[]; note: string; media: readonly unknown[] }): string {
  const n = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
  return [fields.length > 0 && n(fields.length, 'field'), note && 'a note', media.length > 0 && n(media.length, 'attachment')]
    .filter(Boolean)
    .join(', ');
}
