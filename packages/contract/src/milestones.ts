/** What milestones are about. */
export const milestoneCategories = ['movement', 'words', 'together', 'making', 'everyday', 'world'] as const;
/** What a milestone is about. */
type MilestoneCategory = (typeof milestoneCategories)[number];

type Row = readonly [slug: string, fromMonths: number, toMonths: number, category: MilestoneCategory];

const years = (n: number): number => n * 12;

// The spans are wide on purpose, and follow what paediatricians
// commonly give as the usual range; where families decide (a first holiday, a phone), they are only where such a thing often falls.
const rows = [
  ['born', 0, 1, 'together'],
  ['comes-home', 0, 1, 'world'],
  ['meets-the-family', 0, 3, 'together'],
  ['first-bath', 0, 2, 'everyday'],
  ['looks-into-your-eyes', 0, 3, 'together'],
  ['first-smile', 1, 3, 'together'],
  ['lifts-the-head', 1, 4, 'movement'],
  ['sleeps-through', 2, 14, 'everyday'],
  ['finds-the-hands', 2, 4, 'making'],
  ['laughs-out-loud', 3, 5, 'together'],
  ['holds-a-rattle', 3, 5, 'making'],
  ['rolls-over', 3, 7, 'movement'],
  ['first-food', 4, 8, 'everyday'],
  ['babbles', 4, 9, 'words'],
  ['sits-alone', 5, 9, 'movement'],
  ['first-tooth', 4, 13, 'everyday'],
  ['knows-the-name', 5, 9, 'words'],
  ['crawls', 6, 12, 'movement'],
  ['first-holiday', 2, 24, 'world'],
  ['plays-peekaboo', 6, 11, 'together'],
  ['pulls-up-to-stand', 7, 13, 'movement'],
  ['waves-goodbye', 8, 13, 'together'],
  ['claps', 8, 13, 'together'],
  ['first-word', 9, 16, 'words'],
  ['first-steps', 9, 17, 'movement'],
  ['first-birthday', 12, 13, 'together'],
  ['drinks-from-a-cup', 9, 18, 'everyday'],
  ['points-at-things', 9, 15, 'words'],
  ['first-haircut', 8, 36, 'everyday'],
  ['scribbles', 12, 20, 'making'],
  ['builds-a-tower', 12, 20, 'making'],
  ['first-hug', 10, 20, 'together'],
  ['eats-with-a-spoon', 13, 24, 'everyday'],
  ['dances', 10, 20, 'movement'],
  ['climbs-stairs', 14, 26, 'movement'],
  ['two-words', 16, 28, 'words'],
  ['runs', 15, 26, 'movement'],
  ['says-no', 15, 30, 'words'],
  ['kicks-a-ball', 18, 30, 'movement'],
  ['says-the-own-name', 18, 32, 'words'],
  ['first-friend', 18, 54, 'together'],
  ['jumps', 20, 36, 'movement'],
  ['out-of-nappies', 22, 44, 'everyday'],
  ['whole-sentence', 22, 36, 'words'],
  ['starts-nursery', 10, 48, 'world'],
  ['sings-a-song', 26, 42, 'words'],
  ['asks-why', 28, 44, 'words'],
  ['rides-a-balance-bike', 26, 44, 'movement'],
  ['gets-dressed', 32, 60, 'everyday'],
  ['draws-a-person', 36, 48, 'making'],
  ['makes-a-joke', 36, 54, 'words'],
  ['hops-on-one-foot', 36, 54, 'movement'],
  ['tells-a-dream', 42, 60, 'words'],
  ['sleeps-away', 36, 84, 'world'],
  ['cuts-with-scissors', 36, 60, 'making'],
  ['writes-the-name', 46, 72, 'making'],
  ['bike-without-training-wheels', 48, 84, 'movement'],
  ['first-tooth-lost', 60, 90, 'everyday'],
  ['ties-the-shoes', 60, 90, 'everyday'],
  ['first-day-of-school', 56, 86, 'world'],
  ['swims', 54, years(9), 'movement'],
  ['reads-a-book', 66, 100, 'words'],
  ['tells-the-time', 72, years(9), 'everyday'],
  ['cooks-something', 72, years(12), 'making'],
  ['goes-alone', 78, years(11), 'world'],
  ['stands-on-a-stage', 60, years(13), 'world'],
  ['first-money-earned', years(9), years(16), 'world'],
  ['next-school', years(10), years(13), 'world'],
  ['as-tall-as-a-parent', years(11), years(17), 'movement'],
  ['travels-without-parents', years(10), years(17), 'world'],
  ['in-love', years(11), years(18), 'together'],
  ['coming-of-age', years(12), years(16), 'together'],
  ['stands-up-for-something', years(10), years(18), 'together'],
  ['first-job', years(14), years(18), 'world'],
  ['driving-licence', years(16), years(18) + 6, 'world'],
  ['last-day-of-school', years(15), years(18) + 6, 'world'],
  ['eighteen', years(18), years(18) + 1, 'together'],
] as const satisfies readonly Row[];

/** The name of a milestone; its words are messages. */
export type MilestoneSlug = (typeof rows)[number][0];

/**
 * Something most children reach once, and families like to remember. `fromMonths` to `toMonths` is when it often happens, in months since
 * birth: a hint for whoever wonders what may come next, never a measure of a child.
 */
export interface Milestone {
  slug: MilestoneSlug;
  fromMonths: number;
  toMonths: number;
  category: MilestoneCategory;
}

/** Milestones from birth to 18, in the order in which they often come. */
export const milestones: readonly Milestone[] = rows
  .map(([slug, fromMonths, toMonths, category]) => ({ slug, fromMonths, toMonths, category }))
  .toSorted((a, b) => a.fromMonths - b.fromMonths || a.toMonths - b.toMonths);

const bySlug = new Map<string, Milestone>(milestones.map((milestone) => [milestone.slug, milestone]));

/** A milestone by its slug. */
export const milestoneBySlug = (slug: string): Milestone | undefined => bySlug.get(slug);
