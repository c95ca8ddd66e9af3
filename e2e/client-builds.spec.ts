import type { Page } from '@playwright/test';
import { expect, fillLogin, logIn, newAccount, quiet, test } from './fixture.ts';
import { holdBack, watched } from './network.ts';
import { boxOf } from './motion.ts';

test('while the app is on its way, a page shows the mark', async ({ page, expectRefusal }) => {
  expectRefusal(404);
  const release = await holdBack(page, '**/assets/index-*.js');
  await page.goto('/accept-invite?token=of-nobody', { waitUntil: 'commit' });
  const mark = page.locator('#root > img');
  await expect(mark).toHaveAttribute('alt', 'Heartwood');
  await expect(mark).toBeInViewport();
  await expect.poll(() => mark.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(mark).toHaveCount(0);
});

test('where the browser forbids it to keep anything, one logs in all the same', async ({ page }) => {
  const account = await newAccount(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Forbidden', 'SecurityError');
        },
      });
  });
  await page.goto('/login');
  await fillLogin(page, account);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora');
});

test.describe('builds', () => {
  const newer = async (page: Page) => {
    await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }));
    await page.route('**/builds/meta/newer.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1, files: [] } }));
  };

  test('[S4.7] a newer build is looked for every five minutes and on return, and a banner says so', async ({ page }) => {
    await page.clock.install();
    await logIn(page, await newAccount(page));
    const looks = watched(page, '/builds/latest.json');
    await page.clock.fastForward('05:01');
    await expect.poll(() => looks.length).toBe(1);
    await expect(page.getByText('A newer Heartwood is ready.')).toHaveCount(0);
    await newer(page);
    const heading = page.getByRole('heading', { level: 1 });
    await quiet(page);
    const there = await boxOf(heading);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('A newer Heartwood is ready.')).toBeVisible();
    expect(await boxOf(heading), 'nothing moves').toEqual(there);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await loaded;
  });

  test(
    '[S4.8] a part that is gone is no reason to load the page anew until somebody goes there',
    { tag: '@laptop' },
    async ({ page, troubles, expectRefusal }) => {
      expectRefusal(404);
      await logIn(page, await newAccount(page), '/private');
      await newer(page);
      const asked = watched(page, '/builds/latest.json');
      const gone = page.waitForResponse(/\/assets\/faq-[^/]*\.js$/);
      await page.route(/\/assets\/faq-[^/]*\.js$/, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' }));
      await page.evaluate(() => Object.assign(window, { stays: true }));
      const link = page.getByRole('link', { name: 'Questions and answers' });
      await link.hover();
      await gone;
      await quiet(page);
      expect(asked, 'nobody asks for a newer build').toHaveLength(0);
      expect(await page.evaluate(() => 'stays' in window)).toBe(true);
      const loaded = page.waitForEvent('load');
      await link.click();
      await loaded;
      expect(new URL(page.url()).pathname).toBe('/faq');
      expect(await page.evaluate(() => 'stays' in window)).toBe(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
      troubles.length = 0;
    },
  );

  test('[S4.8] a part that is gone after a new build loads the page anew, once in ten seconds', async ({
    page,
    troubles,
    expectRefusal,
  }) => {
    expectRefusal(404);
    await page.clock.install();
    await logIn(page, await newAccount(page), '/private');
    await newer(page);
    await page.route(/\/assets\/faq-[^/]*\.js$/, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' }));
    const loads = watched(page, '/faq');
    await page.getByRole('link', { name: 'Questions and answers' }).click();
    await expect.poll(() => loads.length).toBe(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
    await page.clock.fastForward(2_000);
    expect(loads).toHaveLength(1);
    expect(troubles.join('\n')).toContain('could not be loaded');
    troubles.length = 0;
  });
});

test('a screen whose part did not come is there after ‘Try again’', async ({ page, troubles, expectLostStream }) => {
  expectLostStream();
  await logIn(page, await newAccount(page), '/private/meaningful-moments');
  const parts = /\/assets\/new-moment[^/]*\.js$/;
  await page.route(parts, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Add a moment' }).first().click();
  const failed = page.getByRole('heading', { level: 1, name: 'Internal Server Error' });
  await expect(failed).toBeVisible();
  await page.unroute(parts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('What shall we call it?')).toBeVisible();
  await expect(failed).toHaveCount(0);
  expect(troubles.splice(0).join('\n')).toContain('could not be loaded');
});
