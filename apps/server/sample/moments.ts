import type { Ago } from './family.ts';
import type { SampleTalk } from './posts.ts';

/** One moment of the sample: who kept it, whose it is, how old they were. */
export interface SampleMoment {
  author: string;
  people: string[];
  title: string;
  milestone?: string;
  text?: string;
  photos?: string[];
  occurred: Ago;
  /** When it was shared as a post, and who sees it. */
  shared?: SampleTalk & { when: Ago; audience: 'family' | 'guardians' };
}

/** What Nora and Sam have kept of the children, and Leo of himself, the earliest first. */
export const sampleMoments: SampleMoment[] = [
  {
    author: 'Nora',
    people: ['Emma'],
    title: 'The day of birth',
    milestone: 'born',
    text: 'At twenty past five in the morning, with the window open. It smelled of cut grass.',
    occurred: { years: 3, months: 2, weeks: 1 },
  },
  {
    author: 'Sam',
    people: ['Emma'],
    title: 'First smile',
    milestone: 'first-smile',
    text: 'At the lamp in the kitchen. I moved in between, and it stayed.',
    occurred: { years: 3, months: 1 },
  },
  { author: 'Nora', people: ['Emma'], title: 'Rolled over', milestone: 'rolls-over', occurred: { years: 2, months: 10, days: 3 } },
  {
    author: 'Nora',
    people: ['Emma'],
    title: 'First word',
    milestone: 'first-word',
    text: '“Duck.” It was a pigeon.',
    photos: ['duck'],
    occurred: { years: 2, months: 3, days: 20 },
  },
  {
    author: 'Sam',
    people: ['Emma'],
    title: 'First steps',
    milestone: 'first-steps',
    text: 'Four of them, from the bench to Nora’s knees, on the way to the beach.',
    occurred: { years: 2, months: 1, days: 10 },
  },
  {
    author: 'Nora',
    people: ['Emma'],
    title: 'First whole sentence',
    milestone: 'whole-sentence',
    text: '“Moon come back.”',
    occurred: { years: 1, months: 1, days: 2 },
  },
  {
    author: 'Sam',
    people: ['Emma'],
    title: 'Slept in a tent',
    text: 'All night, between us, with her boots on. At six she asked whether the stars had been switched off.',
    photos: ['tent'],
    occurred: { months: 3, weeks: 1 },
  },
  {
    author: 'Nora',
    people: ['Emma'],
    title: 'Drew all of us',
    text: 'The purple one is the cat from next door.',
    photos: ['drawing'],
    occurred: { months: 1, weeks: 2, days: 2 },
  },
  {
    author: 'Sam',
    people: ['Emma'],
    title: 'Rode without pedals',
    milestone: 'rides-a-balance-bike',
    text: 'Down the whole yard, both feet in the air, and into the hedge.',
    photos: ['boots'],
    occurred: { months: 1, days: 3 },
    shared: { when: { months: 1, days: 2 }, audience: 'family', hearts: [], comments: [] },
  },
  {
    author: 'Nora',
    people: ['Jonas'],
    title: 'The day of birth',
    milestone: 'born',
    text: 'Emma counted his toes, twice, to be sure.',
    photos: ['teddy'],
    occurred: { weeks: 15 },
  },
  {
    author: 'Sam',
    people: ['Jonas'],
    title: 'First smile',
    milestone: 'first-smile',
    text: 'At the ceiling. Then at me.',
    occurred: { weeks: 9 },
  },
  {
    author: 'Nora',
    people: ['Jonas'],
    title: 'Jonas laughed out loud',
    milestone: 'laughs-out-loud',
    text: 'At the rubber duck, of all things. Emma had it on her head. We kept dropping it for ten minutes.',
    photos: ['duck'],
    occurred: { days: 3 },
    shared: {
      when: { days: 2, hours: 22 },
      audience: 'guardians',
      hearts: ['Sam'],
      comments: [{ author: 'Sam', text: 'I dropped it eleven times more after you left the room.', ago: { days: 2, hours: 20 } }],
    },
  },
  {
    author: 'Leo',
    people: ['Leo'],
    title: 'First money earned',
    milestone: 'first-money-earned',
    text: 'Eleven boxes of plums, carried for Grandpa. He paid in coins.',
    occurred: { months: 2 },
  },
];
