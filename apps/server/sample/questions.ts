import type { IdeaSlug } from '@heartwood/contract/ideas';
import type { Ago } from './family.ts';

/** A question of the sample: who asks whom (everyone, where nobody is named), and who has answered. */
export interface SampleQuestion {
  asker: string;
  text: string;
  recipients?: string[];
  /** The idea it comes from. */
  idea?: IdeaSlug;
  asked: Ago;
  answers: SampleAnswer[];
}

/** An answer of the sample. */
interface SampleAnswer {
  author: string;
  text: string;
  photos?: string[];
  voice?: string;
  ago: Ago;
  hearts: string[];
}

/** What the Whitlocks have asked each other so far, the oldest first. */
export const sampleQuestions: SampleQuestion[] = [
  {
    asker: 'Nora',
    text: 'Which song was on at your wedding?',
    recipients: ['Ruth', 'Arthur'],
    asked: { months: 2 },
    answers: [
      {
        author: 'Ruth',
        text: 'Moon River, twice, because the band knew four songs.',
        ago: { months: 2, days: -1 },
        hearts: ['Nora', 'Arthur'],
      },
      { author: 'Arthur', text: 'I heard none of it. I was counting my steps.', ago: { months: 2, days: -2 }, hearts: ['Nora'] },
    ],
  },
  {
    asker: 'Sam',
    text: 'What did your kitchen smell like when you were small?',
    idea: 'kitchen-then',
    asked: { weeks: 5 },
    answers: [
      {
        author: 'Arthur',
        text: 'Coal, and on Saturdays the yeast under a tea towel.',
        ago: { weeks: 4, days: 6 },
        hearts: ['Nora', 'Sam'],
      },
      {
        author: 'Hanna',
        text: 'Cardamom. My grandmother put it into everything, also into the soap drawer.',
        ago: { weeks: 4, days: 5 },
        hearts: ['Sam'],
      },
      {
        author: 'Priya',
        text: 'Mustard seeds jumping in the pan. We were not allowed to stand close.',
        ago: { weeks: 4, days: 2 },
        hearts: ['Sam', 'Leo'],
      },
      { author: 'Nora', text: 'Burnt toast, every single morning, and nobody minded.', ago: { weeks: 4 }, hearts: ['Ruth'] },
    ],
  },
  {
    asker: 'Leo',
    text: 'Who taught you to swim?',
    recipients: ['Arthur', 'Ruth'],
    asked: { days: 6 },
    answers: [
      {
        author: 'Ruth',
        text: 'My brother, with a rope around my middle and the other end around a tree.',
        ago: { days: 5 },
        hearts: ['Leo'],
      },
    ],
  },
  {
    asker: 'Nora',
    text: 'What was the first thing you bought with your own money? Mine was a red kite.',
    recipients: ['Arthur', 'Ruth', 'Priya', 'Leo'],
    asked: { days: 4 },
    answers: [
      {
        author: 'Arthur',
        text: 'A bell. For the bicycle I did not have yet. Your grandmother says that tells you everything.',
        voice: 'humming.m4a',
        ago: { days: 3 },
        hearts: ['Nora', 'Ruth', 'Priya', 'Leo'],
      },
      {
        author: 'Ruth',
        text: 'Yellow boots like these. They cost me a whole summer of picking plums.',
        photos: ['boots'],
        ago: { days: 2, hours: 23 },
        hearts: ['Nora', 'Arthur'],
      },
    ],
  },
];
