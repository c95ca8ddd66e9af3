import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, goodPassword, logIn, newAccount, test } from './fixture.ts';
import { tabAndPress, tabTo } from './keyboard.ts';
import { holdBack } from './network.ts';

/** When what has changed has been painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

test('the landing page is whole without JavaScript, and leads on', { tag: '@width' }, async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What you’ll want to remember, kept by the people who were there.');
  await expect(page.getByRole('img', { name: /holding hands on a beach/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start your family' }).first()).toHaveAttribute('href', '/register');
  await expect(page.getByRole('link', { name: 'I have an invitation' })).toHaveAttribute('href', '/invite');
  const parts = {
    'See a child’s timeline': 'timeline',
    'Browse the ideas': 'ideas',
    'Look into the treasures': 'treasures',
    Questions: 'questions',
  };
  for (const [name, part] of Object.entries(parts)) {
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/home#${part}$`));
    await expect(page.locator(`#${part}`)).toBeInViewport();
  }
  await page.locator('summary', { hasText: 'Can Grandma and Grandpa use it?' }).press('Enter');
  await expect(page.getByText('They come in by one link in a mail')).toBeVisible();
  await page.getByRole('link', { name: 'what happens to your data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('link', { name: 'Heartwood', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^What you’ll want to remember/);
  await context.close();
});

test('what happens to data, what is agreed and where to write stand on pages without the app', async ({ page, accessible }) => {
  await page.goto('/privacy');
  const pages = { Privacy: 'Who sees it', Terms: 'What you share stays yours', 'Write to us': 'Where to write' };
  for (const [name, heading] of Object.entries(pages))
    await test.step(name, async () => {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
      await expectNoOverflow(page);
      await accessible(page, { dark: true, room: true });
    });
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await accessible(page, { room: true });
});

test('the landing page is dark from its first paint where the system is, and stays as it is when the app comes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/home');
  const colours = () =>
    page.evaluate(() =>
      [document.body, ...document.querySelectorAll('main a, main h1, main p')].map((one) => {
        const { color, backgroundColor } = getComputedStyle(one);
        return `${one.tagName} ${color} ${backgroundColor}`;
      }),
    );
  const drawn = await colours();
  expect(drawn[0], 'the page is dark').toContain('rgb(20, 18, 16)');
  await page.mouse.move(20, 300);
  await page.mouse.move(30, 310);
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await colours()).toEqual(drawn);
});

test(
  'the app takes the landing page over as it stands, at the first sign of a visitor',
  { tag: ['@width', '@browser'] },
  async ({ page, accessible, isMobile }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname));
    await page.goto('/home', { waitUntil: 'networkidle' });
    expect(scripts.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    await accessible(page);
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    if (isMobile) await page.getByRole('heading', { name: 'Nobody else gets in' }).tap();
    else await page.mouse.move(200, 300);
    await expect(page.getByText('$5.99 a month, $49.99 a year')).toBeAttached();
    expect(await heading?.evaluate((node) => node.isConnected), 'the page was not drawn anew').toBe(true);
    await accessible(page);
    await page.getByRole('link', { name: 'Start your family' }).first().click();
    await expect(page.getByRole('heading', { name: 'Start your family' })).toBeVisible();
  },
);

for (const path of ['/home', '/login', '/register'])
  test(`nothing on ${path} moves when the fonts arrive`, { tag: ['@width', '@browser'] }, async ({ page }) => {
    const release = await holdBack(page, '**/*.woff2');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await painted(page);
    const ours = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded' || status === 'loading').length);
    const arrived = () =>
      page.evaluate(() => document.fonts.check('20px "Newsreader Variable"') && document.fonts.check('20px "Figtree Variable"'));
    await expect.poll(ours, 'fonts are asked for').toBeGreaterThan(0);
    expect(await arrived(), 'the page stands in the system’s fonts').toBe(false);
    // From here on: what the page does while it is being drawn is none of the fonts' doing.
    await page.evaluate(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
          shifts.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`);
      }).observe({ type: 'layout-shift' });
    });
    release();
    await expect.poll(arrived, 'ours are there').toBe(true);
    await painted(page);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });

test('the login page can be written in before the app is there, and nothing of it is lost', async ({ page }) => {
  const account = await newAccount(page);
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/login?redirect=%2Fchildren', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Log in' });
  await expect(button, 'nothing can be sent yet').toBeDisabled();
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  release();
  await expect(button).toBeEnabled();
  await expect(page.getByLabel('E-mail')).toHaveValue(account.email);
  await button.click();
  await page.waitForURL('**/children');
});

test('public pages hold at 320 pixels, with large text, and in the dark', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/home',
    '/login',
    '/register',
    '/subscribe',
    '/invite',
    '/invitation',
    '/forgot-password',
    '/privacy',
    '/terms',
    '/contact',
  ])
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoOverflow(page);
      await accessible(page);
      await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
      await expectNoOverflow(page);
    });
});

test('questions are found by their words and by topic', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  await logIn(page, await newAccount(page), '/faq');
  const questions = page.locator('summary');
  await expect(questions.nth(19), 'at least twenty').toBeVisible();
  await questions.first().press('Enter');
  await expect(page.getByText('To a stranger your family does not exist.')).toBeVisible();
  await expect(page, 'the address can be sent on').toHaveURL(/\/faq#strangers$/);
  await accessible(page);
  await page.getByRole('searchbox').fill('forgot pássword');
  await expect(questions).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'One answer' })).toBeVisible();
  await expect(page.locator('mark').first()).toBeVisible();
  await accessible(page);
  await page.getByRole('searchbox').fill('grandma');
  await expect(page.getByRole('heading', { level: 2, name: 'For grandparents' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  await page.getByRole('searchbox').fill('zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing with these words' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await page.getByRole('button', { name: 'Paying' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Paying']);
  await page.goto('/private');
  await page.getByRole('link', { name: 'Questions and answers' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/private$/);
  await page.goto('/faq#bigger-letters');
  await expect(page.getByText('There are three sizes'), 'the answer that was linked to is open').toBeInViewport();
  await expect(page.locator('details[open]')).toHaveCount(1);
  for (const hide of [() => page.getByRole('searchbox').fill('zeppelin'), () => page.getByRole('button', { name: 'Paying' }).click()]) {
    await hide();
    await expect(page.getByText('There are three sizes')).toHaveCount(0);
    await page.evaluate(() => void (location.hash = 'wrong-thing'));
    await expect(page.locator('#wrong-thing[open]'), 'an answer that is filtered out is shown where it is linked to').toBeInViewport();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.evaluate(() => void (location.hash = 'bigger-letters'));
    await expect(page.getByText('There are three sizes')).toBeInViewport();
  }
  await page.goto('/private');
  await page.goto('/faq#bigger-letters');
  await page.getByText('What if I press the wrong thing?').click();
  await page.getByText('How do I make the letters bigger?').click();
  await expect(page.locator('details[open] summary')).toHaveText(['What if I press the wrong thing?']);
});

test('prices are for visitors, and never for somebody who is covered', async ({ page, accessible }) => {
  await page.goto('/subscribe');
  await expect(page.getByText('$49.99')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Start free/ })).not.toHaveCount(0);
  await logIn(page, await newAccount(page), '/subscribe');
  for (const path of ['/subscribe', '/paywall', '/lifetime-subscription'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), 'the headline').toHaveText(['You are covered']);
      await expect(page.getByText(/\$\d/)).toHaveCount(0);
    });
  await page.getByRole('button', { name: 'What it costs afterwards' }).click();
  await expect(page.getByText('$199')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with lifetime' })).toBeVisible();
  await accessible(page, { room: true });
});

test('questions are searched and opened, and left again, by the keyboard alone', { tag: '@laptop' }, async ({ page }) => {
  await logIn(page, await newAccount(page), '/private');
  await tabAndPress(page, page.getByRole('link', { name: 'Questions and answers' }));
  await expect(page.getByRole('heading', { level: 1, name: /^Questions/ }), 'the page has said what it is').toBeFocused();
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('zeppelin');
  await tabAndPress(page, page.getByRole('button', { name: 'Show all answers' }));
  const strangers = page.locator('#strangers');
  await tabAndPress(page, strangers.locator('summary'));
  await expect(strangers.getByText('To a stranger your family does not exist.')).toBeVisible();
  await expect(page).toHaveURL(/\/faq#strangers$/);
  await page.keyboard.press('Enter');
  await expect(strangers).not.toHaveAttribute('open');
  await tabAndPress(page, page.getByRole('button', { name: 'Back' }));
  await expect(page).toHaveURL(/\/private$/);
});
