import type { Page } from '@playwright/test';
import { expect, fillLogin, newAccount, quiet, test } from './fixture.ts';
import { asApp, type NativeSide } from './native-bridge.ts';
import { boxOf } from './motion.ts';

// What of the app's looks a shell adds: safe areas, the size of text, bars and keyboard.

test.describe.configure({ timeout: 120_000 });

/** The height of the status bar and of the line at the bottom of a phone without a button, in pixels. */
const [top, bottom] = [59, 34];

/** What of a page is reached by nobody: links, buttons and headings below the status bar, and those of bars below the line at the bottom. */
function hidden(page: Page): Promise<string[]> {
  return page.evaluate(
    ([above, below]) => {
      const shown = [...document.querySelectorAll<HTMLElement>('a, button, input, textarea, h1')].filter((one) => one.checkVisibility());
      const isFixed = (one: Element | null): boolean =>
        one !== null && (getComputedStyle(one).position === 'fixed' || isFixed(one.parentElement));
      return shown
        .filter((one) => {
          const { top: from, bottom: to, height, left } = one.getBoundingClientRect();
          // The way past the navigation waits outside; what is for screen readers alone has no place.
          if (to <= 0 || height <= 1 || left < 0) return false;
          return from < above || (isFixed(one) && to > innerHeight - below);
        })
        .map((one) => one.outerHTML.slice(0, 120));
    },
    [top, bottom] as const,
  );
}

async function open(native: NativeSide, page: Page, server: string, path: string): Promise<void> {
  await native.tell('App.appUrlOpen', { url: server + path });
  await page.waitForURL(`**${path}`);
  await expect(page.locator('h1').first()).toBeAttached();
}

for (const platform of ['ios', 'android'] as const)
  test(`[S9.4] the app on ${platform}: text in the system’s size, nothing below the status bar, and zoom where it may be`, async ({
    page,
    baseURL,
  }) => {
    const account = await newAccount(page);
    const native = await asApp(page, platform, baseURL!);
    await native.setInsets(top, bottom);
    await page.emulateMedia({ colorScheme: 'light' });
    await native.start();
    await expect(page.getByRole('link', { name: /Log in/ }).first()).toBeVisible();
    await expect.poll(() => hidden(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 600));
    const bar = await boxOf(page.getByRole('banner'));
    expect(bar.y, 'the bar that stays while the page is scrolled').toBe(top);
    await page
      .getByRole('link', { name: /Log in/ })
      .first()
      .click();
    await page.waitForURL('**/login');
    // Its address comes before it is drawn.
    await expect.poll(() => hidden(page)).toEqual([]);
    await fillLogin(page, account);
    await page.waitForURL('**/dashboard');
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
      'content',
      platform === 'ios' ? /maximum-scale=1, user-scalable=no/ : /initial-scale=1, viewport-fit/,
    );

    await test.step('bars keep clear of the status bar and of the line at the bottom', async () => {
      for (const path of ['/dashboard', '/children', '/treasures', '/private/profile', '/treasures/share-something', '/paywall']) {
        await open(native, page, baseURL!, path);
        await expect.poll(() => hidden(page), { message: path }).toEqual([]);
      }
    });

    await test.step('the bars have the colours of the app, or of the system', async () => {
      const style = () => native.asked.findLast(({ call }) => call === 'SystemBars.setStyle')?.options['style'];
      await expect.poll(style).toBe('LIGHT');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(style).toBe('DARK');
      await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
      await expect.poll(style).toBe('LIGHT');
      expect(native.asked.findLast(({ call }) => call === 'Keyboard.setStyle')?.options['style']).toBe(
        platform === 'ios' ? 'LIGHT' : undefined,
      );
    });

    await test.step('text grows with the system’s on iOS; the web view of Android does so by itself', async () => {
      const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
      expect(await size()).toBe(16);
      const asked = page.locator('.system-text');
      if (platform === 'android') return expect(asked).toHaveCount(0);
      // Chromium does not know the font of iOS whose size is asked for: this is what it would be.
      const choose = (pixels: number) => asked.evaluate((one, given) => one.style.setProperty('font-size', `${given}px`), pixels);
      await choose(21);
      await expect.poll(size).toBeCloseTo(19.8, 1);
      await page.evaluate(() => (document.documentElement.dataset['text'] = 'large'));
      expect(await size()).toBeCloseTo(23.5, 1);
      await choose(53);
      await expect.poll(size).toBe(32);
    });

    await test.step('what is written in stays above the keyboard, which the tabs give way to', async () => {
      await page.evaluate(() => delete document.documentElement.dataset['text']);
      await open(native, page, baseURL!, '/private/profile');
      // The last field is the last one once all parts have come.
      await expect(page.getByLabel('First name')).toBeVisible();
      await quiet(page);
      const field = page.getByRole('textbox').last();
      await field.scrollIntoViewIfNeeded();
      await field.focus();
      const tabs = page.getByRole('navigation', { name: 'Main' });
      await native.tell('Keyboard.keyboardWillShow', { keyboardHeight: 336 });
      const full = page.viewportSize()!;
      await page.setViewportSize({ ...full, height: full.height - 336 });
      await native.tell('Keyboard.keyboardDidShow', { keyboardHeight: 336 });
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(tabs).toBeHidden();
      await native.tell('Keyboard.keyboardWillHide');
      await page.setViewportSize(full);
    });
  });
