/** What milestones are about. */
export const milestoneCategories = ['movement', 'words', 'together', 'making', 'everyday', 'world'] as const;
/** What a milestone is about. */
export type MilestoneCategory = (typeof milestoneCategories)[number];

/**
 * Something most children reach once, and families like to remember. `fromMonths` to `toMonths` is when it often happens, in months since
 * birth: a hint for whoever wonders what may come next, never a measure of a child. `past` is what it is called once it has happened.
 */
export interface Milestone {
  slug: string;
  title: string;
  past: string;
  fromMonths: number;
  toMonths: number;
  category: MilestoneCategory;
  hint: string;
}

type Row = [slug: string, title: string, past: string, fromMonths: number, toMonths: number, category: MilestoneCategory, hint: string];

const years = (n: number): number => n * 12;

// Written for any child: no word of it says girl or boy, must or should. The spans are wide on purpose, and follow what paediatricians
// commonly give as the usual range; where families decide (a first holiday, a phone), they are only where such a thing often falls.
const rows: Row[] = [
  ['born', 'The day of birth', 'The day of birth', 0, 1, 'together', 'The hour, the weather, who was the first to know.'],
  ['comes-home', 'Comes home', 'Came home', 0, 1, 'world', 'The first way from door to bed.'],
  ['meets-the-family', 'Meets the family', 'Met the family', 0, 3, 'together', 'Who held whom first, and who cried.'],
  ['first-bath', 'First bath', 'First bath', 0, 2, 'everyday', 'Warm water, wide eyes.'],
  ['looks-into-your-eyes', 'Looks into your eyes', 'Looked into our eyes', 0, 3, 'together', 'A long look that means you.'],
  ['first-smile', 'First smile', 'First smile', 1, 3, 'together', 'The one that answers yours.'],
  ['lifts-the-head', 'Lifts the head', 'Lifted the head', 1, 4, 'movement', 'A small view over the edge of the blanket.'],
  ['sleeps-through', 'Sleeps through a night', 'Slept through a night', 2, 14, 'everyday', 'The morning everybody wakes up surprised.'],
  ['finds-the-hands', 'Finds the hands', 'Found the hands', 2, 4, 'making', 'Two of them, and they belong together.'],
  ['laughs-out-loud', 'Laughs out loud', 'Laughed out loud', 3, 5, 'together', 'Write down what was so funny.'],
  ['holds-a-rattle', 'Holds a rattle', 'Held a rattle', 3, 5, 'making', 'It makes a noise, and it is me.'],
  ['rolls-over', 'Rolls over', 'Rolled over', 3, 7, 'movement', 'The room from the other side.'],
  ['first-food', 'First food', 'First food', 4, 8, 'everyday', 'What it was, and the face that went with it.'],
  ['babbles', 'Babbles in whole songs', 'Babbled in whole songs', 4, 9, 'words', 'No words yet, but plenty to say.'],
  ['sits-alone', 'Sits alone', 'Sat alone', 5, 9, 'movement', 'With both hands free for the world.'],
  ['first-tooth', 'First tooth', 'First tooth', 4, 13, 'everyday', 'A spoon that clinks.'],
  ['knows-the-name', 'Turns at the own name', 'Turned at the own name', 5, 9, 'words', 'Somebody means me.'],
  ['crawls', 'Crawls', 'Crawled', 6, 12, 'movement', 'Forwards, backwards, or on one cheek: every way counts.'],
  ['first-holiday', 'First journey', 'First journey', 2, 24, 'world', 'Another ceiling above the bed.'],
  ['plays-peekaboo', 'Plays peekaboo', 'Played peekaboo', 6, 11, 'together', 'Gone, and there again, forty times.'],
  ['pulls-up-to-stand', 'Pulls up to stand', 'Pulled up to stand', 7, 13, 'movement', 'The table top has been there all along.'],
  ['waves-goodbye', 'Waves goodbye', 'Waved goodbye', 8, 13, 'together', 'Sometimes long after the door has closed.'],
  ['claps', 'Claps hands', 'Clapped hands', 8, 13, 'together', 'Applause for everything.'],
  ['first-word', 'First word', 'First word', 9, 16, 'words', 'Which one, and what was meant by it.'],
  ['first-steps', 'First steps', 'First steps', 9, 17, 'movement', 'How many, and into whose arms.'],
  ['first-birthday', 'First birthday', 'First birthday', 12, 13, 'together', 'One candle, and who was there.'],
  ['drinks-from-a-cup', 'Drinks from a cup', 'Drank from a cup', 9, 18, 'everyday', 'Most of it.'],
  ['points-at-things', 'Points at wonders', 'Pointed at wonders', 9, 15, 'words', 'Look, the moon.'],
  ['first-haircut', 'First haircut', 'First haircut', 8, 36, 'everyday', 'Keep a curl, if there is one.'],
  ['scribbles', 'Scribbles', 'Scribbled', 12, 20, 'making', 'A line where none was before.'],
  ['builds-a-tower', 'Builds a tower', 'Built a tower', 12, 20, 'making', 'And knocks it down, which is the point.'],
  ['first-hug', 'Gives a hug', 'Gave a hug', 10, 20, 'together', 'Arms that close by themselves.'],
  ['eats-with-a-spoon', 'Eats with a spoon', 'Ate with a spoon', 13, 24, 'everyday', 'Some of it arrives.'],
  ['dances', 'Dances to music', 'Danced to music', 10, 20, 'movement', 'Knees first.'],
  ['climbs-stairs', 'Climbs the stairs', 'Climbed the stairs', 14, 26, 'movement', 'Up is easier than down.'],
  ['two-words', 'Puts two words together', 'Put two words together', 16, 28, 'words', '“More milk” is a whole sentence.'],
  ['runs', 'Runs', 'Ran', 15, 26, 'movement', 'Stopping comes later.'],
  ['says-no', 'Discovers “no”', 'Discovered “no”', 15, 30, 'words', 'The shortest speech there is.'],
  ['kicks-a-ball', 'Kicks a ball', 'Kicked a ball', 18, 30, 'movement', 'Somewhere, gladly.'],
  ['says-the-own-name', 'Says the own name', 'Said the own name', 18, 32, 'words', 'In a spelling of its own.'],
  ['first-friend', 'First friend', 'First friend', 18, 54, 'together', 'Whom somebody asks for in the morning.'],
  ['jumps', 'Jumps with both feet', 'Jumped with both feet', 20, 36, 'movement', 'Off the lowest step, again and again.'],
  ['out-of-nappies', 'Done with nappies', 'Done with nappies', 22, 44, 'everyday', 'By day first, by night whenever.'],
  ['whole-sentence', 'First whole sentence', 'First whole sentence', 22, 36, 'words', 'Write it down as it was said.'],
  ['starts-nursery', 'First day at nursery', 'First day at nursery', 10, 48, 'world', 'Who waved longer.'],
  ['sings-a-song', 'Sings a whole song', 'Sang a whole song', 26, 42, 'words', 'With verses nobody knew.'],
  ['asks-why', 'Asks why', 'Asked why', 28, 44, 'words', 'And why that, and why that.'],
  ['rides-a-balance-bike', 'Rides without pedals', 'Rode without pedals', 26, 44, 'movement', 'Two feet that fly.'],
  ['gets-dressed', 'Gets dressed alone', 'Got dressed alone', 32, 60, 'everyday', 'Boots on the wrong feet count.'],
  ['draws-a-person', 'Draws a person with legs', 'Drew a person with legs', 36, 48, 'making', 'Legs straight from the head: the classic.'],
  ['makes-a-joke', 'Makes up a joke', 'Made up a joke', 36, 54, 'words', 'It need not be funny. It will be.'],
  ['hops-on-one-foot', 'Hops on one foot', 'Hopped on one foot', 36, 54, 'movement', 'And the other foot waits its turn.'],
  ['tells-a-dream', 'Tells you a dream', 'Told us a dream', 42, 60, 'words', 'Listen to the end, it has none.'],
  ['sleeps-away', 'First night away', 'First night away', 36, 84, 'world', 'With which animal under the arm.'],
  ['cuts-with-scissors', 'Cuts with scissors', 'Cut with scissors', 36, 60, 'making', 'Paper, one hopes.'],
  ['writes-the-name', 'Writes the own name', 'Wrote the own name', 46, 72, 'making', 'Some letters look the other way.'],
  [
    'bike-without-training-wheels',
    'Rides a bike without training wheels',
    'Rode a bike without training wheels',
    48,
    84,
    'movement',
    'The hand that let go was yours.',
  ],
  ['first-tooth-lost', 'First tooth lost', 'First tooth lost', 60, 90, 'everyday', 'Where it is now, and what it was swapped for.'],
  ['ties-the-shoes', 'Ties the shoes', 'Tied the shoes', 60, 90, 'everyday', 'Two ears and a tunnel.'],
  ['first-day-of-school', 'First day of school', 'First day of school', 56, 86, 'world', 'A bag as big as its bearer.'],
  ['swims', 'Swims a length', 'Swam a length', 54, 108, 'movement', 'Without a toe on the ground.'],
  ['reads-a-book', 'Reads a book alone', 'Read a book alone', 66, 100, 'words', 'Under the blanket, perhaps.'],
  ['tells-the-time', 'Tells the time', 'Told the time', 72, 108, 'everyday', 'And knows when it is not bedtime yet.'],
  ['cooks-something', 'Cooks for the family', 'Cooked for the family', 72, 144, 'making', 'What it was, and who ate all of it.'],
  ['goes-alone', 'Goes to school alone', 'Went to school alone', 78, 132, 'world', 'Looking back once, or not at all.'],
  ['stands-on-a-stage', 'Stands on a stage', 'Stood on a stage', 60, 156, 'world', 'Third sheep from the left.'],
  ['first-money-earned', 'First money earned', 'First money earned', years(9), years(16), 'world', 'What for, and what became of it.'],
  [
    'next-school',
    'Moves on to the next school',
    'Moved on to the next school',
    years(10),
    years(13),
    'world',
    'The smallest among the big ones again.',
  ],
  [
    'as-tall-as-a-parent',
    'As tall as a parent',
    'As tall as a parent',
    years(11),
    years(17),
    'movement',
    'Back to back, a book on both heads.',
  ],
  [
    'travels-without-parents',
    'First journey without parents',
    'First journey without parents',
    years(10),
    years(17),
    'world',
    'And the first message from there.',
  ],
  ['in-love', 'First time in love', 'First time in love', years(11), years(18), 'together', 'Only if it is theirs to be told.'],
  [
    'coming-of-age',
    'A day of growing up',
    'A day of growing up',
    years(12),
    years(16),
    'together',
    'As your family keeps it: a feast, a blessing, a speech.',
  ],
  [
    'stands-up-for-something',
    'Stands up for something',
    'Stood up for something',
    years(10),
    years(18),
    'together',
    'What it was about, and how it went.',
  ],
  ['first-job', 'First real job', 'First real job', years(14), years(18), 'world', 'The apron, the wage, the sore feet.'],
  ['driving-licence', 'Driving licence', 'Driving licence', years(16), years(18) + 6, 'world', 'Who sat beside, holding on to what.'],
  ['last-day-of-school', 'Last day of school', 'Last day of school', years(15), years(18) + 6, 'world', 'The bag has become small.'],
  [
    'eighteen',
    'Eighteenth birthday',
    'Eighteenth birthday',
    years(18),
    years(18) + 1,
    'together',
    'Everything so far, and everything to come.',
  ],
];

/** Milestones from birth to 18, in the order in which they often come. */
export const milestones: readonly Milestone[] = rows
  .map(([slug, title, past, fromMonths, toMonths, category, hint]) => ({ slug, title, past, fromMonths, toMonths, category, hint }))
  .toSorted((a, b) => a.fromMonths - b.fromMonths || a.toMonths - b.toMonths);

const bySlug = new Map(milestones.map((milestone) => [milestone.slug, milestone]));

/** A milestone by its slug. */
export const milestoneBySlug = (slug: string): Milestone | undefined => bySlug.get(slug);
