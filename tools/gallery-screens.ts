import type { Page } from '@playwright/test';
import { sampleMembers } from '../apps/server/sample/family.ts';
import { screens } from '../e2e/screens.ts';

/** One screen, or one state of one. */
export interface Shown {
  path: string;
  /** What it is called in the index and, as a slug, in its file; left out, its path. */
  name?: string;
  /** What is done on it before the picture is taken. */
  first?: (page: Page) => Promise<unknown>;
  /** Shown as far as the window of a device reaches, although there is more of it or it fills any window. */
  inWindow?: boolean;
}

/** A round of pictures that one person takes. */
export interface Round {
  title: string;
  shown: Shown[];
  /** What is opened when all others have been: it marks what it shows as read, which the bell of every other screen tells. */
  last: Shown[];
}

const named = (paths: string[]): Shown[] => paths.map((path) => ({ path }));
/** A shelf is opened by its id, below: its address alone is none. */
const shelf = '/subcategory/subcategoryPosts';
/** So is a category: its address alone shows all of them, as /treasures does. */
const category = '/treasures/subcategory';
const letter = '/invitation/sharedMessage';
const members = screens.filter(({ path, public: open }) => !open && path !== shelf && path !== category).map(({ path }) => path);
/** What only the sample family has: somebody called Emma, a post, a question, a child, a page on which it pays. */
const needsThings = /\{|emma/;
const last = (path: string) => path === '/private/notifications';

/** States that have no row of their own in the table of screens. */
const states: Shown[] = [
  { path: '/dashboard?search=1', name: 'search' },
  { path: '/dashboard?search=1&q=plum', name: 'search, found' },
  { path: '/dashboard?search=1&q=zzzz', name: 'search, nothing found' },
  { path: '/dashboard?kind=recipe', name: 'feed, recipes only' },
  { path: '/post/{own}?edit=1', name: 'post, being edited' },
  {
    path: '/post/{post}',
    name: 'photo, large',
    inWindow: true,
    first: async (page) => {
      await page.locator('main button:has(img)').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/post/{recipe}', name: 'recipe' },
  { path: '/post/{recipe}?cook=2', name: 'recipe, cooking' },
  { path: '/post/{recipe}?edit=1', name: 'recipe, being edited' },
  { path: '/children?add=1', name: 'child, being added' },
  { path: '/children/childDetail/{child}?tab=milestones', name: 'child, milestones' },
  { path: '/children/childDetail/{child}?tab=growth', name: 'child, growth' },
  { path: '/children/childDetail/{child}?tab=growth&add=1', name: 'child, measurement' },
  { path: '/children/childDetail/{child}?tab=siblings', name: 'child, siblings' },
  { path: '/children/childDetail/{child}?edit=1', name: 'child, being edited' },
  { path: '/private/meaningful-moments/emma?add=own', name: 'moment, being kept' },
  { path: '/private/additional-information/emma/health?edit=1', name: 'good to know, being edited' },
  { path: `${category}?category={category}`, name: 'category' },
  { path: `${shelf}?subcategory={shelf}`, name: 'shelf' },
  { path: '/nowhere', name: 'page not found' },
];

/** The parts of the page for visitors, in the middle of it. */
const landing: Shown[] = ['timeline', 'ideas', 'treasures', 'questions'].map((part) => ({
  path: `/home#${part}`,
  name: `home, ${part}`,
  first: (page) => page.locator(`#${part}`).evaluate((element) => element.scrollIntoView()),
  inWindow: true,
}));
/** Pages that the server writes by itself. */
const own = named(['/privacy', '/terms', '/contact']);

/** What a visitor sees; addresses of mails as `addressOf` finds them. */
export const asVisitor = (addressOf: (path: string) => string): Round => {
  const paths = screens.filter(({ path, public: open }) => open && path !== '/').map(({ path }) => path);
  const mailed = paths.map((path) => ({ path: addressOf(path), name: path }));
  return { title: 'A visitor', shown: [...mailed, ...landing, ...own, ...named(['/nowhere'])], last: [] };
};

/** What a parent of the sample family sees. */
export const inSampleFamily: Round = {
  title: 'The sample family',
  shown: [...named(members.filter((path) => !last(path))), ...states],
  last: named(members.filter(last)),
};

/** What a parent sees who has just registered. */
export const inNewFamily: Round = {
  title: 'A new family',
  shown: [
    ...named(members.filter((path) => !needsThings.test(path) && !last(path))),
    { path: '/onboarding?step=children', name: 'onboarding, children' },
    { path: '/onboarding?step=invite', name: 'onboarding, invitations' },
  ],
  last: named(members.filter(last)),
};

/** What a parent sees whose free time is over. */
export const inUncoveredFamily: Round = {
  title: 'A family that is not covered',
  shown: named(['/paywall', '/lifetime-subscription']),
  last: [],
};

/** Who was invited to the sample family. */
export const invited = sampleMembers.find(({ firstname }) => firstname === 'Ruth')!;
/** What accepting an invitation hands to the page that follows. */
const card = {
  inviter: 'Nora Whitlock',
  image: null,
  family: 'The Whitlocks',
  name: invited.firstname,
  message: invited.message,
  voice: null,
};

/** What somebody sees who has accepted an invitation. */
export const asInvited: Round = {
  title: 'Somebody invited',
  shown: [
    {
      path: letter,
      first: async (page) => {
        await page.evaluate(`history.replaceState({ ...history.state, card: ${JSON.stringify(card)} }, '')`);
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'A message from Nora' }).waitFor({ state: 'attached' });
      },
    },
  ],
  last: [],
};
