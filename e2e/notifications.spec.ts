import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, joinFamily, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { holdBack } from './network.ts';
import { listening } from './running-app.ts';
import { tryAgain } from './without-network.ts';
import type { Account } from './fixture.ts';
import { askQuestion, bearer, comment, share, upload } from './makers.ts';

// Who is told of what: at the bell, in the title, on the page; and it is read everywhere at once.

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications(, \d+ new)?$/ });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const unread = (page: Page) => rows(page).filter({ has: page.getByRole('img', { name: 'Unread' }) });
const heart = (page: Page, by: Account, post: string) => page.request.put(`/api/posts/${post}/heart`, { headers: bearer(by) });

/** A mother with her mother-in-law; what told of her coming is read. */
async function family(page: Page): Promise<{ nora: Account; ruth: Account }> {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  await readAll(page, nora);
  return { nora, ruth };
}

/** Marks all as read once so many lines are told of. */
async function readAll(page: Page, by: Account): Promise<void> {
  const unreadCount = async () =>
    ((await (await page.request.get('/api/notifications', { headers: bearer(by) })).json()) as { data: { unread_count: number } }).data
      .unread_count;
  await expect.poll(unreadCount, { timeout: 20_000, intervals: [50, 100] }).toBe(1);
  await page.request.post('/api/notifications/read', { headers: bearer(by), data: {} });
}

/** The family somebody is in. */
async function familyOf(page: Page, by: Account): Promise<string> {
  const answer = await page.request.get('/api/user', { headers: bearer(by) });
  const { families } = ((await answer.json()) as { data: { families: { id: string; current: boolean }[] } }).data;
  return families.find(({ current }) => current)!.id;
}

/** Takes somebody out of a family. */
async function removeFrom(family: string, page: Page, by: Account, who: Account): Promise<void> {
  const answer = await page.request.delete(`/api/families/${family}/members/${who.userId}`, { headers: bearer(by) });
  expect(answer.status(), 'removing').toBe(200);
}

test('what concerns somebody shows at the bell as it happens; a tap leads there, and it is read on every device', async ({
  page,
  newPerson,
  accessible,
}) => {
  test.setTimeout(120_000);
  const { nora, ruth } = await family(page);
  // After what told of Ruth is read: of both it would be told in one line.
  const arthur = await joinFamily(page, nora, 'Arthur Berg', 'relative');
  await readAll(page, nora);
  const post = await share(page, nora, { text: 'Emma and the pancakes.', media_ids: [await upload(page, nora, photo('pancakes'))] });
  await logIn(page, nora, '/dashboard');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const other = await newPerson();
  await logIn(other, nora, '/faq');

  await heart(page, ruth, post);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(other).toHaveTitle(/^\(1\) /);
  await heart(page, arthur, post);
  await comment(page, arthur, post, { text: 'Save me one' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
  await accessible(page, { dark: true, room: true });

  await bell(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Today']);
  await expect(unread(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Arthur commented on your photo');
  await expect(rows(page).first()).toContainText('“Save me one”');
  await expect(rows(page).nth(1)).toContainText('Arthur and Ruth love your photo');
  await expectNoOverflow(page);
  await accessible(page, { dark: true, room: true });

  await unread(page).first().click();
  await page.waitForURL(`**/post/${post}`);
  await expect(page.getByText('Save me one')).toBeVisible();
  await expect(other).toHaveTitle(/^\(1\) /);
  await page.goBack();
  await expect(unread(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(unread(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Everything is marked as read.' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await expect(other).toHaveTitle(/^Questions/);
  await accessible(page, { room: true });
  await page.getByRole('link', { name: 'Back to your family' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('a question leads to where it is answered, somebody who joins to the family; by keyboard', async ({ page }) => {
  test.setTimeout(120_000);
  const { nora, ruth } = await family(page);
  await askQuestion(page, ruth, { text: 'Who taught you to swim?' });
  await joinFamily(page, nora, 'Hanna Lund', 'relative');
  await logIn(page, nora, '/private/notifications');
  await expect(unread(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Hanna' })).toContainText(/Hanna.* joined your family/);
  const asked = rows(page).filter({ hasText: 'Ruth asks you something' });
  await asked.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/treasures/ask-family?question=*');
  await expect(page.getByText('Who taught you to swim?').first()).toBeVisible();
  await page.goBack();
  await rows(page).filter({ hasText: 'Hanna' }).click();
  await page.waitForURL('**/private/family');
});

/** Empties what is kept on the device of what pages have loaded. */
const forgetKept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('heartwood kept'));
    await Promise.all(names.map((name) => new Promise((done) => (indexedDB.deleteDatabase(name).onsuccess = done))));
  });

test('nothing yet, nothing without a network, and what could not be loaded, each with what is next', async ({
  page,
  context,
  accessible,
  expectRefusal,
  expectLostStream,
}) => {
  expectRefusal(503);
  expectLostStream();
  const nora = await newAccount(page);
  await logIn(page, nora, '/private/notifications');
  await expect(page.getByRole('heading', { level: 2, name: 'Nothing new yet' })).toBeVisible();

  const answer = { success: false, status_code: 'unavailable', message: 'Away', request_id: 'x' };
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 503, json: answer }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('What has happened could not be loaded.');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await accessible(page);
  await page.unroute('**/api/notifications?*');
  await tryAgain(page, page.getByRole('heading', { level: 2, name: 'Nothing new yet' }));

  // Without a network, and with nothing kept on the device, the page comes from what is there already: its list is asked for when there is one.
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 503, json: answer }));
  await page.goto('/dashboard');
  await quiet(page);
  const part = page.waitForResponse(/\/assets\/notifications-.*\.js$/);
  await bell(page).hover();
  await part;
  await quiet(page);
  await forgetKept(page);
  await context.setOffline(true);
  await bell(page).click();
  await expect(page.getByText('You are offline. What has happened will stand here once there is a network.')).toBeVisible();
  await accessible(page);
  await page.unroute('**/api/notifications?*');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 2, name: 'Nothing new yet' })).toBeVisible();

  await test.step('a long title stays on one line, whatever the size of the text', async () => {
    const data = { locale: 'de' };
    expect((await page.request.post('/api/profile/update', { headers: bearer(nora), data })).status()).toBe(200);
    await logIn(page, nora, '/private/notifications');
    const title = page.getByRole('heading', { level: 1, name: 'Benachrichtigungen' });
    await expect(title).toBeVisible();
    await quiet(page);
    await page.locator('html').evaluate((root) => root.setAttribute('data-text', 'largest'));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(title).toBeVisible();
      const lines = await title.evaluate((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight));
      expect(lines, `lines at ${width} pixels`).toBeLessThan(1.5);
      await expectNoOverflow(page);
    }
  });
});

test('what is marked as read stays so where the lines are asked for while that is on its way', async ({ page }) => {
  const { nora, ruth } = await family(page);
  await heart(page, nora, await share(page, ruth, { text: 'The first snow.' }));
  const hears = listening(page);
  await logIn(page, ruth, '/private/notifications');
  await hears;
  await expect(unread(page)).toHaveCount(1);
  const release = await holdBack(page, '**/api/notifications/read');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(unread(page)).toHaveCount(0);
  const before = await rows(page).count();
  await share(page, nora, { text: 'The second snow.' });
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(unread(page)).toHaveCount(0);

  release();
  await quiet(page);
  await expect(unread(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(unread(page)).toHaveCount(0);
});

/** Somebody who is in a second family, and is told of what was shared in the first. */
async function toldOfAnother(page: Page): Promise<Account> {
  const { nora, ruth } = await family(page);
  const made = await page.request.post('/api/families', { headers: bearer(ruth), data: { name: 'The Bergs' } });
  expect(made.status()).toBe(201);
  await share(page, nora, { text: 'The first snow.' });
  return ruth;
}

test('what is told of another family leads there, into that family', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, await toldOfAnother(page), '/private/notifications');
  await expect(unread(page)).toHaveCount(1);
  await expect(unread(page)).toContainText('The Whitlock family');
  const line = rows(page).first();
  const chosen: string[] = [];
  page.on('request', (request) => request.url().endsWith('/current') && chosen.push(request.url()));
  const letThrough = await holdBack(page, '**/api/families/*/current');
  await line.click();
  await expect(line, 'until one is there').toHaveAttribute('data-pending');
  await line.click();
  letThrough();
  await page.waitForURL('**/post/*');
  await expect(page.getByText('The first snow.').first()).toBeVisible();
  await expect(page.getByText('Nora').first()).toBeVisible();
  expect(chosen).toHaveLength(1);
});

test('what is told of another family leads there also before it is known in which families one is', async ({ page }) => {
  const ruth = await toldOfAnother(page);
  const until = await familyOf(page, ruth);
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await logIn(page, ruth, '/private/notifications');
  await expect(unread(page)).toHaveCount(1);
  await expect(unread(page)).not.toContainText('The Whitlock family');
  await unread(page).click();
  asked.resolve();
  await page.waitForURL('**/post/*');
  await expect(page.getByText('The first snow.').first()).toBeVisible();
  expect(await familyOf(page, ruth), 'one has gone into the other family').not.toBe(until);
});

test('whoever is taken out of a family is shown nothing more of it, on pages that are open, too', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const { nora, ruth } = await family(page);
  await share(page, nora, { text: 'The first snow.' });
  await logIn(page, ruth, '/private/notifications');
  await expect(unread(page)).toContainText('Nora shared a few lines');
  const home = await newPerson();
  await logIn(home, ruth, '/dashboard');
  await expect(bell(home)).toHaveAccessibleName('Notifications, 1 new');
  await quiet(home);
  const away = await newPerson();
  await logIn(away, ruth, '/private');
  await away.goto('about:blank');

  await removeFrom(await familyOf(page, nora), page, nora, ruth);
  await expect(page.getByRole('heading', { level: 2, name: 'Nothing new yet' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Notifications/);
  await home.waitForURL('**/private');
  await expect(home.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toBeVisible();
  await expect(home).toHaveTitle(/^Private/);
  await expect(home.getByText('The first snow.')).toHaveCount(0);
  expectRefusal(404);
  // Who they are is answered before what the page is made of is refused.
  const knownFamily = () =>
    away
      .evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { current_family_id?: string | null }).current_family_id)
      // The page may be loaded anew meanwhile.
      .catch(() => undefined);
  await away.route(/\/api\/(?!families|user|profile|events)/, async (route) => {
    await expect.poll(knownFamily).toBeNull();
    await route.continue();
  });
  await away.goto('/dashboard');
  await away.waitForURL('**/private');
  await expect(away.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toBeVisible();
  // Every page that needs a family leads to where one is started or joined.
  for (const path of ['/dashboard', '/children', '/onboarding']) {
    await home.goto(path);
    await home.waitForURL('**/private');
    await expect(home.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toBeVisible();
  }
  await home.getByRole('link', { name: 'I have an invitation' }).click();
  await expect(home.getByRole('heading', { level: 1, name: 'You have an invitation' })).toBeVisible();
  await home.getByRole('link', { name: 'Start a family' }).click();
  await home.getByRole('button', { name: 'Start a family' }).click();
  await expect(home.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toHaveCount(0);
  await home.goto('/dashboard');
  await expect(bell(home)).toBeVisible();
});

test('whoever goes on in a family of their own is shown nothing more of the one they are taken out of', async ({ page }) => {
  test.setTimeout(120_000);
  const { nora, ruth } = await family(page);
  const left = await familyOf(page, nora);
  expect((await page.request.post('/api/families', { headers: bearer(ruth), data: { name: 'The Bergs' } })).status()).toBe(201);
  expect((await page.request.post(`/api/families/${left}/current`, { headers: bearer(ruth) })).status()).toBe(200);
  await share(page, nora, { text: 'The first snow.' });
  await logIn(page, ruth, '/private/notifications');
  await expect(unread(page)).toContainText('The Whitlock family');

  await removeFrom(left, page, nora, ruth);
  await expect(page.getByRole('heading', { level: 2, name: 'Nothing new yet' })).toBeVisible();
  await expect(page).toHaveTitle(/^Notifications/);
  await page.getByRole('link', { name: 'Back to your family' }).click();
  await expect(page.getByText('The first snow.')).toHaveCount(0);
});

test('what reaches somebody is chosen in the profile, kept at once, and still chosen after a reload @browser', async ({
  page,
  accessible,
  expectLostStream,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  const kept = async () =>
    (
      (await (await page.request.get('/api/notification-preferences', { headers: bearer(nora) })).json()) as {
        data: {
          preferences: {
            kinds: Record<string, { push: boolean; email: string }>;
            quiet_hours: { until: string } | null;
            importance: number;
            visibility: number;
          };
        };
      }
    ).data.preferences;
  await logIn(page, nora, '/private/profile#notifications');
  const section = page.locator('#notifications');
  const letters = section.getByRole('combobox', { name: 'Letters by e-mail' });
  await expect(letters).toHaveText('Different for each kind');

  await letters.click();
  await page.getByRole('option', { name: 'One letter a week' }).click();
  await expect(section.getByRole('status')).toHaveText('Saved');
  expect((await kept()).kinds).toMatchObject({ post: { email: 'weekly' }, heart: { email: 'weekly' }, subscription: { email: 'off' } });

  const quietHours = section.getByRole('switch', { name: 'Quiet hours' });
  await quietHours.press('Space');
  await expect(quietHours).not.toBeChecked();
  await expect.poll(async () => (await kept()).quiet_hours).toBeNull();
  await quietHours.press('Space');
  await section.getByRole('combobox', { name: 'Until' }).click();
  await page.getByRole('option', { name: '09:00' }).click();
  await expect.poll(async () => (await kept()).quiet_hours?.until).toBe('09:00');

  await section.getByRole('combobox', { name: 'How loud' }).press('Enter');
  await expect(page.getByRole('option', { name: /^Normal/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Loud/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(section.getByRole('combobox', { name: 'How loud' })).toBeFocused();
  await expect.poll(async () => (await kept()).importance).toBe(4);
  await section.getByRole('combobox', { name: 'On a locked screen' }).click();
  await page.getByRole('option', { name: 'Nothing' }).click();
  await expect.poll(async () => (await kept()).visibility).toBe(-1);
  await expect(section.getByRole('switch', { name: /Tell me on this device/ })).toBeVisible();

  await section.getByText('Choose for each kind').click();
  await section.getByRole('switch', { name: 'Hearts: on your devices' }).press('Space');
  await expect.poll(async () => (await kept()).kinds['heart']?.push).toBe(true);
  await expectNoOverflow(page);
  await accessible(page, { dark: true });

  await page.reload();
  await expect(letters).toHaveText('One letter a week');
  await expect(section.getByRole('combobox', { name: 'Until' })).toHaveText('09:00');
  await expect(section.getByRole('combobox', { name: 'How loud' })).toHaveText('Loud');

  // Without a network it is said, and what was chosen before stays.
  await quiet(page);
  await page.context().setOffline(true);
  await letters.click();
  await page.getByRole('option', { name: 'None' }).click();
  await expect(toasts(page).filter({ hasText: 'offline' })).toBeVisible();
  await expect(letters).toHaveText('One letter a week');
  await page.context().setOffline(false);
});

test('a choice stays while it is on its way, also where what was chosen before is asked for meanwhile', async ({ page }) => {
  const { nora, ruth } = await family(page);
  const hears = listening(page);
  await logIn(page, nora, '/private/profile#notifications');
  await hears;
  const section = page.locator('#notifications');
  const quietHours = section.getByRole('switch', { name: 'Quiet hours' });
  await quietHours.press('Space');
  await expect(quietHours).not.toBeChecked();
  await quiet(page);

  const held = Promise.withResolvers<void>();
  await page.route('**/api/notification-preferences', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.continue();
  });
  await quietHours.press('Space');
  await section.getByRole('combobox', { name: 'Until' }).click();
  const older = page.waitForResponse((answer) => answer.url().endsWith('-preferences') && answer.request().method() === 'GET');
  // What is told of somebody who has left goes: all of what reaches one is asked for anew.
  await removeFrom(await familyOf(page, nora), page, nora, ruth);
  await (await older).finished();
  await expect(quietHours).toBeChecked();
  await page.getByRole('option', { name: '09:00' }).click();
  held.resolve();
  await quiet(page);
  await expect(section.getByRole('combobox', { name: 'Until' })).toHaveText('09:00');
  await page.reload();
  await expect(section.getByRole('combobox', { name: 'Until' })).toHaveText('09:00');
});

test('a list stays open where the page moves between the press and its end', async ({ page }) => {
  await logIn(page, await newAccount(page), '/private/profile');
  const section = page.locator('#notifications');
  const letters = section.getByRole('combobox', { name: 'Letters by e-mail' });
  await quiet(page);
  await letters.scrollIntoViewIfNeeded();
  const box = (await letters.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await section.evaluate((element: HTMLElement) => (element.style.paddingBlockStart = '120px'));
  await expect(page.getByRole('option', { name: 'One letter a week' })).toBeVisible();
  await page.mouse.up();
  await page.getByRole('option', { name: 'One letter a week' }).click();
  await expect(letters).toHaveText('One letter a week');
});
