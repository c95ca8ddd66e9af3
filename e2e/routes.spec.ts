import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, fillLogin, logIn, newAccount, signIn, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { addChild, askQuestion, openCheckout, share } from './makers.ts';
import { withRoom } from './room.ts';
import { goOn } from './running-app.ts';
import { filled, screens } from './screens.ts';
import type { Layout, Things } from './screens.ts';

const noId = '00000000-0000-7000-8000-000000000000';
const nothing: Things = { post: noId, child: noId, question: noId, checkout: noId };
/** Whoever is signed in goes on from these to the feed. */
const forVisitors = new Set(['/', '/login']);
const here = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash);

/** Forms of the layout main: its head is the mark alone, as nothing else leads away from them. */
const markAlone = new Set(
  screens.filter(({ path, layout }) => layout === 'main' && !/^\/(home|subscribe)?$/.test(path)).map(({ path }) => path),
);

/** The way to what has happened. */
const bell = { name: /^Notifications(, \d+ new)?$/ };
/** Pages without the bell: what it leads to. */
const withoutBell = new Set(['/private/notifications']);

/** Pages that never have anything beside them: where there is room for it, they stand in the middle of that room. */
const alone = new Set(['/faq', '/private/deleted', '/private/meaningful-moments']);

/** Whether what is drawn by now takes the place of what leads elsewhere; it may come a moment after the heading. */
const hides = async (page: Page, selector: string) => (await page.locator(selector).count()) > 0;

/** What each layout draws around a page: for visitors mark, log in and start; for members bar and places, or only places. Flows hide the places. */
async function expectLayout(page: Page, layout: Layout, is: { member: boolean; form: boolean }): Promise<void> {
  const isFramed = layout !== null && !is.form;
  const places = page.getByRole('navigation', { name: 'Main' });
  if (!isFramed || !is.member) await expect(places, 'no places').toHaveCount(0);
  else
    await expect
      .poll(
        async () => (await hides(page, '[data-flow], [data-foot]')) || (await places.filter({ visible: true }).count()) === 1,
        'rail or tabs',
      )
      .toBe(true);
  const hasBar = isFramed && is.member && layout === 'main';
  await expect(page.getByRole('banner').getByRole('link', { name: /^Search/ }), 'the bar of members').toHaveCount(hasBar ? 1 : 0);
  const hasSignIn = isFramed && !is.member;
  await expect(page.getByRole('navigation', { name: 'Account' }), 'log in and start').toHaveCount(hasSignIn ? 1 : 0);
}

async function expectShown(page: Page, layout: Layout): Promise<void> {
  await expect(page.locator('h1').first()).not.toBeEmpty();
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[data-error]')).toHaveCount(0);
  await expect(page).toHaveTitle(/. · Heartwood$/);
  if (layout) await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout);
  else await expect(page.locator('[data-layout]')).toHaveCount(0);
}

async function things(page: Page, by: Account): Promise<Things> {
  const child = await addChild(page, by);
  const question = await askQuestion(page, by, { text: 'Who taught you to swim?' });
  const checkout = await openCheckout(page, by, 'yearly');
  return { child, question, checkout, post: await share(page, by, { text: 'The first snow.', people: [child] }) };
}

test('[S2.1] whoever is signed out sees the public pages, in the layout main', async ({ page, troubles, accessible }) => {
  test.setTimeout(180_000);
  for (const { path, layout } of screens.filter((route) => route.public))
    await test.step(path, async () => {
      await page.goto(path);
      await expectShown(page, layout);
      const hasHead = async () => {
        await expectLayout(page, layout, { member: false, form: markAlone.has(path) });
        // The head of the layout: the mark, which leads home.
        await expect(page.getByRole('banner').getByRole('link', { name: 'Heartwood, home' })).toBeVisible();
      };
      await hasHead();
      await withRoom(page, hasHead);
      expect(await here(page)).toBe(path);
      await expectNoOverflow(page);
      await accessible(page, { dark: true, room: true });
      expect(troubles, path).toEqual([]);
    });
});

test('[S6.1] every other page leads to the login first, and says where one wanted to go', async ({ page }) => {
  test.setTimeout(120_000);
  const layouts = new Set<Layout>();
  for (const { path, layout } of screens.filter((route) => !route.public))
    await test.step(path, async () => {
      // One of each layout is opened by its address, the others in the running app: both ask the same before anything is drawn.
      await (layouts.has(layout) ? goOn(page, filled(path, nothing)) : page.goto(filled(path, nothing)));
      layouts.add(layout);
      const wanted = () => new URL(page.url()).searchParams.get('redirect');
      await expect.poll(wanted).toBe(filled(path, nothing));
      expect(new URL(page.url()).pathname).toBe('/login');
    });
});

test('[S6.2] after the login one is where one wanted to go', async ({ page, expectRefusal }) => {
  test.setTimeout(120_000);
  // There is no Emma in this family.
  expectRefusal(404);
  const account = await newAccount(page);
  for (const path of [
    '/inspiration/record-video',
    '/treasures/subcategory?category=letters-and-notes#top',
    '/private/additional-information/emma/health',
  ])
    await test.step(path, async () => {
      await page.goto(path);
      await page.waitForURL('**/login?**');
      await fillLogin(page, account);
      await page.waitForURL((url) => url.pathname === path.replace(/[?#].*/, ''));
      expect(await here(page)).toBe(path);
      await page.evaluate(() => localStorage.clear());
    });
});

test('[S2.2] whoever is signed in sees every page, in its layout', { tag: '@width' }, async ({ page, troubles, accessible, isMobile }) => {
  test.setTimeout(300_000);
  const account = await newAccount(page);
  const made = await things(page, account);
  await signIn(page, account);
  for (const [index, { path, layout }] of screens.entries())
    await test.step(path, async () => {
      // On a phone each screen is opened by its address, on a laptop in the running app.
      await (isMobile || index === 0 ? page.goto(filled(path, made)) : goOn(page, filled(path, made)));
      if (forVisitors.has(path)) await page.waitForURL('**/dashboard');
      const shown = forVisitors.has(path) ? 'main-clean-top' : layout;
      await expectShown(page, shown);
      await expectLayout(page, shown, { member: true, form: !forVisitors.has(path) && markAlone.has(path) });
      if (!forVisitors.has(path)) expect(await here(page)).toBe(filled(path, made));
      if (alone.has(path))
        expect(
          await page.getByRole('main').evaluate((main) => {
            const { left, right } = main.getBoundingClientRect();
            const rail = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'sticky');
            return Math.abs(left - (rail?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - right));
          }),
          'as much room before as after it',
        ).toBeLessThan(2);
      if (shown && !markAlone.has(path) && !(isMobile && withoutBell.has(path)))
        await expect
          .poll(
            async () => (await hides(page, '[data-flow]')) || (await page.getByRole('link', bell).count()) === 1,
            'one bell: in the rail, or on a phone in the head',
          )
          .toBe(true);
      await expectNoOverflow(page);
      await accessible(page, { dark: true });
      expect(troubles, path).toEqual([]);
    });
});

test('[S2.3] an unknown path is the error page, and the app goes on', async ({ page, expectRefusal }) => {
  expectRefusal(404);
  await page.goto('/no/such/place?really=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(page.locator('[data-error="404"]')).toHaveCount(1);
  await expect(page).toHaveTitle(/^Page not found/);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByRole('link', { name: 'Back home' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.locator('[data-layout="main"]')).toHaveCount(1);
  expect(await page.evaluate(() => 'stays' in window), 'without loading anew').toBe(true);
});

test('[S2.3] an address that cannot be read is the error page, for visitors and for members', async ({ page, expectRefusal }) => {
  expectRefusal(404);
  for (const isMember of [false, true]) {
    if (isMember) await signIn(page, await newAccount(page));
    for (const path of ['/x%E0%A4%A', '/x%00', '/post/%E0%A4%A', '/children/%', '/%00?a=%']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' }), path).toBeVisible();
      await page.getByRole('link', { name: 'Back home' }).click();
      await page.waitForURL((url) => url.pathname === (isMember ? '/dashboard' : '/'));
    }
  }
});

test('[S2.4] a path that the rule of its route refuses is not found, by its name', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, await newAccount(page));
  for (const path of [
    '/post/not-an-id?from=mail',
    '/children/childDetail/17',
    '/inspiration/two%20words',
    '/treasures/subcategory?category=a.b',
    '/subcategory/subcategoryPosts?subcategory=letters',
    '/private/meaningful-moments/emma!',
    '/private/additional-information/emma!',
    '/private/additional-information/emma/he.alth',
  ])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
      const said = await page.getByText(/^Page Not Found: /).textContent();
      expect(decodeURIComponent(said ?? '')).toBe(`Page Not Found: ${decodeURIComponent(path)}`);
    });
});

test('[S2.5] what fails for good is the error page with the other words', async ({ page, troubles }) => {
  await signIn(page, await newAccount(page));
  await page.route(/\/assets\/faq-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
  );
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
  await expect(page.locator('[data-error="500"]')).toHaveCount(1);
  expect(troubles, 'what React says of it').not.toEqual([]);
  troubles.length = 0;
});

test('[S8.12] an error and a rejection that nobody handles open the error page, and another page begins anew', async ({
  page,
  troubles,
}) => {
  await logIn(page, await newAccount(page), '/private');
  const broken = page.getByRole('heading', { level: 1, name: 'Internal Server Error' });
  await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('broken on purpose');
      }),
  );
  await expect(broken).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('refused on purpose')));
  await expect(broken).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(broken).toHaveCount(0);
  await page.evaluate(() => void Promise.reject(new DOMException('stopped', 'AbortError')));
  await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  await expect(broken, 'of what was stopped on purpose').toHaveCount(0);
  expect(troubles.filter((one) => one.includes('on purpose'))).toHaveLength(2);
  troubles.length = 0;
});

test('[S8.10] a crawler gets no error page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  const page = await context.newPage();
  await page.goto('/home');
  await expect(page.locator('h1')).toHaveCount(1);
  await page.goto('/no/such/place');
  await expect(page).toHaveTitle(/^Page not found/);
  await expect(page.locator('[data-error]')).toHaveCount(0);
  await expect(page.getByText('Page Not Found')).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('refused on purpose')));
  await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  await expect(page.locator('[data-error]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeVisible();
  await context.close();
});

test('[S6.3] paths that start with /admin are for the role admin', async ({ page, expectRefusal }) => {
  expectRefusal(404);
  await page.goto('/admin/users');
  await page.waitForURL('**/login');
  await signIn(page, await newAccount(page));
  // From the log-in page whoever is signed in goes on at once: it is waited for from before.
  const led = page.waitForURL('**/login');
  await page.goto('/admin/users');
  await led;
  await page.waitForURL('**/dashboard');
  await page.addInitScript(() => {
    const user = localStorage.getItem('user');
    if (user) localStorage.setItem('user', JSON.stringify({ ...JSON.parse(user), role: 'admin' }));
  });
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});
