/** What an idea leads to: the screen on which it begins, or `read`, which ends with the last line. */
export const ideaActions = ['ask-family', 'family-recipe', 'record-video', 'share-birthday', 'share-something', 'read'] as const;
/** What an idea leads to. */
type IdeaAction = (typeof ideaActions)[number];

/** The pictures that ideas are shown with: our own renders, which the web ships by these names. */
export const illustrations = [
  'beach',
  'blocks',
  'boots',
  'cabin',
  'cake',
  'drawing',
  'duck',
  'hills',
  'letter',
  'old',
  'oranges',
  'p2',
  'p3',
  'p4',
  'p5',
  'pancakes',
  'soup',
  'teddy',
  'tent',
] as const;
/** The name of a picture. */
type Illustration = (typeof illustrations)[number];

interface Fitting {
  /** Whole years of a child for whom it fits, the first and the last; null for families of any age. */
  ages?: readonly [from: number, to: number];
  /** Months (1 to 12) in which it fits; null for all year round. Seasons are those of the north. */
  months?: readonly number[];
  /** Fits only while somebody's birthday is ahead. */
  nearBirthday?: true;
  /** Fits only while the birthday is ahead on which a child turns that age. */
  turns?: number;
}

type Row = readonly [slug: string, action: IdeaAction, minutes: number, illustration: Illustration, fitting?: Fitting];

// What leads to the same screen, and what shows the same picture, is kept apart: the list is read from the top.
const rows = [
  ['first-job', 'ask-family', 2, 'p3'],
  ['soup', 'family-recipe', 10, 'soup'],
  ['fridge-door', 'share-something', 1, 'drawing'],
  ['gather-wishes', 'share-birthday', 5, 'cake', { nearBirthday: true }],
  ['morning', 'record-video', 1, 'blocks'],
  ['asking-well', 'read', 3, 'p2'],
  ['how-you-met', 'ask-family', 2, 'beach'],
  ['letter-at-18', 'share-something', 15, 'letter', { ages: [0, 17] }],
  ['way-to-school', 'ask-family', 2, 'p5', { ages: [5, 12], months: [8, 9] }],
  ['slow-breakfast', 'family-recipe', 8, 'pancakes'],
  ['hands', 'record-video', 2, 'oranges'],
  ['one-sentence', 'share-something', 1, 'pancakes'],
  ['who-never-writes', 'read', 2, 'p3'],
  ['your-name', 'ask-family', 2, 'letter'],
  ['coat-pocket', 'share-something', 2, 'boots', { ages: [3, 9], months: [9, 10, 11] }],
  ['three-questions', 'record-video', 3, 'p5', { ages: [3, 14] }],
  ['only-them', 'share-birthday', 1, 'letter', { nearBirthday: true }],
  ['that-winter', 'ask-family', 2, 'cabin', { months: [12, 1, 2] }],
  ['album-page', 'share-something', 3, 'old'],
  ['in-jars', 'family-recipe', 10, 'oranges', { months: [7, 8, 9, 10] }],
  ['when-you-came', 'ask-family', 2, 'duck', { ages: [0, 2] }],
  ['blurred', 'read', 2, 'hills'],
  ['said-today', 'share-something', 1, 'duck', { ages: [2, 9] }],
  ['first-warm-day', 'record-video', 1, 'hills', { months: [3, 4, 5] }],
  ['kitchen-then', 'ask-family', 2, 'oranges'],
  ['birthday-cake', 'family-recipe', 12, 'cake', { nearBirthday: true }],
  ['by-the-door', 'share-something', 1, 'boots'],
  ['summer-then', 'ask-family', 2, 'beach', { months: [6, 7, 8] }],
  ['read-aloud', 'record-video', 5, 'teddy', { ages: [1, 8] }],
  ['cooks-alone', 'family-recipe', 8, 'pancakes', { ages: [5, 13] }],
  ['drawn-wish', 'share-birthday', 10, 'drawing', { ages: [2, 8], nearBirthday: true }],
  ['old-photos', 'read', 3, 'old'],
  ['our-words', 'ask-family', 1, 'drawing'],
  ['small-summer', 'share-something', 5, 'beach', { months: [7, 8, 9] }],
  ['to-you-later', 'record-video', 3, 'hills', { ages: [0, 17] }],
  ['never-thrown', 'share-something', 3, 'teddy'],
  ['only-in-winter', 'family-recipe', 15, 'cabin', { months: [11, 12] }],
  ['trouble', 'ask-family', 1, 'p5', { ages: [4, 15] }],
  ['first-candle', 'share-birthday', 5, 'cake', { turns: 1, nearBirthday: true }],
  ['first-weeks', 'read', 2, 'duck', { ages: [0, 0] }],
  ['who-is-that', 'ask-family', 3, 'old'],
  ['windowsill', 'share-something', 1, 'oranges', { months: [2, 3, 4, 5] }],
  ['that-laugh', 'record-video', 1, 'duck', { ages: [0, 3] }],
  ['when-you-are-ill', 'family-recipe', 5, 'soup', { months: [10, 11, 1, 2, 3] }],
  ['sung-at-night', 'ask-family', 2, 'teddy', { ages: [0, 5] }],
  ['on-repeat', 'share-something', 1, 'tent', { ages: [11, 18] }],
  ['holiday-table', 'ask-family', 2, 'oranges', { months: [11, 12] }],
  ['with-teens', 'read', 3, 'tent', { ages: [12, 18] }],
  ['how-its-done', 'record-video', 3, 'blocks'],
  ['handwriting', 'share-something', 2, 'letter'],
  ['no-fuss', 'share-birthday', 10, 'p2', { nearBirthday: true }],
  ['outdoors', 'family-recipe', 8, 'tent', { months: [5, 6, 7, 8, 9] }],
  ['at-this-age', 'ask-family', 2, 'blocks', { ages: [1, 16] }],
  ['school-picture', 'share-something', 2, 'p4', { ages: [5, 18], months: [6, 7, 8, 9] }],
  ['party-story', 'record-video', 5, 'tent'],
  ['someone-missing', 'read', 3, 'letter'],
  ['at-eighteen', 'ask-family', 2, 'hills', { ages: [16, 18] }],
  ['from-the-window', 'share-something', 1, 'cabin'],
  ['winter-song', 'record-video', 2, 'p4', { months: [11, 12] }],
  ['then-and-now', 'share-birthday', 3, 'old', { nearBirthday: true }],
  ['first-kitchen', 'family-recipe', 15, 'soup', { ages: [16, 18] }],
  ['outgrown', 'share-something', 2, 'p4', { ages: [0, 7] }],
  ['long-evenings', 'read', 3, 'old', { months: [11, 12, 1, 2] }],
  ['first-flat', 'ask-family', 2, 'soup'],
  ['room-tour', 'record-video', 3, 'teddy', { ages: [3, 14] }],
  ['same-spot', 'share-something', 5, 'beach'],
  ['good-this-year', 'ask-family', 2, 'hills', { months: [12, 1] }],
  ['five-pictures', 'share-something', 15, 'beach', { months: [12, 1] }],
  ['eighteen', 'share-birthday', 5, 'hills', { turns: 18, nearBirthday: true }],
  ['good-neighbour', 'ask-family', 2, 'blocks'],
  ['on-your-keys', 'share-something', 1, 'p3'],
  ['everything-wrong', 'ask-family', 3, 'tent'],
  ['way-home', 'record-video', 2, 'boots'],
  ['learned-late', 'ask-family', 2, 'p4'],
  ['oldest-thing', 'share-something', 2, 'teddy'],
  ['from-leftovers', 'family-recipe', 8, 'pancakes'],
  ['sound-of-home', 'share-something', 1, 'old'],
  ['where-you-spend-days', 'record-video', 3, 'p5'],
  ['what-it-cost', 'share-something', 1, 'letter'],
  ['tell-it-aloud', 'read', 2, 'p2'],
  ['no-time-supper', 'family-recipe', 5, 'soup'],
  ['three-books', 'share-something', 2, 'cabin'],
  ['first-friend-then', 'ask-family', 2, 'drawing'],
] as const satisfies readonly Row[];

/** The name of an idea; its words are messages. */
export type IdeaSlug = (typeof rows)[number][0];

/** Something a family may do together, with the time it takes in minutes, and for whom and when it fits. */
export interface Idea {
  slug: IdeaSlug;
  action: IdeaAction;
  minutes: number;
  illustration: Illustration;
  ages: { from: number; to: number } | null;
  months: readonly number[] | null;
  nearBirthday: boolean;
  turns: number | null;
}

/** All ideas, in the order in which they are listed. */
export const ideas: readonly Idea[] = rows.map(([slug, action, minutes, illustration, fitting = {}]: Row & { 0: IdeaSlug }) => ({
  slug,
  action,
  minutes,
  illustration,
  ages: fitting.ages ? { from: fitting.ages[0], to: fitting.ages[1] } : null,
  months: fitting.months ?? null,
  nearBirthday: fitting.nearBirthday ?? false,
  turns: fitting.turns ?? null,
}));

const bySlug = new Map<string, Idea>(ideas.map((idea) => [idea.slug, idea]));

/** An idea by its slug. */
export const ideaBySlug = (slug: string): Idea | undefined => bySlug.get(slug);
