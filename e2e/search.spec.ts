import type { Locator, Page } from '@playwright/test';
import { expect, feed, joinFamily, logIn, newAccount, quiet, test } from './fixture.ts';
import { addChild, askQuestion, comment, daysAgo, keepMoment, share } from './makers.ts';
import { boxOf } from './motion.ts';
import { failLater, holdBack } from './network.ts';
import { withRoom } from './room.ts';
import { goOn } from './running-app.ts';

const soups = '01930000-0000-7000-8000-000000000301';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search your family' });

test('search: words, slips and names; the keyboard alone; what was looked for is remembered here', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  const old = await share(page, account, { text: 'I planted the plum tree the week your father was born.', occurred_on: '1974-03-02' });
  await share(page, account, { text: 'The soup everyone asks for', occurred_on: '1999-05-05', subcategory_id: soups });
  await share(page, account, { text: '<b>Plum</b> jam, nine jars', people: [emma] });
  const post = await share(page, account, { text: 'From up here' });
  await comment(page, account, post, { text: 'It was the only plum tree the frost spared' });
  await logIn(page, account, '/dashboard');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('Words, names and dates, such as “August 2026” or “last summer”')).toBeVisible();
  await expect(page.getByRole('group', { name: 'People' }).getByRole('link', { name: 'Emma' })).toBeVisible();
  const beside = page.getByRole('complementary', { name: 'Beside the page' });
  await withRoom(page, () => expect(beside).toContainText('What you can look for'));
  await page.getByRole('group', { name: 'Years' }).getByRole('button', { name: '1974' }).click();
  await expect(page.getByText('With what happened from 1 January 1974 to 31 December 1974')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Posts 1' })).toBeVisible();
  await accessible(page, { room: true });

  await field(page).fill('plum');
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  // One of the ideas that ship has plums in it, and stands after them.
  await expect(page.getByRole('heading', { name: /^Ideas \d/ })).toBeVisible();
  await expect(page.locator('mark').filter({ hasText: /^plum$/i })).toHaveText(['Plum', 'plum', 'plum']);
  await expect(page.getByText('<b>Plum</b> jam, nine jars')).toBeVisible();
  await accessible(page, { room: true });
  await expect(page).toHaveURL(/\/dashboard\?search=1&q=plum$/);
  await page.getByRole('button', { name: 'Comments 1' }).click();
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeHidden();
  await field(page).fill('soup');
  await expect(
    page.getByText('The soup everyone asks for').first(),
    'of comments, which are not found any more, nothing is left',
  ).toBeVisible();
  await page.getByRole('button', { name: 'Empty the field' }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('plum');
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();
  await field(page).focus();

  // Down to the second post, and in.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/post/${old}`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();
  await expect(field(page)).toHaveValue('plum');

  await page.getByRole('button', { name: 'Any year' }).click();
  await page.getByRole('menuitemradio', { name: '1974' }).click();
  await expect(page.getByRole('heading', { name: 'Posts 1' })).toBeVisible();
  await field(page).fill('sledge');
  await expect(page.getByRole('heading', { name: 'Nothing about “sledge” yet' })).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Look in everything instead' }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('plmu');
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();
  await field(page).fill('emm');
  await expect(page.getByRole('heading', { name: 'People 1' })).toBeVisible();
  // One person is all that fits: there is nothing to narrow.
  await expect(page.getByRole('group', { name: 'Show only' }).or(page.getByRole('button', { name: 'Any kind' }))).toHaveCount(0);
  await page.getByRole('link', { name: /^Emma/ }).click();
  await page.waitForURL(`**/children/childDetail/${emma}`);

  await page.goto('/dashboard?search=1');
  await expect(page.getByRole('button', { name: 'plum', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'plum', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();

  // Among treasures nothing leads out of them.
  await page.goto('/dashboard?search=1&kept=1');
  await expect(page.getByRole('group', { name: 'People' })).toHaveCount(0);
  const years = page.getByRole('group', { name: 'Years' }).getByRole('button');
  await expect(years, 'years in which something is kept').toHaveText(['1999']);
  await years.click();
  await expect(page.getByText('With what happened from 1 January 1999 to 31 December 1999')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Posts 1' })).toBeVisible();
  await expect(page.getByText('The soup everyone asks for')).toBeVisible();
  await expect(page).toHaveURL(/kept=1/);
  await page.getByRole('button', { name: 'Only among treasures' }).click();
  await expect(page).not.toHaveURL(/kept=1/);
  await expect(field(page)).toBeFocused();
  await page.goto('/dashboard?search=1');
  await page.getByRole('button', { name: 'Forget these' }).click();
  await expect(page.getByRole('button', { name: 'plum', exact: true })).toHaveCount(0);
  await expect(field(page)).toBeFocused();
});

test('days are searched for in words; a moment is found by a guardian, and by no relative; a question leads to its answers', async ({
  page,
}) => {
  const nora = await newAccount(page);
  const arthur = await joinFamily(page, nora, 'Arthur Berg', 'relative');
  // Whose name has no letters has no slug.
  const fox = await addChild(page, nora, { name: '🦊' });
  const [year = 0, month = 0] = daysAgo(0).split('-').map(Number);
  const summer = month > 8 ? year : year - 1;
  await share(page, nora, { text: 'Sandcastles at the shore', occurred_on: `${summer}-08-14` });
  await share(page, nora, { text: 'The first frost', occurred_on: `${summer - 1}-12-03` });
  const moment = await keepMoment(page, nora, { people: [fox], title: 'Cartwheeled', occurred_on: `${summer}-08-20` });
  const question = await askQuestion(page, nora, { text: 'Who planted the medlar?' });
  const [posts, moments] = ['Posts 1', 'Moments 1'].map((name) => page.getByRole('heading', { name, exact: true })) as [Locator, Locator];

  await logIn(page, nora, '/dashboard?search=1');
  for (const [words, first] of [
    [`August ${summer}`, '1 August'],
    ['last summer', '1 June'],
  ] as const) {
    await field(page).fill(words);
    await expect(page.getByText(`With what happened from ${first} ${summer} to 31 August ${summer}`)).toBeVisible();
    await expect(page.getByText('Sandcastles at the shore')).toBeVisible();
    await expect(posts).toBeVisible();
    await expect(moments).toBeVisible();
  }
  await page.getByRole('link', { name: /Cartwheeled/ }).click();
  await expect(page).toHaveURL(new RegExp(`/private/meaningful-moments/${fox}\\?moment=${moment}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Cartwheeled' })).toBeVisible();

  await goOn(page, '/dashboard?search=1&q=medlar');
  await expect(page.getByRole('heading', { name: 'Questions 1' })).toBeVisible();
  await page.getByRole('link', { name: /Who planted the medlar\?/ }).click();
  await page.waitForURL(`**/treasures/ask-family?question=${question}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Who planted the medlar?' })).toBeVisible();

  await logIn(page, arthur, '/dashboard?search=1&q=last%20summer');
  await expect(posts).toBeVisible();
  await expect(moments).toHaveCount(0);
  await field(page).fill('cartwheeled');
  await expect(page.getByRole('heading', { name: 'Nothing about “cartwheeled” yet' })).toBeVisible();
});

test('whoever asks for all of a kind goes on at the first of those that have come; a search that does not get through can be tried again', async ({
  page,
  expectRefusal,
}) => {
  const account = await newAccount(page);

  await test.step('all of a kind', async () => {
    for (let n = 1; n <= 5; n += 1) await share(page, account, { text: `Zeppelin number ${n}` });
    await logIn(page, account, '/dashboard?search=1&q=zeppelin');
    const hits = page.getByRole('main').getByRole('link', { name: /Zeppelin number/ });
    await expect(hits).toHaveCount(3);
    await page.getByRole('button', { name: 'All 5', exact: true }).press('Enter');
    await expect(hits).toHaveCount(5);
    await expect(hits.nth(3)).toBeFocused();
  });

  await test.step('not got through, and tried again', async () => {
    await share(page, account, { text: 'A quince' });
    await page.goto('/dashboard?search=1');
    expectRefusal(503);
    await page.route('**/api/search*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await field(page).fill('quince');
    await expect(page.getByText('The search did not get through. Nothing is lost, please try again.')).toBeVisible();
    await page.unroute('**/api/search*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Posts 1' })).toBeVisible();
  });
});

test('where one goes from a search while its words are still being written, one arrives', async ({ page }) => {
  await page.clock.install();
  await logIn(page, await newAccount(page), '/dashboard');
  const treasures = page.getByRole('link', { name: 'Treasures', exact: true }).locator('visible=true').first();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  const letThrough = await holdBack(page, '**/assets/treasures-screen-*.js');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await field(page).fill('plum');
  await treasures.click();
  await page.clock.runFor(1_000);
  letThrough();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Treasures', level: 1 })).toBeVisible();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/treasures');
});

test('the feed is narrowed by person, kind and year; the address keeps it', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  await share(page, account, { text: 'Old and gold', occurred_on: '1999-05-05' });
  await share(page, account, { text: 'With Emma', people: [emma] });
  await share(page, account, { text: 'A film', kind: 'video' });
  await logIn(page, account, '/dashboard');
  // This week’s idea stands among them.
  const articles = feed(page);
  await expect(articles).toHaveCount(3);
  const choose = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitemradio', { name: item, exact: true }).click();
  };
  const status = page.getByRole('group', { name: 'Show only' }).locator('xpath=following-sibling::*[@role="status"]');
  await expect(status, 'nobody has chosen anything').toBeEmpty();
  await page.getByRole('button', { name: 'Anyone' }).click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Anyone');
  await page.keyboard.press('Escape');
  const letGo = await holdBack(page, '**/api/posts?*');
  await choose('Anyone', 'Emma');
  await expect(page.getByRole('button', { name: 'Emma, take the filter away' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Any kind' }), 'what else one can choose stays while it is loaded').toBeVisible();
  letGo();
  await expect(articles).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Emma, take the filter away' })).toBeFocused();
  await expect(status).toHaveText('1 post: Emma');
  await expect(page).toHaveURL(new RegExp(`person=${emma}`));
  await choose('Any year', '1999');
  await expect(page.getByRole('heading', { name: 'Nothing like that yet' })).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Emma, take the filter away' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Anyone' })).toBeFocused();
  await expect(articles).toHaveText(/Old and gold/);
  await page.reload();
  await expect(articles).toHaveText(/Old and gold/);
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await expect(articles).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Anyone' })).toBeFocused();
  await expect(status).toHaveText('Everything is shown');
  await choose('Any kind', 'Videos');
  await expect(articles).toHaveText(/A film/);
  await accessible(page, { room: true });
});

test('where a filter is taken away from a search, its place and the focus stay until the rest is found', async ({ page }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  await share(page, account, { text: 'Plum jam', people: [emma] });
  await share(page, account, { text: 'Plum cake' });
  await logIn(page, account, `/dashboard?search=1&q=plum&person=${emma}`);
  await expect(page.getByRole('heading', { name: 'Posts 1' })).toBeVisible();
  const letGo = await holdBack(page, '**/api/search*');
  await page.getByRole('button', { name: 'Emma, take the filter away' }).press('Enter');
  const anyone = page.getByRole('button', { name: 'Anyone' });
  await expect(anyone).toBeFocused();
  letGo();
  await expect(page.getByRole('heading', { name: 'Posts 2' })).toBeVisible();
  await expect(anyone).toBeFocused();
  await page.unroute('**/api/search*');
  const beingThere = page.locator('[aria-busy="false"]');
  for (const [place, asks, whole] of [
    [`/dashboard?search=1&q=jam&person=${emma}`, '**/api/search*', beingThere.getByRole('heading', { name: 'Posts 1' })],
    [`/dashboard?person=${emma}`, '**/api/posts?*', feed(page).nth(1)],
  ] as const)
    await test.step(`also where there is one post, at ${place}`, async () => {
      await page.goto(place);
      await quiet(page);
      const come = await holdBack(page, asks);
      const asked = page.waitForRequest(asks);
      await page.getByRole('button', { name: 'Emma, take the filter away' }).press('Enter');
      await asked;
      await expect(whole, 'the rest is on its way').toHaveCount(0);
      await expect(anyone).toBeFocused();
      come();
      await expect(whole).toBeVisible();
      await expect(anyone).toBeFocused();
      await page.unroute(asks);
    });
});

test('a filter that could not be asked for can be taken away again, from the feed and from a search', async ({ page, expectRefusal }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  await share(page, account, { text: 'Plum jam', people: [emma] });
  await share(page, account, { text: 'Plum cake' });
  expectRefusal(500);
  await logIn(page, account, '/dashboard');
  const chip = page.getByRole('button', { name: 'Emma, take the filter away' });
  for (const [place, asks, whole] of [
    ['/dashboard?search=1&q=plum', '**/api/search*', page.getByRole('heading', { name: 'Posts 2' })],
    ['/dashboard', '**/api/posts?*', feed(page).nth(1)],
  ] as const)
    await test.step(place, async () => {
      await page.goto(place);
      await expect(whole).toBeVisible();
      await quiet(page);
      (await failLater(page, asks))();
      await page.getByRole('button', { name: 'Anyone' }).click();
      await page.getByRole('menuitemradio', { name: 'Emma', exact: true }).click();
      await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(chip).toBeFocused();
      await page.unroute(asks);
      await chip.press('Enter');
      await expect(whole).toBeVisible();
      await expect(page.getByRole('button', { name: 'Anyone' })).toBeFocused();
    });
});

test('two filters that are taken away at once both go, from the feed and from a search', async ({ page }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  await share(page, account, { text: 'Plum jam', people: [emma] });
  await logIn(page, account, '/dashboard');
  for (const place of ['/dashboard?', '/dashboard?search=1&q=plum&']) {
    await page.goto(`${place}person=${emma}&kind=memory&kept=1`);
    const chips = page.getByRole('button', { name: /, take the filter away$/ });
    await expect(chips).toHaveCount(2);
    // Both come before the page has been drawn anew.
    await chips.evaluateAll((both: HTMLElement[]) => both.forEach((chip) => chip.click()));
    await expect(chips).toHaveCount(0);
    await expect(page).not.toHaveURL(/person=|kind=/);
  }
  await expect(page, 'what else is looked for stays').toHaveURL(/search=1&q=plum&kept=1$/);
});

test('a long feed draws what one looks at, and is found again at its place', { tag: '@width' }, async ({ page }) => {
  test.setTimeout(180_000);
  const account = await newAccount(page);
  for (let n = 0; n < 60; n += 1) await share(page, account, { text: `Memory ${n}. ${'It was a long day. '.repeat(n % 9)}` });
  await logIn(page, account, '/dashboard');
  const articles = feed(page);
  await expect(articles.first()).toBeVisible();
  await expect(page.getByRole('feed')).toBeVisible();
  const target = page.getByText('Memory 20.', { exact: false });
  // Each step is at once and waits until it is drawn: what the feed draws ahead of the screen is longer than a step, so none is passed by.
  await expect(async () => {
    await page.evaluate(async () => {
      window.scrollBy({ top: 400, behavior: 'instant' });
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await target.count()).toBe(1);
  }).toPass({ timeout: 60_000, intervals: [60] });
  expect(await articles.count()).toBeLessThan(30);
  await target.scrollIntoViewIfNeeded();
  const { y: place } = await boxOf(target);
  const before = await page.evaluate(() => window.scrollY);
  await page.getByRole('article').filter({ has: target }).getByRole('link').first().click();
  await page.waitForURL('**/post/*');
  await page.goBack();
  await expect(target).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 5);
  await expect.poll(async () => Math.abs((await boxOf(target)).y - place)).toBeLessThan(5);
  const sizes = await articles.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('aria-posinset'), one.getAttribute('aria-setsize')]),
  );
  for (const [at, of] of sizes) expect(Number(at) > 0 && (of === '-1' || Number(of) === 60)).toBe(true);
});

test.describe('where it is another day than in Greenwich', () => {
  const timeZone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  test.use({ timezoneId: timeZone });

  test('questions and comments that are found have the day it was where one is', async ({ page }) => {
    const account = await newAccount(page);
    const post = await share(page, account, { text: 'From up here' });
    await comment(page, account, post, { text: 'The plum tree the frost spared' });
    await askQuestion(page, account, { text: 'Who planted the plum tree?' });
    await logIn(page, account, '/dashboard?search=1&q=plum');
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date());
    await expect(page.getByRole('listitem').filter({ hasText: 'the frost spared' })).toContainText(day);
    await expect(page.getByRole('listitem').filter({ hasText: 'Who planted' })).toContainText(day);
  });
});
