import type { Ago } from './family.ts';

/** What others say to what was shared: hearts and comments. */
export interface SampleTalk {
  hearts: string[];
  comments: { author: string; text: string; ago: Ago; voice?: string }[];
}

/** One post of the sample: who, what, when it was and when it was shared. */
export interface SamplePost extends SampleTalk {
  author: string;
  text: string;
  photos: string[];
  /** Videos among them, by their files' names. */
  films?: string[];
  /** What is said of the photos, in their order; of some nothing. */
  captions?: string[];
  people: string[];
  occurred: Ago;
  shared: Ago;
  audience?: 'family' | 'guardians' | 'me';
}

/** What the Whitlocks have shared so far, the oldest first. */
export const samplePosts: SamplePost[] = [
  {
    author: 'Ruth',
    text: 'I found this in the drawer with the seed packets: Arthur’s mother, the summer they came down to the coast. She is younger there than Leo is now.',
    photos: ['old'],
    people: ['Arthur'],
    occurred: { years: 65, months: 4 },
    shared: { months: 11 },
    hearts: ['Nora', 'Sam', 'Arthur', 'Priya'],
    comments: [{ author: 'Arthur', text: 'She never sat still long enough for a second one.', ago: { months: 11 } }],
  },
  {
    author: 'Nora',
    text: 'First snow at the cabin. Sam carried the wood in, Emma carried one stick, and was very tired afterwards.',
    photos: ['cabin'],
    people: ['Emma', 'Sam'],
    occurred: { years: 1 },
    shared: { months: 10, weeks: 3 },
    hearts: ['Ruth', 'Arthur', 'Leo'],
    comments: [{ author: 'Ruth', text: 'One stick is a beginning.', ago: { months: 10, weeks: 2 } }],
  },
  {
    author: 'Sam',
    text: 'Emma built the whole town today, with a tower for everybody. Jonas has the one with the lion, because he has not been born yet and should have something to look forward to.',
    photos: ['blocks'],
    people: ['Emma'],
    occurred: { months: 5 },
    shared: { months: 5 },
    hearts: ['Nora', 'Ruth', 'Hanna'],
    comments: [],
  },
  {
    author: 'Arthur',
    text: 'This is what the band played the evening I met your grandmother. Part one, the dance hall. The rest I tell when you are older.',
    photos: ['old'],
    films: ['humming.m4a'],
    people: ['Arthur', 'Ruth'],
    occurred: { years: 49, months: 2 },
    shared: { months: 4 },
    hearts: ['Nora', 'Ruth', 'Hanna'],
    comments: [{ author: 'Ruth', text: 'He stepped on my foot. That part he leaves out.', ago: { months: 4 } }],
  },
  {
    author: 'Arthur',
    text: 'My mother hummed this at the stove. I had not thought of it since 1974, and then there it was, whole.',
    photos: ['letter'],
    films: ['humming.m4a'],
    people: ['Arthur'],
    occurred: { years: 58 },
    shared: { months: 3, weeks: 2 },
    hearts: ['Nora', 'Ruth'],
    comments: [],
  },
  {
    author: 'Ruth',
    text: 'The bus never came, so he walked eleven kilometres, in his sister’s shoes. He will not say it himself, so I write it down.',
    photos: ['hills'],
    people: ['Arthur'],
    occurred: { years: 54, months: 10 },
    shared: { months: 3 },
    hearts: ['Sam', 'Leo'],
    comments: [],
  },
  {
    author: 'Nora',
    text: 'Jonas. Ten minutes past four in the morning, with a great deal of hair.',
    photos: ['teddy'],
    people: ['Jonas', 'Sam'],
    occurred: { weeks: 15 },
    shared: { weeks: 14, days: 6 },
    hearts: ['Sam', 'Ruth', 'Arthur', 'Priya', 'Leo', 'Hanna'],
    comments: [
      { author: 'Ruth', text: 'I have been standing in the kitchen with my coat on since five.', ago: { weeks: 14, days: 6 } },
      { author: 'Leo', text: 'hello jonas', ago: { weeks: 14, days: 5 } },
    ],
  },
  {
    author: 'Leo',
    text: 'slept outside. did not freeze. would do it again',
    photos: ['tent'],
    people: ['Leo'],
    occurred: { months: 3 },
    shared: { months: 3 },
    hearts: ['Priya', 'Nora', 'Sam'],
    comments: [{ author: 'Priya', text: 'I checked on you four times.', ago: { months: 3 } }],
  },
  {
    author: 'Nora',
    text: 'Her third birthday. Four candles on the cake, because she insisted one was for Jonas.',
    photos: ['cake', 'pancakes'],
    people: ['Emma', 'Jonas'],
    occurred: { months: 2, weeks: 1 },
    shared: { months: 2, weeks: 1 },
    hearts: ['Sam', 'Ruth', 'Arthur', 'Hanna'],
    comments: [{ author: 'Hanna', text: 'That is how birthdays ought to work.', ago: { months: 2, weeks: 1 } }],
  },
  {
    author: 'Sam',
    text: 'You can see the plum tree from up here, if you know where.',
    photos: ['hills'],
    people: [],
    occurred: { weeks: 6 },
    shared: { weeks: 6 },
    hearts: ['Ruth', 'Arthur'],
    comments: [],
  },
  {
    author: 'Ruth',
    text: 'The soup everyone asks for, because Priya asked for it again. The oranges are not in it, they were only passing.',
    photos: ['soup', 'oranges'],
    people: [],
    occurred: { weeks: 2 },
    shared: { weeks: 2 },
    hearts: ['Priya', 'Nora'],
    comments: [{ author: 'Priya', text: 'How much is a bit of sugar?', ago: { weeks: 2 } }],
  },
  {
    author: 'Nora',
    text: 'The first drawing with us in it. I am the one with the long arms.',
    photos: ['drawing', 'letter'],
    captions: ['The house, with everybody in it', 'What she wrote on the back'],
    people: ['Emma'],
    occurred: { weeks: 1, days: 3 },
    shared: { weeks: 1, days: 3 },
    hearts: ['Sam', 'Ruth', 'Hanna', 'Arthur'],
    comments: [],
  },
  {
    author: 'Sam',
    text: 'Six seconds of the sea, for when it rains.',
    photos: [],
    films: ['waves.mp4'],
    people: [],
    occurred: { days: 1 },
    shared: { hours: 20 },
    hearts: ['Nora', 'Arthur'],
    comments: [],
  },
  {
    author: 'Sam',
    text: 'Emma asked where the sun goes at night. I said behind the sea. She waved goodbye to it until it was gone.',
    photos: ['beach', 'boots', 'p4'],
    captions: ['The last light', 'Both of them full of sand'],
    people: ['Emma', 'Jonas'],
    occurred: {},
    shared: { hours: 2 },
    hearts: ['Nora', 'Ruth', 'Arthur', 'Priya', 'Leo', 'Hanna'],
    comments: [
      { author: 'Ruth', text: 'Your father asked me the very same thing on that beach. He was four.', ago: { hours: 1 } },
      { author: 'Arthur', text: '', voice: 'humming.m4a', ago: { hours: 0 } },
      { author: 'Leo', text: 'can we do this again at christmas pls', ago: { hours: 0 } },
    ],
  },
];
