import type { Page } from '@playwright/test';
import { expect, goodPassword, keptOnDevice, linkIn, logIn, mailTo, newAccount, photo, test } from './fixture.ts';
import { addChild, share } from './makers.ts';

// What somebody has begun to write is there again when the page is loaded anew, until it is sent or thrown away.

const again = async (page: Page) => {
  await keptOnDevice(page);
  await page.reload();
};
const note = (page: Page) => page.getByText('You began this before, and it is still here.');
const name = (page: Page) => page.getByLabel('Name', { exact: true });

test('[S4.8] registration keeps what was typed, and no password; what was sent is gone', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('E-mail').fill('nora@whitlock.example');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await again(page);
  await expect(page.getByLabel('First name')).toHaveValue('Nora');
  await expect(page.getByLabel('E-mail')).toHaveValue('nora@whitlock.example');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(note(page)).toBeVisible();
  expect(await stored(page)).not.toContain(goodPassword);
  const there = await page.getByLabel('First name').boundingBox();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(note(page)).toBeHidden();
  expect(await page.getByLabel('First name').boundingBox(), 'nothing moves as the note goes').toEqual(there);
  await again(page);
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeEnabled();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('[S3.17] the first steps, a person and an invitation keep what was typed, until the session is ended', async ({ page }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const token = new URL(linkIn(await mailTo(account.email, /confirm/i), '/verify-email')).searchParams.get('token');
  await page.request.post('/api/verify-email', { data: { token } });
  await logIn(page, account, '/onboarding?step=you');
  await page.locator('input[type="file"]').setInputFiles(photo('p1'));
  const own = page.getByRole('group', { name: 'Your photo' }).locator('img');
  await expect(own).toHaveAttribute('src', /^blob:/);
  await again(page);
  await expect(own).toHaveAttribute('src', /^blob:/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await name(page).fill('Emma');
  await page.getByLabel('Day', { exact: true }).fill('12');
  const draft = page.getByRole('group', { name: 'Emma' });
  await draft.locator('input[type="file"]').setInputFiles(photo('p0'));
  await expect(draft.locator('img')).toHaveAttribute('src', /^blob:/);
  await again(page);
  await expect(draft.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(name(page)).toHaveValue('Emma');
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('12');
  await page.goto('/onboarding?step=you');
  await expect(own, 'saved, and no draft any more').toHaveAttribute('src', /^http/);
  await expect(note(page)).toHaveCount(0);

  await page.goto('/children?add=1');
  await name(page).fill('Leo');
  await page.getByRole('button', { name: 'Son', exact: true }).click();
  await again(page);
  await expect(name(page)).toHaveValue('Leo');
  await expect(page.getByRole('button', { name: 'Son', exact: true })).toHaveAttribute('aria-pressed', 'true');

  const person = await addChild(page, account, { name: 'Emma' });
  await page.goto(`/children/childDetail/${person}?edit=1`);
  await name(page).fill('Emma Rose');
  await again(page);
  await expect(name(page)).toHaveValue('Emma Rose');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.goto(`/children/childDetail/${person}?edit=1`);
  await expect(name(page), 'closing throws it away').toHaveValue('Emma');

  await page.goto('/onboarding?step=invite');
  await page.getByLabel('Your message').fill('Dear Ruth,\n\nEmma’s drawings are in here.');
  await again(page);
  await expect(page.getByLabel('Your message')).toHaveValue('Dear Ruth,\n\nEmma’s drawings are in here.');

  await page.goto('/private');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname !== '/private');
  await logIn(page, account, '/onboarding?step=invite');
  await expect(page.getByLabel('Your message')).toHaveValue('');
});

test('a moment, a section and a comment keep what was typed', async ({ page }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await addChild(page, account, { name: 'Emma' });
  const post = await share(page, account, { text: 'Soup' });
  await logIn(page, account, `/post/${post}`);
  const comment = page.getByRole('textbox', { name: 'Say something kind' });
  await comment.fill('How lovely this');
  await again(page);
  await expect(comment).toHaveValue('How lovely this');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your comment is there')).toBeAttached();
  await expect(comment).toHaveValue('');
  await again(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'How lovely this' })).toBeVisible();
  await expect(comment).toHaveValue('');

  await page.goto('/private/additional-information/emma/health?edit=1');
  const words = page.getByRole('textbox', { name: 'Notes' });
  await words.fill('Peanuts make her ill.');
  await again(page);
  await expect(words).toHaveValue('Peanuts make her ill.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Peanuts make her ill.')).toBeVisible();
  await page.goto('/private/additional-information/emma/health?edit=1');
  await expect(words).toHaveValue('Peanuts make her ill.');

  await page.goto('/private/meaningful-moments/emma?add=own');
  const story = page.getByRole('textbox', { name: 'The story' });
  await story.fill('Four steps, from the chair to me.');
  await again(page);
  await expect(story).toHaveValue('Four steps, from the chair to me.');
});

/** All that is kept in databases of this device, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [];
    for (const { name: database = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(database);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const shelf of db.objectStoreNames)
        found.push(
          await new Promise((resolve) => {
            const all = db.transaction(shelf).objectStore(shelf).getAll();
            all.addEventListener('success', () => resolve(all.result));
          }),
        );
      db.close();
    }
    return JSON.stringify(found);
  });
