import type { Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, fillLogin, goodPassword, keptOnDevice, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { bearer, share } from './makers.ts';
import { listening } from './running-app.ts';
import { forgetAborted } from './without-network.ts';

const isOver = 'You are no longer logged in here. Log in again, and you are back where you were.';
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '');
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Ends the session of a page by the API, as another device of the person does. */
async function endElsewhere(page: Page): Promise<void> {
  const answer = await page.request.post('/api/logout', { headers: bearer({ token: await tokenOf(page) }) });
  expect(answer.status(), 'ending the session').toBe(200);
}

test('a session that ended elsewhere is over here, too', async ({ page, accessible, expectRefusal }) => {
  expectRefusal(401);
  const account = await newAccount(page);

  await test.step('[S4.13] leads to the log-in page by itself, and back to what was being written', async () => {
    const hears = listening(page);
    await logIn(page, account, '/treasures/share-something');
    const text = page.getByLabel('What happened?');
    await text.fill('She walked to the window by herself.');
    await keptOnDevice(page);
    await hears;
    await endElsewhere(page);
    await page.waitForURL(/\/login\?redirect=%2Ftreasures%2Fshare-something/);
    await expect(page.getByText(isOver)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await accessible(page, { room: true });

    await test.step('somebody else sees nothing of it', async () => {
      const hearsToo = listening(page);
      await fillLogin(page, await newAccount(page, 'Theo', 'Marsh'));
      await page.waitForURL('**/treasures/share-something');
      await expect(text).toHaveValue('');
      await hearsToo;
      await endElsewhere(page);
      await page.waitForURL('**/login?**');
    });

    await fillLogin(page, account);
    await page.waitForURL('**/treasures/share-something');
    await expect(text).toHaveValue('She walked to the window by herself.');
  });

  await test.step('[S4.13] is noticed by the next call where nothing is listened to', async () => {
    expectRefusal(403);
    await page.route('**/api/events**', (route) => route.fulfill({ status: 403 }));
    await page.goto('/private');
    await quiet(page);
    await endElsewhere(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Children' }).filter({ visible: true }).click();
    await page.waitForURL(/\/login\?redirect=%2Fchildren/);
    await expect(page.getByText(isOver)).toBeVisible();
    await fillLogin(page, account);
    await page.waitForURL('**/children');
    await test.step('a card that says somebody is in says so only to who is', async () => {
      await quiet(page);
      await endElsewhere(page);
      await page.goto('/invitation/sharedMessage');
      await page.waitForURL(/\/login\?redirect=%2Finvitation%2FsharedMessage/);
    });
  });
});

test('[S4.13] open tabs follow each other, out and in again', async ({ page, context, expectRefusal }) => {
  expectRefusal(401);
  const account = await newAccount(page);
  const hears = listening(page);
  await logIn(page, account, '/private');
  await hears;
  const other = await context.newPage();
  await other.goto('/children');
  await expect(other.getByRole('heading', { name: 'Children', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText(isOver), 'whoever logs out knows').toHaveCount(0);
  await other.waitForURL(/\/login\?redirect=%2Fchildren/);
  await expect(other.getByText(isOver)).toBeVisible();
  await fillLogin(page, account);
  await page.waitForURL('**/dashboard');
  await other.waitForURL('**/children');
  expect(pathOf(other)).toBe('/children');

  await test.step('of somebody else, too: nothing of the first one is shown', async () => {
    const theo = await newAccount(page, 'Theo', 'Marsh');
    await other.goto('/private');
    await expect(other.getByText(account.email)).toBeVisible();
    const answer = await page.request.post('/api/login', { data: { email: theo.email, password: 'Kastanie-Baum-7' } });
    const { token, user } = ((await answer.json()) as { data: { token: string; user: object } }).data;
    await page.evaluate(
      ([key, mine]) => {
        localStorage.setItem('token', key!);
        localStorage.removeItem('profile');
        localStorage.setItem('user', mine!);
      },
      [token, JSON.stringify(user)],
    );
    await expect(other.getByText(theo.email)).toBeVisible();
    await expect(other.getByText(account.email)).toHaveCount(0);
  });
});

test('logging out with posts on their way asks first, and waits for them where that is wanted', async ({ page, accessible }) => {
  const account = await newAccount(page);
  await logIn(page, account, '/dashboard');
  let open = Promise.withResolvers<void>();
  await page.route('**/api/media', async (route) => {
    await open.promise;
    await route.continue().catch(() => undefined);
  });
  const write = async (text: string, picture: string) => {
    await page.getByRole('link', { name: 'What happened today?' }).click();
    await page.getByLabel('What happened?').fill(text);
    await chooseFiles(page.getByRole('button', { name: /^Add/ }), [photo(picture)]);
    await page
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await page.waitForURL('**/dashboard');
  };
  const privatePage = page
    .getByRole('link', { name: /Private/ })
    .filter({ visible: true })
    .first();
  const texts = async () => {
    const answer = await page.request.get('/api/posts', { headers: bearer(account) });
    return ((await answer.json()) as { data: { items: { text: string }[] } }).data.items.map(({ text }) => text);
  };
  await write('First.', 'cake');
  await write('Second.', 'duck');
  await privatePage.click();
  const logOut = page.getByRole('button', { name: 'Log out', exact: true });
  const dialog = page.getByRole('dialog');
  await logOut.click();
  await expect(dialog).toContainText('2 posts are still on their way');
  await accessible(page, { room: true });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  expect(await tokenOf(page)).not.toBe('');
  await logOut.click();
  await dialog.getByRole('button', { name: 'Wait, then log out' }).click();
  await expect(dialog).toContainText('You are logged out as soon as they have arrived.');
  await accessible(page, { room: true });
  open.resolve();
  await page.waitForURL('**/login');
  expect(await texts()).toEqual(expect.arrayContaining(['First.', 'Second.']));

  open = Promise.withResolvers();
  await fillLogin(page, account);
  await page.waitForURL('**/dashboard');
  await write('Third.', 'p5');
  await privatePage.click();
  await logOut.click();
  await expect(dialog).toContainText('A post is still on its way');
  await dialog.getByRole('button', { name: 'Log out and delete it' }).click();
  await page.waitForURL('**/login');
  open.resolve();
  await fillLogin(page, account);
  await expect(page.getByText('First.', { exact: true })).toBeVisible();

  open = Promise.withResolvers();
  await write('Fourth.', 'p6');
  await privatePage.click();
  await logOut.click();
  await expect(dialog).toContainText('A post is still on its way');
  open.resolve();
  await expect(dialog, 'it has left by itself').toBeHidden();
  await logOut.click();
  await page.waitForURL('**/login');
  expect(await texts()).toContain('Fourth.');
});

test('logging out counts comments as well, and what another window has', async ({ page, context, troubles, expectLostStream }) => {
  expectLostStream();
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'The first snow.' });
  await logIn(page, account, `/post/${post}`);
  const other = await context.newPage();
  await other.goto('/treasures/share-something');
  await other.getByLabel('What happened?').fill('Written there.');
  const lost = /api\/posts(\/[^/]+\/comments)?$/;
  for (const window of [page, other])
    await window.route(lost, (route) => (route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback()));
  await other
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await other.waitForURL('**/dashboard');
  await keptOnDevice(other);

  await context.setOffline(true);
  await page.getByLabel('Say something kind').fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('listitem').getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Back' }).click();
  await page
    .getByRole('link', { name: /Private/ })
    .filter({ visible: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(dialog).toContainText('2 posts and comments are still on their way');
  await dialog.getByRole('button', { name: 'Wait, then log out' }).click();
  for (const window of [page, other]) {
    await window.unroute(lost);
    await window.evaluate(() => void dispatchEvent(new Event('online')));
  }
  await page.waitForURL('**/login');
  const arrived = async (path: string) =>
    ((await (await page.request.get(path, { headers: bearer(account) })).json()) as { data: { items: { text: string }[] } }).data.items;
  expect((await arrived('/api/posts')).map(({ text }) => text)).toContain('Written there.');
  expect((await arrived(`/api/posts/${post}/comments`)).map(({ text }) => text)).toEqual(['So white.']);
  forgetAborted(troubles);
});

test('nobody is logged out where the part does not come that knows what waits; a second press tries again', async ({ page, troubles }) => {
  const hears = listening(page);
  await logIn(page, await newAccount(page), '/private');
  await hears;
  await quiet(page);
  const parts = /\/assets\/.*\.js$/;
  let asked = 0;
  await page.route(parts, (route) => {
    asked += 1;
    return route.abort('connectionfailed');
  });
  const logOut = page.getByRole('button', { name: 'Log out', exact: true });
  await logOut.click();
  await expect(toasts(page)).toContainText('That could not be loaded. Please try again.');
  expect(asked).toBeGreaterThan(0);
  expect(await tokenOf(page)).not.toBe('');
  await page.unroute(parts);
  await logOut.click();
  await page.waitForURL('**/login');
  forgetAborted(troubles);
});

test('[S4.14] large type, colours and language stay on the log-in page, though logging out empties local storage', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await logIn(page, account, '/private/profile');
  const html = page.locator('html');
  await test.step('[S4.15] colours that the account cannot keep are shown as before, with the reason', async () => {
    expectRefusal(500);
    await page.route('**/api/profile/update', (route) =>
      route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'Not done.', request_id: 'x' } }),
    );
    await quiet(page);
    await page.getByLabel('Dark').check({ force: true });
    await expect(toasts(page).filter({ hasText: 'Not done.' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
    await expect(page.getByLabel('As the device')).toBeChecked();
    await page.unroute('**/api/profile/update');
    // What is pressed next without being looked at (`force`) may lie below it.
    await toasts(page)
      .getByRole('button', { name: 'Close' })
      .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await expect(toasts(page)).toHaveCount(0);
  });
  // What comes above them, and larger letters, move them from under the pointer.
  await quiet(page);
  await page.getByLabel('Largest').check({ force: true });
  await expect(html).toHaveAttribute('data-text', 'largest');
  await quiet(page);
  await page.getByLabel('Dark').check({ force: true });
  await page.getByLabel('Deutsch').check({ force: true });
  await expect(html).toHaveAttribute('lang', 'de');
  const token = await tokenOf(page);
  const kept = async () => (await (await page.request.get('/api/user', { headers: bearer({ token }) })).json()).data;
  await expect.poll(kept).toMatchObject({ user: { locale: 'de' }, profile: { text_size: 'largest', theme: 'dark' } });
  const hears = listening(page);
  await page.goto('/private');
  await hears;
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL('**/login');
  const looks = async (when: string) => {
    await expect(html, when).toHaveAttribute('data-text', 'largest');
    await expect(html, when).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('heading', { name: 'Schön, dass du wieder da bist' }), when).toBeVisible();
  };
  await looks('after the log-out');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await looks('loaded anew');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.getByLabel(/^E-.?Mail/).fill(account.email);
  await page.getByLabel('Passwort', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL('**/dashboard');
  await page.reload();
  await expect(html).toHaveAttribute('data-text', 'largest');
  await expect(html).toHaveAttribute('data-theme', 'dark');

  const phone = await newPerson();
  await phone.goto('/login');
  await expect(phone.locator('html')).not.toHaveAttribute('data-text', 'largest');
  await fillLogin(phone, account);
  await phone.waitForURL('**/dashboard');
  for (const [name, value] of [
    ['data-text', 'largest'],
    ['data-theme', 'dark'],
    ['lang', 'de'],
  ] as const)
    await expect(phone.locator('html'), 'on another device').toHaveAttribute(name, value);
});
