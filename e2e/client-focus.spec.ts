import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, logIn, newAccount, photo, quiet, signIn, test } from './fixture.ts';
import { tabTo } from './keyboard.ts';
import { addChild, bearer, comment, ready, share, upload } from './makers.ts';
import { drawn } from './motion.ts';
import { holdBack } from './network.ts';
import { goOn } from './running-app.ts';

const large = (page: Page) => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));

/** Goes through a page by the Tab key. @returns what had the focus and lay, whole or in part, under a bar at the foot of the window */
async function hiddenOnTheWay(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  await page.locator('#content').focus();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    await drawn(page);
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'end';
      const isFixed = (element: Element) => /^(fixed|sticky)$/.test(getComputedStyle(element).position) && element.localName !== 'header';
      for (let element: Element | null = focused; element; element = element.parentElement) if (isFixed(element)) return undefined;
      const bars = [...document.querySelectorAll('nav, main > div, form, #content > div')].filter(
        (one) => getComputedStyle(one).position === 'fixed' && one.getClientRects().length > 0,
      );
      const { bottom, height } = focused.getBoundingClientRect();
      const top = Math.min(...bars.map((bar) => bar.getBoundingClientRect().top));
      // What is higher than the room there is cannot be seen whole.
      return bottom > top && height < top - 72 ? `${focused.outerHTML.slice(0, 120)}: ${bottom} > ${top}` : undefined;
    });
    if (found === 'end') break;
    if (found) hidden.push(found);
  }
  return hidden;
}

test('what has the focus never lies under the bar at the foot, with text twice as large either', async ({ page }) => {
  test.setTimeout(180_000);
  const nora = await newAccount(page);
  await addChild(page, nora, { name: 'Emma', birth_day: '2023-09-12' });
  const post = await share(page, nora, { text: 'Snow.' });
  for (let index = 0; index < 6; index += 1) await comment(page, nora, post, { text: `Once more, ${index}.` });
  await signIn(page, nora);
  for (const path of ['/private', `/post/${post}`, '/treasures/share-something']) {
    await page.goto(path);
    await quiet(page);
    expect(await hiddenOnTheWay(page), path).toEqual([]);
    await large(page);
    await drawn(page);
    expect(await hiddenOnTheWay(page), `${path}, large`).toEqual([]);
  }
});

test('an address with a fragment leads to the heading of its section, a page that takes a while to its h1, and nobody who has moved on', async ({
  page,
}) => {
  const nora = await newAccount(page);
  const emma = await addChild(page, nora, { name: 'Emma', birth_day: '2023-09-12' });
  const post = await share(page, nora, { text: 'Snow.' });
  await logIn(page, nora, '/private');

  await test.step('to a heading, and to one that comes later', async () => {
    await page.getByRole('link', { name: /^Text size and colours/ }).click();
    await expect(page.getByRole('heading', { name: 'Text and colours' })).toBeFocused();

    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/**${emma}**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/faq');
    await page.getByRole('navigation').getByRole('link', { name: 'Children' }).click();
    const card = page.getByRole('link', { name: /Emma/ }).first();
    await card.click();
    await page.waitForURL('**/children/childDetail/**');
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeFocused();
    await page.unroute(`**/api/**${emma}**`);
  });

  await test.step('who has moved on meanwhile keeps the focus when the heading comes', async () => {
    await page.goto('/dashboard');
    await quiet(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/posts/${post}*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate((id) => history.pushState(null, '', `/post/${id}`), post);
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    const back = page.getByRole('button', { name: 'Back' }).first();
    await back.focus();
    answer();
    await expect(page.locator('#content h1')).toBeAttached();
    await expect(back).toBeFocused();
  });
});

/** The colours of a line of pixels from the middle of an edge inwards, as how light they are: 0 to 255. */
async function edgeOf(of: Locator): Promise<number[]> {
  const picture = sharp(await of.screenshot());
  const { height } = await picture.metadata();
  return [
    ...(await picture
      .extract({ left: 0, top: Math.floor(height / 2), width: 12, height: 1 })
      .greyscale()
      .raw()
      .toBuffer()),
  ];
}

test('the focus is seen on a white photo; the lightbox says which photo it shows, and its arrows are seen by whoever comes to them', async ({
  page,
  accessible,
}) => {
  const nora = await newAccount(page);
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-e2e-focus-'));
  const path = join(folder, 'snow.jpg');
  await sharp({ create: { width: 600, height: 600, channels: 3, background: '#fff' } }).toFile(path);
  const media_ids = [await upload(page, nora, path), await upload(page, nora, photo('boots'))];
  for (const id of media_ids) await ready(page, nora, id);
  const post = await share(page, nora, { text: 'Snow.', media_ids, captions: { [media_ids[1]!]: 'Boots in the hall' } });
  await logIn(page, nora, `/post/${post}`);
  const first = page.getByRole('button', { name: 'Photo 1 of 2' });
  await expect(first.locator('img')).toBeVisible();
  await quiet(page);
  const heading = page.getByRole('heading', { level: 1 });
  const isBefore = (one: HTMLElement) => Boolean(one.compareDocumentPosition(document.querySelector('#content img')!) & 4);
  expect(await heading.evaluate(isBefore), 'the heading is read before the photos').toBe(true);

  await expect.poll(async () => Math.min(...(await edgeOf(first))), 'nothing is drawn on it').toBeGreaterThan(200);
  await tabTo(page, first);
  await expect.poll(async () => Math.min(...(await edgeOf(first))), 'a dark line').toBeLessThan(60);
  expect(Math.max(...(await edgeOf(first))), 'and a light one').toBeGreaterThan(240);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  const live = dialog.locator('p[aria-live="polite"]');
  await expect(live).toHaveText('Photo 1 of 2');
  await expect(page.locator(':focus')).toHaveAccessibleName('Photo 1 of 2');
  const next = dialog.getByRole('button', { name: 'Next' });
  await tabTo(page, next);
  await expect(next).toHaveCSS('clip-path', 'none');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(live).toHaveText('Photo 2 of 2: Boots in the hall');
  await expect(dialog.locator('.yarl__slide_current')).toHaveAccessibleName('Photo 2 of 2: Boots in the hall');
  await expect(dialog.locator('[aria-live="polite"]'), 'nothing is said twice').toHaveCount(1);
  await rm(folder, { recursive: true });
});

test('no word of a heading or of the way into the composer breaks at 320 pixels with text twice as large', async ({ page }) => {
  const nora = await newAccount(page);
  await signIn(page, nora);
  await page.setViewportSize({ width: 320, height: 700 });
  /** The words of an element that stand on more than one line. */
  const broken = (element: HTMLElement) => {
    const words: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
      }
    }
    return words;
  };
  for (const [index, path] of ['/inspiration', '/treasures', '/children', '/dashboard'].entries()) {
    await (index === 0 ? page.goto(path) : goOn(page, path));
    await large(page);
    await quiet(page);
    expect(await page.locator('#content h1').evaluate(broken), path).toEqual([]);
  }
  expect(await page.getByRole('link', { name: 'What happened today?' }).evaluate(broken)).toEqual([]);
  await expect(page.locator('body')).toHaveCSS('hyphens', 'auto');
});

/**
 * Has what a page asks for fail, then come by 'Try again', which keeps the focus and looks busy meanwhile.
 * @param asks the address, a glob; `open` opens the part of the page that asks for it
 */
async function failsThenComes(page: Page, path: string, asks: string, open: () => Promise<void> = async () => undefined): Promise<void> {
  await page.route(asks, (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
  );
  await page.goto(path);
  await open();
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  const failed = async (press: () => Promise<void>) => {
    await expect(again).toBeVisible();
    await page.locator('[role="alert"] span > span').evaluate((words) => words.setAttribute('data-told', ''));
    await press();
    await expect(page.locator('[data-told]'), 'that it failed again is said again').toHaveCount(0);
  };
  await failed(() => again.press('Enter'));
  await expect(again).toBeFocused();
  await quiet(page);
  // Safari gives a button that is pressed no focus.
  await failed(() => again.evaluate((button: HTMLElement) => (button.blur(), button.click())));
  // Whatever gives the focus later has been asked to before, and waits no longer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(page.getByRole('heading').and(page.locator(':focus')), 'a heading is no place for who tries again').toHaveCount(0);
  await page.unroute(asks);
  const come = await holdBack(page, asks);
  const asked = page.waitForRequest(asks);
  await again.press('Enter');
  await asked;
  await drawn(page);
  await expect(again, path).toBeFocused();
  await expect(again).toHaveAttribute('aria-busy', 'true');
  come();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('heading').or(page.getByRole('dialog')).and(page.locator(':focus')), 'it has gone').toHaveCount(1);
  await page.unroute(asks);
}

test('‘Try again’ keeps the focus until what it asks for has come', async ({ page, expectRefusal }) => {
  test.setTimeout(120_000);
  expectRefusal(500);
  const account = await newAccount(page);
  await addChild(page, account);
  await signIn(page, account);
  const information = '/private/additional-information/emma';
  for (const [path, asks] of [
    ['/private', '**/api/families/*/members'],
    ['/private', '**/api/user'],
    ['/private', '**/api/family-relationships'],
    ['/private/profile', '**/api/sessions'],
    [information, '**/api/additional-information/emma'],
    [`${information}/sizes`, '**/api/additional-information/emma/sizes'],
  ] as const)
    await test.step(`${path}, ${asks}`, () => failsThenComes(page, path, asks));
});

test('‘Try again’ keeps the focus on the pages of the family, of a post, of what was deleted, and of a search', async ({
  page,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  expectRefusal(500);
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  const post = await share(page, account, { text: 'A quince' });
  await signIn(page, account);
  for (const [path, asks] of [
    ['/private/family', '**/api/families'],
    ['/private/family', '**/api/families/*/members'],
    ['/private/deleted', '**/api/posts/deleted*'],
    [`/post/${post}`, `**/api/posts/${post}*`],
    ['/children', '**/api/family-relationships'],
    [`/children/childDetail/${emma}`, `**/api/family-relationships/show/${emma}`],
    ['/dashboard?search=1&q=quince', '**/api/search*'],
    ['/treasures/ask-family', '**/api/families/*/members'],
  ] as const)
    await test.step(`${path}, ${asks}`, () => failsThenComes(page, path, asks));
});

test('‘Try again’ keeps the focus where a gift is taken, a post is edited, wishes and an export stand, and in who loves a post', async ({
  page,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  expectRefusal(500);
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  const post = await share(page, account, { text: 'A quince' });
  await signIn(page, account);
  for (const [path, asks] of [
    ['/gift/redeem', '**/api/user'],
    [`/post/${post}?edit=1`, `**/api/posts/${post}`],
    [`/inspiration/share-birthday?person=${emma}`, `**/api/birthdays/${emma}/wishes`],
    ['/private/profile', '**/api/export'],
  ] as const)
    await test.step(`${path}, ${asks}`, () => failsThenComes(page, path, asks));
  await page.request.put(`/api/posts/${post}/heart`, { headers: bearer(account), data: { loved: true } });
  const lovers = `**/api/posts/${post}/hearts*`;
  await test.step('who loves a post', () =>
    failsThenComes(page, '/dashboard', lovers, async () => {
      await page.getByRole('article').getByRole('button', { name: 'What to do with this post' }).click();
      await page.getByRole('menuitem', { name: 'See who loves it' }).click();
    }));
});
