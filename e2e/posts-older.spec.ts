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

test('a heart stays, and a deleted post stays away, where the feed had been asked for before', async ({ page, expectRefusal }) => {
  // What the page hears of a post may be that it is back, when it is gone again.
  expectRefusal(404);
  const nora = await newAccount(page);
  await share(page, nora, { text: 'Rain.' });
  const sun = await share(page, nora, { text: 'Sun.' });
  await share(page, nora, { text: 'Snow.' });
  const snow = feed(page).filter({ hasText: 'Snow.' });
  const remove = async () => expect((await page.request.delete(`/api/posts/${sun}`, { headers: bearer(nora) })).status()).toBe(200);
  /** An answer with 'Snow.' and with 'Sun.', which has just come back, is held. */
  const olderAnswer = async () => {
    await expect(feed(page).getByText('Snow.')).toBeVisible();
    await expect(feed(page).getByText('Sun.')).toHaveCount(0);
    await quiet(page);
    const held = await heldAnswer(page, isList);
    expect((await page.request.post(`/api/posts/${sun}/restore`, { headers: bearer(nora) })).status()).toBe(200);
    await held.came;
    return held;
  };
  await remove();
  const hears = listening(page);
  await logIn(page, nora, '/dashboard');
  await hears;

  await test.step('a heart that was given since', async () => {
    const held = await olderAnswer();
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

  await test.step('a post that was deleted since', async () => {
    await remove();
    const held = await olderAnswer();
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
});

test('a comment stays, and so does oneself among who loves a post, where they had been asked for before', async ({ page }) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'Snow.' });
  // Nothing is heard of what happens: then only the answers say it.
  await holdBack(page, '**/api/events**');

  await test.step('a comment, where the page of its post had been asked for before it was sent', async () => {
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

  await test.step('who loves it, where that had been asked for before one’s heart arrived', async () => {
    await page.goto(`/post/${post}`);
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
});
