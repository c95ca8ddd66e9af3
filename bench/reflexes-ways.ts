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

/** Milliseconds that a finger rests on the screen. */
const rest = 80;

/** Taps as a finger does, not as a program. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to tap on');
  const devtools = await target.page().context().newCDPSession(target.page());
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await new Promise((rested) => setTimeout(rested, rest));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

const photo = inRoot('apps/server/sample/photos/beach.jpg');
const tab = (name: string) => (page: Page) => tap(page.getByRole('navigation').getByRole('link', { name, exact: true }).last());
const firstPost = (page: Page) => page.getByRole('article').first();
const openComposer = (page: Page) => tap(page.getByRole('link', { name: 'What happened today?' }));
const choosePhoto = (page: Page) => page.locator('main input[type=file]').first().setInputFiles(photo);
const openPost = (page: Page) => tap(firstPost(page).locator('a[href^="/post/"]').first());
const enlarge = (page: Page) => tap(page.locator('main button:has(img)').first());
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
    act: (page) => tap(page.getByRole('button', { name: /^Share/ }).last()),
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
    act: (page) => tap(page.getByRole('button', { name: 'Send' })),
    done: (page) => page.getByText('Keep this one.'),
  },
  {
    name: 'give a heart',
    taps: 1,
    act: (page) => tap(firstPost(page).getByRole('button', { name: /^Heart/ })),
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
    act: (page) => tap(viewer(page).locator('[aria-hidden=true] button:has(img)').nth(1)),
    done: (page) => viewer(page).getByText(/^2 of/),
  },
  {
    name: 'keep in a shelf',
    taps: 2,
    act: (page) => tap(firstPost(page).getByRole('button', { name: 'Keep in treasures' })),
    done: viewer,
  },
  {
    name: 'search',
    taps: 1,
    act: (page) => tap(page.getByRole('link', { name: 'Search' }).first()),
    done: (page) => page.getByRole('searchbox'),
  },
  {
    name: 'open a child',
    taps: 2,
    before: async (page) => {
      await tab('Children')(page);
      await page.waitForURL('**/children');
    },
    act: (page) => tap(page.locator('main a[href^="/children/childDetail/"]').first()),
    done: (page) => page.getByRole('tablist'),
  },
];

/** Opens the post of the sample family that has several photos, which what is shared meanwhile has pushed down in the feed. */
async function openPhotos(page: Page): Promise<void> {
  await page.goto('/dashboard?search=1&q=sun%20goes');
  await tap(page.locator('main a[href^="/post/"]').first());
}
