import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, fillLogin, logIn, newAccount, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { addChild, share } from './makers.ts';
import { filled, screens } from './screens.ts';
import type { Layout, Things } from './screens.ts';

const nothing: Things = { post: '00000000-0000-7000-8000-000000000000', child: '00000000-0000-7000-8000-000000000000' };
const here = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash);

async function expectShown(page: Page, layout: Layout): Promise<void> {
  await expect(page.locator('h1').first()).not.toBeEmpty();
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[data-error]')).toHaveCount(0);
  await expect(page).toHaveTitle(/. · Heartwood$/);
  if (layout) await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', layout);
  else await expect(page.locator('[data-layout]')).toHaveCount(0);
}

const things = async (page: Page, by: Account): Promise<Things> => ({
  child: await addChild(page, by),
  post: await share(page, by, { text: 'The first snow.' }),
});

test(
  '[S2.1] whoever is signed out sees the public pages, in the layout main',
  { tag: '@width' },
  async ({ page, troubles, accessible }) => {
    test.setTimeout(180_000);
    for (const { path, layout } of screens.filter((route) => route.public))
      await test.step(path, async () => {
        await page.goto(path);
        await expectShown(page, layout);
        expect(await here(page)).toBe(path);
        await expectNoOverflow(page);
        await accessible(page);
        expect(troubles, path).toEqual([]);
      });
  },
);

test('[S6.1] every other page leads to the login first, and says where one wanted to go', async ({ page }) => {
  test.setTimeout(240_000);
  for (const { path } of screens.filter((route) => !route.public))
    await test.step(path, async () => {
      await page.goto(filled(path, nothing));
      await page.waitForURL('**/login?**');
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(filled(path, nothing));
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

test('[S2.2] whoever is signed in sees every page, in its layout', { tag: '@width' }, async ({ page, troubles, accessible }) => {
  test.setTimeout(300_000);
  const account = await newAccount(page);
  const made = await things(page, account);
  await logIn(page, account);
  for (const { path, layout } of screens)
    await test.step(path, async () => {
      await page.goto(filled(path, made));
      if (path === '/') await page.waitForURL('**/dashboard');
      await expectShown(page, path === '/' ? 'main-clean-top' : layout);
      if (path !== '/') expect(await here(page)).toBe(filled(path, made));
      await expectNoOverflow(page);
      await accessible(page);
      expect(troubles, path).toEqual([]);
    });
});

test('[S2.3] an unknown path is the error page, and the app goes on', async ({ page }) => {
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

test('[S2.4] a path that the rule of its route refuses is not found, by its name', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, await newAccount(page));
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
  await logIn(page, await newAccount(page));
  await page.route(/\/assets\/faq-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
  );
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
  await expect(page.locator('[data-error="500"]')).toHaveCount(1);
  expect(troubles, 'what React says of it').not.toEqual([]);
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
  await context.close();
});

test('[S6.3] paths that start with /admin are for the role admin', async ({ page }) => {
  await page.goto('/admin/users');
  await page.waitForURL('**/login');
  await logIn(page, await newAccount(page));
  await page.goto('/admin/users');
  await page.waitForURL('**/login');
  await page.evaluate(() => localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')!), role: 'admin' })));
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});
