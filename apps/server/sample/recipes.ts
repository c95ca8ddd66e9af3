import type { SamplePost } from './posts.ts';

/** A recipe of the sample: whom it comes from by first name, photos of a step by their names among those of its post. */
export interface SampleRecipe {
  title: string;
  from: string;
  portions: number;
  prepare: number;
  cook: number;
  /** Amount, unit and what, each as it was written. */
  ingredients: [amount: string, unit: string, what: string][];
  steps: { text: string; photos?: string[]; minutes?: number }[];
}

/** What the Whitlocks cook, the oldest first; the story of a recipe is the text of its post. */
export const sampleRecipes: (SamplePost & { recipe: SampleRecipe })[] = [
  {
    author: 'Ruth',
    text: 'From the tree you can see from the hill. In a good year it is forty jars, and in a bad year we are polite about three.',
    photos: ['letter'],
    people: [],
    occurred: { months: 2 },
    shared: { months: 2 },
    hearts: ['Nora', 'Arthur', 'Leo'],
    comments: [{ author: 'Leo', text: 'there is none left btw', ago: { months: 1, weeks: 3 } }],
    recipe: {
      title: 'Plum jam',
      from: 'Ruth',
      portions: 8,
      prepare: 40,
      cook: 60,
      ingredients: [
        ['2', 'kg', 'ripe plums'],
        ['750', 'g', 'sugar'],
        ['1', '', 'lemon, the juice of it'],
        ['1', '', 'stick of cinnamon'],
      ],
      steps: [
        { text: 'Halve the plums and take the stones out. Count the stones, it is good luck.' },
        { text: 'Plums, sugar and lemon into the big pot, and let them stand overnight.' },
        { text: 'Add the cinnamon and cook slowly, stirring, until a drop stays where it is on a cold plate.', minutes: 60 },
        { text: 'Into hot jars, lids on, and upside down until they are cold.' },
      ],
    },
  },
  {
    author: 'Nora',
    text: 'My mother made it the day the bus never came, for eleven people, out of a pot for four. Nobody went home hungry.',
    photos: ['soup'],
    captions: ['A bowl of tomato soup'],
    people: ['Ruth'],
    occurred: { weeks: 1, days: 6 },
    shared: { weeks: 1, days: 6 },
    hearts: ['Ruth', 'Sam', 'Arthur', 'Priya', 'Leo', 'Hanna'],
    comments: [{ author: 'Priya', text: 'So now we know what a bit of sugar is: a bit.', ago: { weeks: 1, days: 5 } }],
    recipe: {
      title: 'Ruth’s tomato soup',
      from: 'Ruth',
      portions: 6,
      prepare: 15,
      cook: 40,
      ingredients: [
        ['1', 'kg', 'ripe tomatoes'],
        ['2', '', 'onions, the red ones'],
        ['50', 'g', 'butter'],
        ['1 1/2', 'l', 'stock'],
        ['a bit', '', 'of sugar, but don’t tell anyone'],
      ],
      steps: [
        { text: 'Cut the onions as small as your patience allows and let them go soft in butter. Not brown.' },
        { text: 'Tomatoes and stock in, lid on, and leave it alone for half an hour.', minutes: 30 },
        { text: 'Sieve it twice. The second time is for love.', photos: ['soup'] },
      ],
    },
  },
  {
    author: 'Priya',
    text: 'What I cook when everybody comes in wet. My grandmother would say there is no recipe, and then stand behind you until it is right.',
    photos: [],
    people: ['Leo'],
    occurred: { days: 5 },
    shared: { days: 5 },
    hearts: ['Nora', 'Ruth'],
    comments: [],
    recipe: {
      title: 'Dal for a rainy day',
      from: 'Priya',
      portions: 4,
      prepare: 10,
      cook: 35,
      ingredients: [
        ['250', 'g', 'red lentils'],
        ['3/4', 'l', 'water'],
        ['1', 'tsp', 'turmeric'],
        ['1', '', 'onion'],
        ['2', 'tbsp', 'ghee'],
        ['½', 'tsp', 'cumin seeds'],
        ['to taste', '', 'salt'],
      ],
      steps: [
        { text: 'Rinse the lentils until the water is clear.' },
        { text: 'Simmer lentils, turmeric and water until they fall apart.', minutes: 25 },
        { text: 'Fry the onion and the cumin seeds in ghee, and pour it over. It should hiss.' },
        { text: 'Salt at the end, never before.' },
      ],
    },
  },
];
