import type { Page } from '@playwright/test';
import { expect, feed, logIn, newAccount, quiet, test } from './fixture.ts';
import { bearer, share } from './makers.ts';
import { holdBack } from './network.ts';
import { listening } from './running-app.ts';

// An answer that the server gave before a change, and that comes after it, changes nothing back.

/** Holds what the server answers to a question of one kind; `came` once it has answered, `release` hands it to the page. */
async function heldAnswer(page: Page, isMeant: (url: URL) => boolean): Promise<{ came: Promise<void>; release: () => void }> {
  const came = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route('**/api/posts**', async (route) => {
    if (isHeld || route.request().method() !== 'GET' || !isMeant(new URL(route.request().url()))) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    came.resolve();
    await released.promise;
    // Called off by now, it is wanted no more.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { came: came.promise, release: released.resolve };
}

/** Whether the first page of the feed is asked for, and not its newest post alone. */
const isList = ({ pathname, searchParams }: URL) => pathname === '/api/posts' && searchParams.get('limit') !== '1';
const isOne = ({ pathname }: URL) => /^\/api\/posts\/[^/]{36}$/.test(pathname);

/** Nora's feed of 'Snow.', while an answer with it and with 'Sun.' is held. */
async function feedWithOlderAnswer(page: Page) {
  const nora = await newAccount(page);
  await share(page, nora, { text: 'Rain.' });
  const sun = await share(page, nora, { text: 'Sun.' });
  await share(page, nora, { text: 'Snow.' });
  expect((await page.request.delete(`/api/posts/${sun}`, { headers: bearer(nora) })).status()).toBe(200);
  const hears = listening(page);
  await logIn(page, nora, '/dashboard');
  await hears;
  await expect(feed(page).getByText('Snow.')).toBeVisible();
  await quiet(page);
  const held = await heldAnswer(page, isList);
  expect((await page.request.post(`/api/posts/${sun}/restore`, { headers: bearer(nora) })).status()).toBe(200);
  await held.came;
  return { nora, held, snow: feed(page).filter({ hasText: 'Snow.' }) };
}

test('a heart stays, where the feed had been asked for before it was given', async ({ page }) => {
  const { held, snow } = await feedWithOlderAnswer(page);
  const heart = snow.getByRole('button', { name: /^Heart/ });
  const heard = page.waitForResponse((answer) => answer.request().method() === 'GET' && isOne(new URL(answer.url())));
  await heart.click();
  await (await heard).finished();
  await expect(heart).toHaveAccessibleName('Heart, 1');
  held.release();
  await expect(feed(page).getByText('Sun.')).toBeVisible();
  await quiet(page);
  await expect(heart).toHaveAccessibleName('Heart, 1');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a deleted post stays away, where the feed had been asked for before', async ({ page }) => {
  const { held, snow } = await feedWithOlderAnswer(page);
  await snow.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await (await deleted).finished();
  await expect(snow).toHaveCount(0);
  held.release();
  await expect(feed(page).getByText('Sun.')).toBeVisible();
  await quiet(page);
  await expect(snow).toHaveCount(0);
});

test('a comment stays, where the page of its post had been asked for before it was sent', async ({ page }) => {
  const nora = await newAccount(page);
  await share(page, nora, { text: 'Snow.' });
  // Nothing is heard of what happens: then only the answers say it.
  await holdBack(page, '**/api/events**');
  await logIn(page, nora, '/dashboard');
  await expect(feed(page).getByText('Snow.')).toBeVisible();
  await quiet(page);
  const held = await heldAnswer(page, isOne);
  await feed(page).getByText('Snow.').click();
  await held.came;
  await page.getByLabel('Say something kind').fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said.getByText('Just now')).toBeVisible();
  held.release();
  await quiet(page);
  await expect(said).toHaveCount(1);
  await expect(said.getByText('Just now')).toBeVisible();
});

test('who loves a post is told with oneself, where that had been asked for before one’s heart arrived', async ({ page }) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'Snow.' });
  await holdBack(page, '**/api/events**');
  await logIn(page, nora, `/post/${post}`);
  await quiet(page);
  await page.route('**/heart', async (route) => {
    await held.came;
    await route.continue();
  });
  const held = await heldAnswer(page, ({ pathname }) => pathname.endsWith('/hearts'));
  const given = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: /^Heart/ }).click();
  await (await given).finished();
  held.release();
  await quiet(page);
  await expect(page.getByRole('button', { name: 'Loved by Nora' })).toBeVisible();
});
