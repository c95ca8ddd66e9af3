import type { Page } from '@playwright/test';
import { phonePhoto } from '../apps/server/test/photos.ts';
import { chooseFiles } from './choosing.ts';
import { expect, feed, keptOnDevice, logIn, newAccount, photo, quiet, recording, test } from './fixture.ts';
import { chooseByKeys, tabAndPress } from './keyboard.ts';
import { addChild, bearer } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { forgetAborted } from './without-network.ts';

const composer = '/treasures/share-something';
const story = (page: Page) => page.getByLabel('What happened?');
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test('the plus and the rail lead into the words; the day of a photo moves nothing as it comes', { tag: '@width' }, async ({ page }) => {
  await test.step('into the words', async () => {
    await logIn(page, await newAccount(page), '/children');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Share something' }).click();
    await page.waitForURL(`**${composer}`);
    await expect(story(page)).toBeFocused();
    await page.keyboard.type('Snow.');
    await expect(story(page)).toHaveValue('Snow.');
  });

  await test.step('the day comes once the photo has arrived', async () => {
    const release = await holdBack(page, '**/api/media');
    const swim = { name: 'swim.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(640, 480) };
    await chooseFiles(page.getByRole('button', { name: /^Add/ }), [swim]);
    await expect(page.getByText('0 of 1')).toBeVisible();
    const below = page.getByRole('button', { name: /^Keep in treasures/ });
    await expect(page.getByRole('button', { name: 'Nora' }), 'who may be in it').toBeVisible();
    const before = await boxOf(below);
    release();
    const taken = page.getByRole('button', { name: 'Taken on 14 July 2024' });
    await expect(taken).toBeVisible();
    expect(await boxOf(below)).toEqual(before);
    // Who reaches it by keys or a wheel may scroll; the press itself moves nothing.
    await taken.hover();
    const reached = await boxOf(below);
    await taken.click();
    const when = page.getByRole('button', { name: 'When 14 July 2024' });
    await expect(when).toBeFocused();
    await expect(taken).toBeHidden();
    expect(await boxOf(below)).toEqual(reached);
    await when.press('Enter');
    await expect(page.getByRole('button', { name: 'Yesterday' })).toBeVisible();
  });
});

test('a post is made by keys alone: photos and their order, a film, who is in it, who sees it', { tag: '@laptop' }, async ({ page }) => {
  test.setTimeout(150_000);
  const account = await newAccount(page);
  await addChild(page, account);
  await logIn(page, account, '/dashboard');
  await tabAndPress(page, page.getByRole('link', { name: 'What happened today?' }));
  await page.waitForURL(`**${composer}`);
  await expect(story(page)).toBeFocused();
  await page.keyboard.type('The first swim.');
  const add = page.getByRole('button', { name: 'Add photos' });
  await chooseFiles(add, [photo('beach'), photo('boots'), recording('waves.mp4')], () => tabAndPress(page, add));
  await expect(tiles(page).getByText('is there')).toHaveCount(3, { timeout: 30_000 });

  const order = tiles(page).getByRole('status');
  const move = async (name: string, to: string) => {
    await tabAndPress(page, page.getByRole('button', { name: `Arrange or remove ${name}` }));
    const menu = page.getByRole('menu', { name: `Arrange or remove ${name}` });
    await chooseByKeys(page, menu.getByRole('menuitem', { name: to, exact: true }));
    await expect(menu).toBeHidden();
  };
  await move('boots.jpg', 'Move forward');
  await expect(order).toHaveText([/boots\.jpg/, /beach\.jpg/, /waves\.mp4/]);
  await move('beach.jpg', 'Move back');
  await expect(order).toHaveText([/boots\.jpg/, /waves\.mp4/, /beach\.jpg/]);
  const ofFilm = tiles(page).filter({ hasText: 'waves.mp4' }).locator('img');
  await expect
    .poll(() => ofFilm.evaluate((one: HTMLImageElement) => one.naturalWidth), { message: 'a picture of the film', timeout: 60_000 })
    .toBeGreaterThan(0);

  await tabAndPress(page, page.getByRole('button', { name: 'Emma' }), 'Space');
  await tabAndPress(page, page.getByRole('button', { name: /^Who sees it/ }));
  await chooseByKeys(page, page.getByRole('menuitemradio', { name: /Guardians only/ }));
  await tabAndPress(page, page.getByRole('button', { name: 'Share', exact: true }));
  await page.waitForURL('**/dashboard');
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  const post = feed(page).first();
  await expect(post.getByText('The first swim.')).toBeVisible();
  await expect(post.getByText('Just now, with Emma, guardians only')).toBeVisible();
  await expect(post.getByRole('button', { name: /\d of 3/ })).toHaveCount(3);
});

test('what stops a post from being shared is brought into view: the words, who sees it, the day', async ({ page }) => {
  const account = await newAccount(page);
  for (const name of ['Emma', 'Jonas', 'Mathilda', 'Frederik', 'Leonore']) await addChild(page, account, { name });
  await logIn(page, account, composer);
  const share = page.getByRole('button', { name: /^Share/ }).last();
  const said = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const toTheEnd = () => page.getByRole('button', { name: /^Keep in treasures/ }).scrollIntoViewIfNeeded();

  await toTheEnd();
  await share.click();
  await expect(story(page)).toBeFocused();
  await expect(story(page)).toBeInViewport();
  await expect(said('Write a word or add a photo first.')).toBeInViewport();

  await chooseFiles(page.getByRole('button', { name: 'Add photos' }), ['beach', 'boots', 'cake', 'soup'].map(photo));
  await expect(tiles(page).getByText('is there')).toHaveCount(4, { timeout: 30_000 });
  const who = page.getByRole('button', { name: /^Who sees it/ });
  await who.click();
  await page.getByRole('menuitemradio', { name: /Some people/ }).click();
  await toTheEnd();
  await expect(who).not.toBeInViewport();
  await share.click();
  await expect(who).toBeFocused();
  await expect(who).toBeInViewport();
  await expect(said('Choose at least one person')).toBeInViewport();
  await who.click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();

  const when = page.getByRole('button', { name: /^When/ });
  await when.click();
  await page.getByLabel('Day', { exact: true }).fill('45');
  await when.click();
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expect(when).not.toBeInViewport();
  await share.click();
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Day', { exact: true })).toBeInViewport();
  await expect(said('Date is not valid.')).toBeInViewport();
});

test('a page that goes in the moment something is shared has it to send, and no draft of it any more', async ({ page }) => {
  const account = await newAccount(page);
  await logIn(page, account, composer);
  await story(page).fill('Gone in a blink.');
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...step) => {
      push(...step);
      location.assign('/treasures/share-something');
    };
  });
  const again = page.waitForEvent('load');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await again;
  await expect(page.getByRole('button', { name: /^When/ })).toBeVisible();
  const shared = async () =>
    ((await (await page.request.get('/api/posts', { headers: bearer(account) })).json()) as { data: { items: unknown[] } }).data.items
      .length;
  await expect.poll(shared, { timeout: 20_000 }).toBe(1);
  await expect(story(page)).toHaveValue('');
  await page.goto('/dashboard');
  await expect(feed(page)).toHaveCount(1);
});

test('what two windows share waits in each of them, and neither forgets what the other has kept', async ({ page, context, troubles }) => {
  const account = await newAccount(page);
  await logIn(page, account, composer);
  const other = await context.newPage();
  const posts = '**/api/posts';
  for (const window of [page, other])
    await window.route(posts, (route) => (route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback()));
  await other.goto(composer);
  for (const [window, text] of [
    [page, 'Written here.'],
    [other, 'Written there.'],
  ] as const) {
    await story(window).fill(text);
    await window
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await window.waitForURL('**/dashboard');
    await expect(feed(window).getByText(text)).toBeVisible();
    await keptOnDevice(window);
  }
  const shared = async () => {
    const answer = await page.request.get('/api/posts', { headers: bearer(account) });
    const { data } = (await answer.json()) as { data: { items: { text: string }[] } };
    return data.items.map(({ text }) => text).toSorted();
  };
  await page.unroute(posts);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  // The message stands for three seconds: it is looked for before anything is asked for.
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  expect(await shared()).toEqual(['Written here.']);
  // A window that comes later leaves it to the one that has it, and takes it up when that is closed.
  await page.reload();
  await expect(feed(page).getByText('Written here.')).toBeVisible();
  await quiet(page);
  expect(await shared()).toEqual(['Written here.']);
  await expect(feed(page).getByText('Written there.')).toHaveCount(0);
  await other.close();
  await expect.poll(shared, { timeout: 20_000 }).toEqual(['Written here.', 'Written there.']);
  await expect(feed(page).getByText('Written there.')).toHaveCount(1);
  forgetAborted(troubles);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the composer opens; what is shared there waits, and leaves once the page is opened with a network', async ({
    page,
    context,
    reopen,
    expectLostStream,
  }) => {
    test.setTimeout(180_000);
    expectLostStream();
    await logIn(page, await newAccount(page), '/dashboard');
    const isKept = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('app '));
        const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/index.html')));
        return navigator.serviceWorker.controller !== null && whole.some(Boolean);
      });
    await expect.poll(isKept, { message: 'the app is kept on the device', timeout: 60_000 }).toBe(true);
    await context.setOffline(true);
    await page.goto(composer);
    await story(page).fill('Written in the tunnel.');
    await page
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await page.waitForURL('**/dashboard');
    await expect(feed(page).getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
    await keptOnDevice(page);
    // What is shared from a page that has not looked at what waits leaves it where it is.
    const second = await reopen(page);
    await second.goto(composer);
    await story(second).fill('Written by the sea.');
    await second
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await second.waitForURL('**/dashboard');
    await expect(feed(second).getByText('Waiting for the network. It is safe on this device.')).toHaveCount(2);
    await keptOnDevice(second);
    const later = await reopen(second);
    await context.setOffline(false);
    // The message stands for three seconds, and the page may take longer until it is whole.
    await later.goto('/dashboard', { waitUntil: 'commit' });
    await expect(toast(later, 'Shared with your family').first()).toBeVisible();
    await expect(feed(later)).toHaveCount(2);
    await expect(feed(later).getByText('Written in the tunnel.')).toBeVisible();
    await expect(feed(later).getByText('Written by the sea.')).toBeVisible();
    await expect(later.getByText('Waiting for the network')).toHaveCount(0);
  });
});
