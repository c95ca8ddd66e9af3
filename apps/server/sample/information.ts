import type { SectionSlug } from '@heartwood/contract/information';
import type { Ago } from './family.ts';

/** One time somebody of the sample wrote a section about somebody. */
interface SampleSection {
  by: string;
  about: string;
  slug: SectionSlug;
  fields: { label: string; value: string }[];
  note?: string;
  written: Ago;
}

/** What the Whitlocks' guardians have written down, the oldest first; a section written twice has a history. */
export const sampleSections: SampleSection[] = [
  {
    by: 'Nora',
    about: 'Emma',
    slug: 'health',
    fields: [
      { label: 'Allergies', value: 'Hazelnuts\nSyrup in the blue bag, second pocket. Then call Nora.' },
      { label: 'Blood type', value: '0 positive' },
      { label: 'Paediatrician', value: 'Dr. Amara Lindgren' },
    ],
    written: { months: 8 },
  },
  {
    by: 'Sam',
    about: 'Emma',
    slug: 'health',
    fields: [
      { label: 'Allergies', value: 'Hazelnuts\nSyrup in the blue bag, second pocket. Then call Nora.' },
      { label: 'Blood type', value: '0 positive' },
      { label: 'Paediatrician', value: 'Dr. Amara Lindgren' },
      { label: 'Practice, phone', value: '+44 20 7946 0018' },
      { label: 'Vaccinations', value: 'Up to date\nNext in autumn 2028' },
      { label: 'Medicine', value: 'None' },
    ],
    note: 'Falls asleep in two minutes if someone hums. It does not matter what.',
    written: { months: 2 },
  },
  {
    by: 'Nora',
    about: 'Emma',
    slug: 'sizes',
    fields: [
      { label: 'Clothes', value: '104' },
      { label: 'Shoes', value: '27' },
      { label: 'Hat', value: '50 cm' },
    ],
    note: 'Boots one size up, she wears two pairs of socks.',
    written: { weeks: 3 },
  },
  {
    by: 'Sam',
    about: 'Emma',
    slug: 'favourites',
    fields: [
      { label: 'Food', value: 'Pancakes, then nothing, then pancakes' },
      { label: 'Not at all', value: 'Anything that was warm and is cold now' },
      { label: 'Song to fall asleep', value: 'The one about the moon and the bus' },
      { label: 'Cuddly toy', value: 'Mr. Otter. There is a second one in the wardrobe, she must never know.' },
    ],
    written: { weeks: 5 },
  },
  {
    by: 'Nora',
    about: 'Emma',
    slug: 'contacts',
    fields: [
      { label: 'Call first', value: '+44 20 7946 0101' },
      { label: 'Then call', value: '+44 20 7946 0102' },
      { label: 'Neighbour', value: '+44 20 7946 0133' },
    ],
    written: { weeks: 5 },
  },
  {
    by: 'Nora',
    about: 'Jonas',
    slug: 'health',
    fields: [
      { label: 'Blood type', value: 'A positive' },
      { label: 'Paediatrician', value: 'Dr. Amara Lindgren' },
      { label: 'Vaccinations', value: 'First round done' },
    ],
    written: { weeks: 4 },
  },
  {
    by: 'Ruth',
    about: 'Ruth',
    slug: 'health',
    fields: [
      { label: 'Medicine', value: 'Blood pressure, one in the morning' },
      { label: 'Doctor', value: 'Dr. Vane, Harbour Street' },
    ],
    written: { weeks: 6 },
  },
];
