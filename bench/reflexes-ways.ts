import type { Locator, Page } from '@playwright/test';
import { inRoot } from '../tools/paths.ts';

/** One of the main ways through the app, from the feed. */
export interface Way {
  name: string;
  /** Taps from the feed until it is done, those of `before` and of what is left to do at its end among them. */
  taps: number;
  /** What leads to its place. */
  before?: (page: Page) => Promise<unknown>;
  /** The input whose first effect is measured. */
  act: (page: Page) => Promise<unknown>;
  /** What is there when the way has come to its end. */
  done: (page: Page) => Locator;
}

const photo = inRoot('apps/server/sample/photos/beach.jpg');
const tab = (name: string) => (page: Page) => page.getByRole('navigation').getByRole('link', { name, exact: true }).last().tap();
const firstPost = (page: Page) => page.getByRole('article').first();
const openComposer = (page: Page) => page.getByRole('link', { name: 'What happened today?' }).tap();
const choosePhoto = (page: Page) => page.locator('main input[type=file]').first().setInputFiles(photo);
const openPost = (page: Page) => firstPost(page).locator('a[href^="/post/"]').first().tap();
const enlarge = (page: Page) => page.locator('main button:has(img)').first().tap();
const viewer = (page: Page) => page.getByRole('dialog');
const story = (page: Page) => page.getByLabel('What happened?');
const words = (page: Page) => page.getByLabel('Say something kind');

/** The twelve things that families do most. */
export const ways: Way[] = [
  {
    name: 'open the feed',
    taps: 1,
    before: async (page) => {
      await tab('Children')(page);
      await page.waitForURL('**/children');
    },
    act: tab('Home'),
    done: (page) => firstPost(page),
  },
  { name: 'open the composer', taps: 1, act: openComposer, done: story },
  {
    name: 'pick a photo',
    taps: 2,
    before: async (page) => {
      await openComposer(page);
      await story(page).waitFor();
    },
    act: choosePhoto,
    done: (page) => page.locator('main li img'),
  },
  {
    name: 'share',
    taps: 3,
    before: async (page) => {
      await openComposer(page);
      await story(page).fill('The sea was asleep.');
    },
    act: (page) =>
      page
        .getByRole('button', { name: /^Share/ })
        .last()
        .tap(),
    done: (page) => page.getByText('The sea was asleep.'),
  },
  { name: 'open a post', taps: 1, act: openPost, done: words },
  {
    name: 'comment',
    taps: 3,
    before: async (page) => {
      await openPost(page);
      await words(page).fill('Keep this one.');
    },
    act: (page) => page.getByRole('button', { name: 'Send' }).tap(),
    done: (page) => page.getByText('Keep this one.'),
  },
  {
    name: 'give a heart',
    taps: 1,
    act: (page) =>
      firstPost(page)
        .getByRole('button', { name: /^Heart/ })
        .tap(),
    done: (page) => firstPost(page).getByRole('button', { name: /^Heart/ }),
  },
  {
    name: 'open a photo large',
    taps: 2,
    before: async (page) => {
      await openPhotos(page);
      await words(page).waitFor();
    },
    act: enlarge,
    done: viewer,
  },
  {
    name: 'the next photo',
    taps: 3,
    before: async (page) => {
      await openPhotos(page);
      await words(page).waitFor();
      await enlarge(page);
      await viewer(page).waitFor();
    },
    act: (page) => viewer(page).locator('[aria-hidden=true] button:has(img)').nth(1).tap(),
    done: (page) => viewer(page).getByText(/^2 of/),
  },
  {
    name: 'keep in a shelf',
    taps: 2,
    act: (page) => firstPost(page).getByRole('button', { name: 'Keep in treasures' }).tap(),
    done: viewer,
  },
  {
    name: 'search',
    taps: 1,
    act: (page) => page.getByRole('link', { name: 'Search' }).first().tap(),
    done: (page) => page.getByRole('searchbox'),
  },
  {
    name: 'open a child',
    taps: 2,
    before: async (page) => {
      await tab('Children')(page);
      await page.waitForURL('**/children');
    },
    act: (page) => page.locator('main a[href^="/children/childDetail/"]').first().tap(),
    done: (page) => page.getByRole('tablist'),
  },
];

/** Opens the post of the sample family that has several photos, which what is shared meanwhile has pushed down in the feed. */
async function openPhotos(page: Page): Promise<void> {
  await page.goto('/dashboard?search=1&q=sun%20goes');
  await page.locator('main a[href^="/post/"]').first().tap();
}
