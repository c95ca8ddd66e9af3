import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, fillLogin, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { addChild, askQuestion, keepMoment, measure, ready, share, upload } from './makers.ts';
import { boxOf } from './motion.ts';
import { withRoom } from './room.ts';
import { goOn, listening } from './running-app.ts';
import { keptPictures, keptQueries } from './without-network.ts';

// Whoever writes without a network is told so at once, and finds what was written where it was.

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
const name = (page: Page): Locator => page.getByLabel('Name', { exact: true });
const inForm = 'You are offline. What you typed stays here: try again once there is a network.';
const elsewhere = 'You are offline, so nothing was sent. Try again once there is a network.';

/** Presses a button without a network, reads what is said, and presses it again with one. */
async function twice(page: Page, context: BrowserContext, button: Locator, said: string, kept: () => Promise<void>): Promise<void> {
  await quiet(page);
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(button).toBeEnabled();
  await kept();
  await context.setOffline(false);
  await button.click();
}

test('what is written in a form or at length says that there is no network, and stays', async ({ page, context, expectLostStream }) => {
  expectLostStream();
  test.setTimeout(150_000);
  const account = await newAccount(page);
  const child = await addChild(page, account);
  const post = await share(page, account, { text: 'Snow.' });

  await test.step('a person', async () => {
    await logIn(page, account, `/children/childDetail/${child}?edit=1`);
    await name(page).fill('Emma Rose');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), inForm, () => expect(name(page)).toHaveValue('Emma Rose'));
    await expect(page.getByRole('heading', { level: 1, name: 'Emma Rose' })).toBeVisible();
    // The form bears that name, too.
    await expect(page).not.toHaveURL(/edit=/);
  });

  await test.step('a measurement', async () => {
    await goOn(page, `/children/childDetail/${child}?tab=growth`);
    await page.getByRole('link', { name: 'Add a measurement' }).click();
    const sheet = page.getByRole('dialog', { name: /^Measure/ });
    const height = sheet.getByLabel('Height', { exact: true });
    await height.fill('95');
    await twice(page, context, sheet.getByRole('button', { name: 'Save' }), inForm, () => expect(height).toHaveValue('95'));
    await expect(sheet).toBeHidden();
  });

  await test.step('a shelf', async () => {
    await page.goto('/treasures/subcategory?category=family-recipes');
    await page.getByRole('button', { name: 'Add your own' }).click();
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.fill('Grandma Ruth’s');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), inForm, () => expect(field).toHaveValue('Grandma Ruth’s'));
    await expect(page.getByRole('link', { name: /Grandma Ruth’s/ })).toBeVisible();
  });

  await test.step('a moment', async () => {
    await page.goto('/private/meaningful-moments/emma-rose?add=1');
    const title = page.getByLabel('What shall we call it?');
    await title.fill('Slept through the storm');
    await twice(page, context, page.getByRole('button', { name: 'Keep this moment' }), elsewhere, () =>
      expect(title).toHaveValue('Slept through the storm'),
    );
    await expect(title).toBeHidden();
  });

  await test.step('a section', async () => {
    await page.goto('/private/additional-information/emma-rose/health');
    await page.getByRole('link', { name: 'Write something down' }).click();
    const allergies = page.getByLabel('Allergies', { exact: true });
    await allergies.fill('Hazelnuts');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), elsewhere, () => expect(allergies).toHaveValue('Hazelnuts'));
    await expect(allergies).toBeHidden();
  });

  await test.step('a post that is changed', async () => {
    await page.goto(`/post/${post}?edit=1`);
    const story = page.getByLabel('What happened?');
    await story.fill('Snow, at last.');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), elsewhere, () => expect(story).toHaveValue('Snow, at last.'));
    await expect(page.getByText('Snow, at last.').first()).toBeVisible();
  });

  await test.step('and what is done by a press', async () => {
    await measure(page, account, child, [{ measured_on: '2026-01-02', height_cm: 95 }]);
    await page.goto(`/children/childDetail/${child}?tab=growth`);
    await page.getByRole('button', { name: 'What to do with 2 January 2026' }).click();
    await quiet(page);
    await context.setOffline(true);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(messages(page).getByText(elsewhere)).toBeVisible();
    await context.setOffline(false);
  });
});

test('a server that does not answer leaves what was loaded before, with the banner, and is asked again', async ({
  page,
  expectLostStream,
  troubles,
}) => {
  expectLostStream();
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow, at last.' });
  await logIn(page, account, '/dashboard');
  await expect(page.getByText('Snow, at last.')).toBeVisible();
  await expect.poll(() => keptQueries(page), { timeout: 30_000 }).toContainEqual(expect.stringContaining('"posts","list"'));
  await page.clock.install();
  let asked = 0;
  await page.route('**/api/**', (route) => {
    if (new URL(route.request().url()).pathname === '/api/posts') asked += 1;
    return route.abort('connectionfailed');
  });
  await page.reload();
  await expect(page.getByText('Snow, at last.')).toBeVisible();
  await expect(page.getByText('You’re offline.')).toBeVisible();
  const before = asked;
  await page.clock.fastForward(1_000);
  // A question and the client's own second one have come to nothing again.
  await expect.poll(() => asked).toBeGreaterThan(before + 1);
  await quiet(page);
  await expect(page.getByText('What your family shared could not be loaded.'), 'it stands there').toHaveCount(0);
  await expect(page.getByText('Snow, at last.')).toBeVisible();
  await page.unroute('**/api/**');
  await page.clock.fastForward(15_000);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  await expect(page.getByText('Snow, at last.')).toBeVisible();
  // What nobody has answered.
  troubles.length = 0;
});

test('a network that is there before anything comes through: the page says so, and is whole soon after', async ({
  page,
  context,
  expectLostStream,
  troubles,
}) => {
  expectLostStream();
  await logIn(page, await newAccount(page), '/inspiration');
  const ideas = page.getByRole('main').getByRole('listitem').getByRole('link');
  const [offline, heading] = [page.getByText('You’re offline.'), page.getByRole('heading', { level: 1 })];
  // The code of the page of an idea is there, and another idea is not.
  await ideas.first().click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText('Inspiration');
  await quiet(page);
  await context.setOffline(true);
  const other = await ideas.nth(1).getAttribute('href');
  await ideas.nth(1).click();
  await expect(offline).toBeVisible();
  const refused: string[] = [];
  await page.route('**/api/**', (route) => {
    refused.push(route.request().url());
    return route.abort('connectionfailed');
  });
  await context.setOffline(false);
  // One question and the client's own second one.
  await expect.poll(() => refused.filter((url) => url.endsWith(`/api${other}`)).length).toBeGreaterThan(1);
  await expect(offline).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(offline).toHaveCount(0);
  // What nobody has answered.
  troubles.length = 0;
});

test('a banner that comes or goes moves nothing on the page', { tag: '@width' }, async ({ page }) => {
  const network = (is: boolean) =>
    page.evaluate((onLine) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
      dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    }, is);
  const [offline, back] = [page.getByText('You’re offline.'), page.getByText('You’re online again.')];
  const heading = page.getByRole('heading', { level: 1 });
  await logIn(page, await newAccount(page), '/inspiration');
  await expect(heading).toHaveText('Inspiration');
  await quiet(page);
  const there = await boxOf(heading);
  await network(false);
  await expect(offline, 'at the foot').toBeVisible();
  expect(await boxOf(heading)).toEqual(there);
  await network(true);
  await expect(offline).toHaveCount(0);
  expect(await boxOf(heading)).toEqual(there);
  // A page that opens without a network has a place for it, and keeps that.
  await network(false);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Treasures' }).filter({ visible: true }).click();
  await expect(heading).toHaveText('Treasures');
  await expect(page.getByRole('main').locator(offline)).toBeVisible();
  await expect(offline).toHaveCount(1);
  await quiet(page);
  const lower = await boxOf(heading);
  expect(lower.y).toBeGreaterThan(there.y);
  await network(true);
  await expect(back).toBeVisible();
  expect(await boxOf(heading)).toEqual(lower);
});

test('a part that is not on the device says so where it was pressed, the page stands, and the next press loads it', async ({
  page,
  context,
  expectLostStream,
  troubles,
}) => {
  expectLostStream();
  const account = await newAccount(page);
  const medium = await upload(page, account, photo('beach'));
  await ready(page, account, medium);
  const post = await share(page, account, { text: 'At the sea', media_ids: [medium] });
  await logIn(page, account, `/post/${post}`);
  const heading = page.getByText('At the sea').first();
  await expect(heading).toBeVisible();
  await quiet(page);
  const notHere = messages(page).getByText('this is not on your device yet');

  const opens: [what: string, press: Locator, opened: Locator][] = [
    ['the photo', page.getByRole('button', { name: 'Photo 1 of 1' }), page.getByRole('dialog', { name: 'Photos' })],
    ['what to do', page.getByRole('button', { name: 'What to do with this post' }), page.getByRole('menuitem', { name: 'Save or share' })],
    ['the shelves', page.getByRole('button', { name: 'Keep in treasures' }).first(), page.getByRole('dialog')],
  ];
  for (const [what, press, opened] of opens) {
    await context.setOffline(true);
    await press.click();
    await expect(notHere, what).toBeVisible();
    // It goes by itself as well.
    await expect(async () => {
      if (await notHere.isVisible()) await toasts(page).getByRole('button', { name: 'Close' }).press('Enter', { timeout: 500 });
      await expect(notHere, what).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(heading, what).toBeVisible();
    await expect(page.locator('[data-error]'), what).toHaveCount(0);
    await context.setOffline(false);
    await press.click();
    await expect(opened, what).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened, what).toHaveCount(0);
  }
  expect(troubles.filter((trouble) => !trouble.includes('could not be loaded'))).toEqual([]);
  troubles.length = 0;
});

test.describe('opened without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Names of what is kept on the device: caches that are whole, databases of what was loaded. */
  const keptHere = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const caches = await self.caches.keys();
      const whole = await Promise.all(
        caches.map(async (name) => !name.startsWith('app ') || Boolean(await (await self.caches.open(name)).match('/index.html'))),
      );
      const databases = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('heartwood kept'));
      return [...caches.filter((_, at) => whole[at]), ...databases].map((name) => name.replace(/ [\da-f-]{16,}$/, '')).toSorted();
    });

  type Telling = Window & { told?: string[] };
  /** The addresses of pictures that the page tells the service worker from now on. */
  const tellings = async (page: Page): Promise<() => Promise<string[]>> => {
    await page.evaluate(() => {
      const told: string[] = ((window as Telling).told = []);
      const { postMessage } = ServiceWorker.prototype;
      ServiceWorker.prototype.postMessage = function (message: { seen?: string[] }, ...more: []) {
        told.push(...(message.seen ?? []));
        return postMessage.call(this, message, ...more);
      };
    });
    return () => page.evaluate(() => (window as Telling).told ?? []);
  };

  const soups = '01930000-0000-7000-8000-000000000301';
  const shelf = `/subcategory/subcategoryPosts?subcategory=${soups}`;

  /** Each main screen, and what is seen of it that was loaded. */
  const screensOf = (
    page: Page,
    { child, post, year }: { child: string; post: string; year: string },
  ): [path: string, shows: Locator][] => {
    const content = page.locator('#content');
    return [
      ['/dashboard', page.getByText('Snow, at last.')],
      [`/post/${post}`, page.getByText('Snow, at last.')],
      [`/post/${post}`, page.getByText('Nobody has said anything yet.')],
      ['/children', content.getByText('Emma').first()],
      [`/children/childDetail/${child}`, page.getByText('Snow, at last.')],
      ['/treasures', content.getByText('Family recipes').first()],
      ['/treasures/subcategory?category=family-recipes', content.getByText('Soups and stews')],
      [shelf, page.getByText('Snow, at last.')],
      ['/treasures/share-something', page.getByLabel('What happened?')],
      ['/treasures/ask-family', page.getByText('Who planted the medlar?').filter({ visible: true })],
      ['/inspiration', page.getByText('This week, picked for you')],
      ['/inspiration', content.getByRole('listitem').first()],
      ['/dashboard?search=1', page.getByRole('group', { name: 'People' }).getByRole('link', { name: 'Emma' })],
      ['/dashboard?search=1', page.getByRole('group', { name: 'Years' }).getByRole('button', { name: year })],
      ['/private/meaningful-moments', page.getByText('Slept through the storm')],
      ['/private/family', content.getByText('Nora Whitlock').first()],
      ['/private/notifications', page.getByRole('heading', { level: 1, name: 'Notifications' })],
      ['/private', page.getByRole('button', { name: 'Log out' })],
      ['/private/profile', page.getByLabel('First name')],
    ];
  };

  test('every main screen shows what is on the device, with the banner; a log-out takes it away', async ({
    page,
    context,
    expectLostStream,
  }) => {
    expectLostStream();
    test.setTimeout(240_000);
    const account = await newAccount(page);
    const child = await addChild(page, account);
    const medium = await upload(page, account, photo('p0'));
    await ready(page, account, medium);
    const post = await share(page, account, {
      text: 'Snow, at last.',
      media_ids: [medium],
      people: [child],
      occurred_on: '2025-12-03',
      subcategory_id: soups,
    });
    await askQuestion(page, account, { text: 'Who planted the medlar?' });
    await keepMoment(page, account, { people: [child], title: 'Slept through the storm', occurred_on: '2025-12-04' });
    await logIn(page, account, '/private/additional-information/emma/health');
    await expect(page.getByRole('link', { name: 'Write something down' })).toBeVisible();
    // What a page has loaded is written down together.
    await expect.poll(() => keptQueries(page), { timeout: 30_000 }).toContainEqual(expect.stringContaining('"people"'));
    expect((await keptQueries(page)).join(), 'sections are not kept').not.toContain('"information"');

    await page.goto('/dashboard');
    await expect(page.locator('article img').first()).toBeVisible();
    await expect.poll(() => keptHere(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(['app', 'heartwood kept', 'pictures']));
    // A shelf and a post are kept because they were read, everything else because it may be wanted.
    await page.goto(shelf);
    await expect(page.getByText('Snow, at last.')).toBeVisible();
    await expect
      .poll(() => keptQueries(page), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['"list"', '"summary"'].map((part) => expect.stringContaining(`${part},{"subcategory_id"`))));
    await page.goto(`/post/${post}`);
    await expect(page.getByText('Snow, at last.')).toBeVisible();
    const parts = [
      `"one","${post}"`,
      // The post may have been told of, and kept, before its page has loaded what was said of it.
      `"comments","${post}"`,
      '"lines"',
      '"members"',
      '["treasures"]',
      '"weekly"',
      '"years"',
      `"people","${child}"`,
      `"person":"${child}"`,
    ];
    const lists = ['"posts"', '"inspiration"', '"moments"', '"questions"'].map((noun) => `${noun},"list"`);
    await expect
      .poll(() => keptQueries(page), { timeout: 60_000 })
      .toEqual(expect.arrayContaining([...parts, ...lists, '"people","children"'].map((part) => expect.stringContaining(part))));
    await expect.poll(() => keptPictures(page), 'a picture is kept once it was shown').toBeGreaterThan(0);
    await context.setOffline(true);
    for (const [path, shows] of screensOf(page, { child, post, year: '2025' })) {
      await page.goto(path);
      await expect(shows, path).toBeVisible();
      await withRoom(page, () => expect(shows, path).toBeVisible());
      await expect(page.getByText('You’re offline.'), path).toBeVisible();
      await expect(page.locator('[data-error], .hw-skeleton'), path).toHaveCount(0);
      // Of the settings, devices, money and exports are not kept.
      if (path !== '/private/profile')
        await expect(page.getByRole('button', { name: 'Try again' }), `${path} shows all of it`).toHaveCount(0);
    }
    await page.goto('/dashboard');
    const picture = page.locator('article img').first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), 'the photo is kept').toBeGreaterThan(0);

    await Promise.all([listening(page), context.setOffline(false)]);
    await expect(page.getByText('You’re offline.')).toHaveCount(0);
    // Without a load, so that the page still knows which pictures it has shown.
    await goOn(page, '/private');
    const shown = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const theirs = shown.filter((name) => name.includes('/api/private/'));
    expect(theirs.length).toBeGreaterThan(0);
    const told = await tellings(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname !== '/private');
    await expect.poll(() => keptHere(page)).toEqual(['app', 'kept']);
    const next = await newAccount(page);
    const own = await upload(page, next, photo('p1'));
    await ready(page, next, own);
    await share(page, next, { text: 'First light.', media_ids: [own] });
    await goOn(page, '/login');
    await fillLogin(page, next);
    await expect(page.locator('article img').first()).toBeVisible();
    await expect.poll(told, { timeout: 30_000 }).not.toEqual([]);
    expect(
      (await told()).filter((name) => theirs.includes(name)),
      'whoever signs in next has not seen them',
    ).toEqual([]);
  });

  test('what broke off or was left while it was loaded ahead is loaded once more; a page that is not kept says that it needs a network', async ({
    page,
    context,
    accessible,
    troubles,
    expectLostStream,
  }) => {
    expectLostStream();
    test.setTimeout(240_000);
    const growthChart = '**/assets/growth-chart-*.js';
    let asked = 0;
    await context.route(growthChart, (route) =>
      (asked += 1) === 1 ? route.fulfill({ contentType: 'text/javascript', body: '' }) : route.continue(),
    );
    const account = await newAccount(page);
    const child = await addChild(page, account);
    const ofChild = new RegExp(`/api/.*${child}`);
    await page.route(ofChild, (route) => route.abort('connectionfailed'));
    await logIn(page, account, '/dashboard');
    await expect.poll(() => keptHere(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(['app', 'heartwood kept']));

    await test.step('a part that broke off on its way is not kept: it is asked for again', async () => {
      const sizes = await page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('app ')) ?? '';
        const cache = await caches.open(name);
        const parts = (await cache.keys()).filter(({ url }) => url.includes('/growth-chart-'));
        return Promise.all(parts.map(async (part) => ((await (await cache.match(part))?.text()) ?? '').length));
      });
      expect(sizes).toEqual([expect.any(Number)]);
      expect(sizes[0]).toBeGreaterThan(100_000);
      expect(asked).toBeGreaterThan(1);
      await context.unroute(growthChart);
    });

    await test.step('what was left is loaded on the next page, also what is of a child', async () => {
      await page.goto('/dashboard');
      // What is loaded last, before anything of a child.
      await expect.poll(() => keptQueries(page), { timeout: 60_000 }).toContainEqual(expect.stringContaining('"years"'));
      expect((await keptQueries(page)).join()).not.toContain(child);
      await page.goto('/inspiration');
      await page.unroute(ofChild);
      const parts = [`"people","${child}"`, `"person":"${child}"`].map((part) => expect.stringContaining(part));
      await expect.poll(() => keptQueries(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(parts));
      // What nobody has answered.
      troubles.length = 0;
    });

    await test.step('a page that is not kept says so where one went there by links, and comes with the network', async () => {
      await page.goto('/private');
      const content = page.locator('#content');
      const needs = content.getByText('This needs a network. It comes by itself once there is one.');
      const open = (name: string | RegExp) => content.getByRole('link', { name }).first().click();
      const walks: [what: string, go: () => Promise<void>, shown: Locator][] = [
        ['what was deleted', () => open(/Recently deleted/), content.getByText('Nothing was deleted')],
        ['what guardians keep', () => open(/Good to know/), content.getByRole('link', { name: /Health/ }).first()],
        ['devices', () => open('Edit profile'), content.getByRole('list', { name: 'Signed in on' })],
      ];
      for (const [what, go, shown] of walks) {
        await expect(page.getByRole('heading', { level: 1, name: 'Nora' }), what).toBeVisible();
        await quiet(page);
        await context.setOffline(true);
        await go();
        await expect(needs.first(), what).toBeVisible();
        await expect(content.getByRole('button', { name: 'Try again' }).first(), what).toBeVisible();
        await accessible(page);
        await context.setOffline(false);
        await expect(shown, what).toBeVisible();
        await expect(needs, what).toHaveCount(0);
        await page.goBack();
      }
      // What is looked for is found once there is a network.
      await page.goto('/dashboard');
      await content
        .getByRole('link', { name: 'Search' })
        .or(page.getByRole('link', { name: 'Search' }))
        .first()
        .click();
      await expect(page.getByRole('searchbox')).toBeVisible();
      await quiet(page);
      await context.setOffline(true);
      await page.getByRole('searchbox').fill('Emma');
      await expect(needs).toBeVisible();
      await context.setOffline(false);
      await expect(content.getByRole('link', { name: /Emma/ }).first()).toBeVisible();
      await expect(needs).toHaveCount(0);
    });
  });
});
