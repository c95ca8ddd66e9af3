import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { heicPhoto } from '../apps/server/test/photos.ts';
import { chooseFiles } from './choosing.ts';
import { expect, fillLogin, goodPassword, logIn, newAccount, photo, quiet, someEmail, test, toasts } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { tabAndPress, tabTo } from './keyboard.ts';
import { fillDay } from './makers.ts';
import { atRest, boxOf } from './motion.ts';
import { holdBack, watched } from './network.ts';

const otherPassword = 'Pflaumen-Baum-8';

/** Chooses files by a button that opens the system's picker. */
async function choose(page: Page, name: string | RegExp, files: string[]): Promise<void> {
  await chooseFiles(page.getByRole('button', { name }).first(), files);
}

/** A photo that is larger than a portrait is sent, as a camera takes it. */
async function largePhoto(): Promise<string> {
  const path = test.info().outputPath('large.jpg');
  await sharp(photo('p0')).resize(3_000, 2_000, { fit: 'cover' }).toFile(path);
  return path;
}

/** Width and height of the next picture that the page sends in a form: a browser does not tell what is in one that it has sent. */
async function sentPicture(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const { fetch } = window;
        window.fetch = (input, init) => {
          const parts = init?.body instanceof FormData ? [...init.body.values()] : [];
          const file = parts.find((part) => part instanceof File);
          if (file) void createImageBitmap(file).then(({ width, height }) => resolve([width, height]));
          return fetch(input, init);
        };
      }),
  );
}

const stepsDone = (page: Page) => page.getByRole('img', { name: /^Step/ });

test('registering leads through the first steps, which can be left and taken up again', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const email = someEmail('nora');
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Whitlock');
  await page.getByLabel('E-mail').fill(email);
  const rules = page.getByRole('list', { name: 'A good password has' });
  await page.getByLabel('Password', { exact: true }).fill('whitlock2026');
  await expect(rules.getByRole('listitem').filter({ hasText: 'done' }), 'rules are ticked off as one types').toHaveCount(1);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await expect(rules.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(3);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Create my account' }).click();

  await test.step('one: the photo, and not again the name', async () => {
    await expect(page.getByRole('heading', { name: 'A face to your name' })).toBeVisible();
    await expect(stepsDone(page)).toHaveAccessibleName('Step 1 of 3');
    await expect(page.getByText('Your family knows you as Nora Whitlock.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await choose(page, /Choose a photo/, [await largePhoto()]);
    await accessible(page, { room: true });
    const sent = sentPicture(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await sent, 'no more is sent than a portrait needs').toEqual([2_048, 1_365]);
  });

  await test.step('two: the children, with their exact ages', async () => {
    await expect(stepsDone(page)).toHaveAccessibleName('Step 2 of 3');
    await page.getByLabel('Name').fill('Emma');
    await fillDay(page, '2023-02-31');
    await page.getByRole('button', { name: 'Add another child' }).click();
    await expect(page.getByText('is not valid')).toBeVisible();
    await page.getByLabel('Day').fill('12');
    await choose(page, 'Add a photo', [photo('p5')]);
    await page.getByRole('button', { name: 'Add another child' }).click();
    await expect(page.getByText('Relationship Required')).toBeVisible();
    await tabAndPress(page, page.getByRole('group', { name: 'Who is Emma to you?' }).getByRole('button', { name: 'Daughter' }), 'Space');
    await tabAndPress(page, page.getByRole('group', { name: 'Gender' }).getByRole('button', { name: 'Girl' }), 'Space');
    await accessible(page, { room: true });
    await tabAndPress(page, page.getByRole('button', { name: 'Add another child' }));
    await expect(page.getByText('12 February 2023')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');
  });

  await test.step('left, and taken up where nothing has been done yet', async () => {
    await page.goto('/onboarding');
    await expect(stepsDone(page)).toHaveAccessibleName('Step 3 of 3');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('12 February 2023')).toBeVisible();
    await page.getByRole('button', { name: 'Skip for now' }).click();
  });

  const invited = someEmail('ruth');
  await test.step('three: an invitation is written before the address is confirmed, and leaves when it is', async () => {
    await expect(page.getByText(`open the mail we sent to ${email}`)).toBeVisible();
    // By the keyboard alone.
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(invited);
    await tabAndPress(page, page.getByLabel('Relationship'));
    await expect(page.getByRole('option', { name: 'Grandmother' })).toBeVisible();
    await page.keyboard.type('grandm');
    await expect(page.getByRole('option', { name: 'Grandmother' })).toHaveAttribute('data-highlighted');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Relationship')).toContainText('Grandmother');
    await tabTo(page, page.getByLabel('Your message'));
    await page.keyboard.type('Dear Ruth, come and look.');
    await accessible(page, { room: true });
    await tabAndPress(page, page.getByRole('button', { name: 'Keep the invitation ready' }));
    const waiting = page.getByRole('list', { name: 'On their way' }).getByRole('listitem');
    await expect(waiting).toContainText('Leaves when your address is confirmed.');
    await accessible(page, { room: true });
    await test.step('a button that is busy is as wide as before', async () => {
      const done = page.getByRole('button', { name: 'I have done it' });
      const { width } = await boxOf(done);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/user', async (route) => {
        await held;
        await route.fallback();
      });
      await done.click();
      await expect(done).toHaveAttribute('aria-busy', 'true');
      expect((await boxOf(done)).width).toBe(width);
      release();
      await expect(page.getByText('Not confirmed yet. The link is in the mail.')).toBeVisible();
      await expect(done).not.toHaveAttribute('aria-busy');
      await page.unroute('**/api/user');
      await page.route('**/api/user', (route) => route.fulfill({ json: {} }));
      await done.click();
      await expect(toasts(page).filter({ hasText: 'Unexpected API response' }), 'it is not known whether it is confirmed').toBeVisible();
      await page.unroute('**/api/user');
    });
    const token = new URL(linkIn(await mailTo(email, /confirm/i), '/verify-email')).searchParams.get('token');
    const formBelow = async (title: string) => {
      const place = page.locator('div', { has: page.getByRole('heading', { name: title }) }).last();
      const field = await page.getByLabel('E-mail').elementHandle();
      return place.evaluate((one, other) => (other as Element).getBoundingClientRect().top - one.getBoundingClientRect().top, field);
    };
    await atRest(page);
    const before = await formBelow('It leaves when your address is confirmed');
    await page.request.post('/api/verify-email', { data: { token } });
    // The page hears of it.
    await expect(page.getByRole('button', { name: 'Send the invitation' })).toBeVisible();
    await expect.poll(() => formBelow('Your address is confirmed'), 'what is below does not move').toBe(before);
    await expect(page.locator('div:focus'), 'the next Tab goes on from where the button was').toContainText('Your address is confirmed');
    await expect(waiting).toContainText('Grandmother');
    expect((await mailTo(invited, /invites you/)).text).toContain('Dear Ruth, come and look.');
    await accessible(page, { room: true });
    await test.step('what is written and not sent goes before one goes on', async () => {
      const other = someEmail('arthur');
      await page.getByLabel('E-mail').fill(other);
      await page.getByRole('button', { name: 'To my family' }).click();
      await expect(page.getByText('Relationship Required')).toBeVisible();
      await page.getByLabel('Relationship').click();
      await page.getByRole('option', { name: 'Grandfather' }).click();
      await page.getByRole('button', { name: 'To my family' }).click();
      await page.waitForURL('**/dashboard');
      await mailTo(other, /invites you/);
    });
  });
});

test('a forgotten password is chosen anew by a link that works once', async ({ page, accessible, expectRefusal }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  await accessible(page);

  const link = linkIn(await mailTo(account.email, /password/i), '/reset-password');
  await page.goto(link);
  await expect(page.getByText(`For ${account.email}`)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('pflaume');
  await expect(page.getByRole('listitem').filter({ hasText: 'special character' })).toContainText('still open');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(otherPassword);
  await expect(page.getByRole('listitem').filter({ hasText: 'special character' })).toContainText('done');
  await page.getByLabel('Confirm password').fill(otherPassword);
  await accessible(page);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.waitForURL('**/login');
  await fillLogin(page, account, otherPassword);
  await page.waitForURL('**/dashboard');

  expectRefusal(422);
  expectRefusal(410);
  expectRefusal(404);
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid token or request failed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send a new one' })).toBeVisible();
});

test('the profile: photos, words, text size, password and devices', async ({ page, newPerson, accessible, expectRefusal }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const phone = await newPerson();
  await logIn(phone, account, '/private');
  await logIn(page, account, '/private/profile');

  await test.step('what one says about oneself', async () => {
    await choose(page, 'Add a photo', [photo('p0')]);
    await page.getByLabel('Phone').fill('+1 555 010 4477');
    await page.getByLabel('About you').fill('Mother of two, keeper of the shoebox with the old photos.');
    await page.getByLabel('Day').fill('4');
    const month = page.getByRole('combobox', { name: 'Month' });
    await month.focus();
    // Its list is made once it has the focus.
    await expect(page.getByRole('option', { name: 'March', includeHidden: true })).toBeAttached();
    await page.keyboard.type('mar');
    await expect(month).toHaveText('March');
    // As a browser fills in what it knows of somebody.
    await page.locator('input[autocomplete="bday-month"]').fill('4', { force: true });
    await expect(month).toHaveText('April');
    await page.getByLabel('Year').fill('1991');
    await expect(page.getByText(/years old.*gather wishes/)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasts(page).filter({ hasText: 'Your profile is saved' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 010 4477');
    await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').images.length);
    expect(kept, 'the first image is the user’s').toBe(1);
  });

  await test.step('text size and colours change at once and stay', async () => {
    // What comes above them, and larger letters, move them from under the pointer.
    await quiet(page);
    await page.getByLabel('Largest').check({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-text', 'largest');
    await quiet(page);
    await page.getByLabel('Dark').check({ force: true });
    await accessible(page, { room: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await quiet(page);
    await page.getByRole('radio', { name: 'Normal' }).check({ force: true });
    await expect(page.locator('html')).not.toHaveAttribute('data-text', 'largest');
    await quiet(page);
    await page.getByLabel('As the device').check({ force: true });
  });

  await test.step('other devices are signed out', async () => {
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    // The other device hears of its end at once, and what it was asking for is refused.
    expectRefusal(401);
    const letThrough = await holdBack(page, '**/api/sessions/*');
    // The phone, and where the account was made.
    const ends = page.getByRole('button', { name: /^End / });
    await ends.nth(0).click();
    await ends.nth(1).click();
    await expect(ends.nth(0), 'each says that it is being ended').toHaveAttribute('aria-busy', 'true');
    await expect(ends.nth(1)).toHaveAttribute('aria-busy', 'true');
    letThrough();
    await expect(ends).toHaveCount(0);
    await expect(toasts(page).filter({ hasText: 'is signed out' }).first()).toBeVisible();
    await expect(page.locator('#devices h2'), 'the focus does not go with the button').toBeFocused();
    const answer = await phone.evaluate(() =>
      fetch('/api/user', { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } }).then(({ status }) => status),
    );
    expect(answer).toBe(401);
  });

  await test.step('the password, where the old one is right', async () => {
    expectRefusal(422);
    await page.getByLabel('Current password').fill('Something-else-1');
    await page.getByLabel('New password').fill(otherPassword);
    await page.getByLabel('Confirm password').fill(otherPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('New password')).toHaveValue(otherPassword);
    await page.getByLabel('Current password').fill(goodPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toasts(page).filter({ hasText: 'Your password is changed' })).toBeVisible();
  });
});

test('a new address is in force once its link is opened, and a portrait is kept that the browser cannot draw', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  const next = someEmail('nora-new');
  await logIn(page, account, '/private/profile');
  await test.step('[S5.17] a portrait may be one that the browser cannot draw', async () => {
    const portrait = page.getByRole('group', { name: 'Your photo' });
    await choose(page, 'Add a photo', [heicPhoto]);
    await expect(portrait.getByText('This browser cannot show this photo.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(portrait.locator('img').first()).toHaveAttribute('src', /portraits/);
    await expect(portrait.getByText('This browser cannot show this photo.')).toHaveCount(0);
  });
  await expect(page.getByRole('button', { name: 'Change the address' })).toBeVisible();
  // Nothing comes above it any more that would move it from under the pointer.
  await quiet(page);
  await page.getByRole('button', { name: 'Change the address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New e-mail').fill(next);
  expectRefusal(422);
  expectRefusal(401);
  await dialog.getByLabel('Password', { exact: true }).fill('Something-else-1');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await accessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  const changes = watched(page, '/api/change-email');
  await test.step('who thinks better of it while the password is looked at keeps the old one', async () => {
    const letThrough = await holdBack(page, '**/api/confirm-password');
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await dialog.getByRole('button', { name: 'Keep the old one' }).click();
    await expect(dialog).toBeHidden();
    const answered = page.waitForResponse('**/api/confirm-password');
    letThrough();
    await (await answered).finished();
    await page.getByRole('button', { name: 'Change the address' }).click();
    await expect(dialog.getByLabel('New e-mail'), 'what was typed is there again').toHaveValue(next);
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  });
  const letOut = await holdBack(page, '**/api/change-email');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByRole('button', { name: 'Keep the old one' }), 'the link is being sent').toBeDisabled();
  letOut();
  await expect(dialog).toBeHidden();
  expect(changes).toHaveLength(1);
  await page.goto(linkIn(await mailTo(next, /./), '/verify-email'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText(`${next} is confirmed`)).toBeVisible();
  await accessible(page);
});

test('deleting the account says what happens, wants the password, and leaves nothing behind', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  await logIn(page, account, '/private');
  await page.getByRole('link', { name: /Export everything/ }).click();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await quiet(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('The Whitlock family: it disappears with you, and everything in it.');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  await test.step('who thinks better of it while the password is looked at keeps it', async () => {
    const deletions = watched(page, '/api/delete_account');
    const letThrough = await holdBack(page, '**/api/confirm-password');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await expect(dialog).toBeHidden();
    const answered = page.waitForResponse('**/api/confirm-password');
    letThrough();
    await (await answered).finished();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
    expect(deletions).toEqual([]);
  });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/home');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expectRefusal(401);
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(account.email);
});
