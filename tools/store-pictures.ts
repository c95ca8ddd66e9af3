import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { inRoot } from './paths.ts';
import { settled, signIn, withSampleFamily } from './pictures.ts';
import { say, withProgress } from './run.ts';

// `node tools/store-pictures.ts`: takes the pictures that both stores ask for, of the sample family, in every language of the app. They are not
// committed: they are those of the day on which somebody submits.

const folder = inRoot('apps/mobile/resources/store/pictures');

/** What the stores ask for: the size of the screen in CSS pixels, and how many of the picture's pixels one of them is. */
const screens = {
  /** App Store, 6.9 inches: 1320 x 2868. Smaller ones are made of it. */
  'app-store-iphone': { width: 440, height: 956, scale: 3 },
  /** App Store, 13 inches: 2064 x 2752. */
  'app-store-ipad': { width: 1_032, height: 1_376, scale: 2 },
  /** Play: 1080 x 1920; no side more than twice the other. */
  'play-phone': { width: 360, height: 640, scale: 3 },
  /** Play, 10 inches: 1600 x 2560. */
  'play-tablet': { width: 800, height: 1_280, scale: 2 },
};

/** What is shown, in the order of the store's page: how one gets there from the feed. */
const shown: Record<string, (page: Page) => Promise<unknown>> = {
  feed: async () => undefined,
  child: async (page) => {
    await page.goto('/children');
    const child = page.locator('a[href^="/children/childDetail/"]').first();
    await page.goto((await child.getAttribute('href')) ?? '');
  },
  treasures: (page) => page.goto('/treasures'),
  inspiration: (page) => page.goto('/inspiration'),
  question: (page) => page.goto('/treasures/ask-family'),
  share: (page) => page.goto('/treasures/share-something'),
};

await withSampleFamily({}, async (address, browser) => {
  await rm(folder, { recursive: true, force: true });
  for (const language of ['en', 'de'])
    for (const screen of Object.keys(screens) as (keyof typeof screens)[])
      await withProgress(`Taking the pictures of ${screen}, ${language}`, () => take(browser, address, screen, language));
});
say(`The pictures for the stores are in ${path.relative(process.cwd(), folder)}.`);

async function take(from: Browser, baseURL: string, screen: keyof typeof screens, language: string): Promise<void> {
  const { width, height, scale } = screens[screen];
  const context = await from.newContext({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: true,
    isMobile: true,
    locale: language,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // What is waited for is looked at from outside the page.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await signIn(page);
  await speak(page, language);
  await mkdir(path.join(folder, screen, language), { recursive: true });
  for (const [place, [name, go]] of Object.entries(shown).entries()) {
    await page.goto('/dashboard');
    await go(page);
    await settled(page);
    await page.screenshot({ path: path.join(folder, screen, language, `${place + 1}-${name}.jpg`), type: 'jpeg', quality: 92 });
  }
  await context.close();
}

/** Has the app speak a language to who is signed in. */
async function speak(page: Page, locale: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/profile/update', { headers: { authorization: `Bearer ${token}` }, data: { locale } });
  if (!answer.ok()) throw new Error(`the language was refused: ${await answer.text()}`);
  await page.evaluate((spoken) => {
    localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user') ?? '{}'), locale: spoken }));
  }, locale);
}
