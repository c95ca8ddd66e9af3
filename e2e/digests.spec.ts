import type { Page } from '@playwright/test';
import { toldEarlier, writeLetters } from './database.ts';
import { expect, expectNoOverflow, joinFamily, newAccount, photo, quiet, test, type Account } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { bearer, share, upload } from './makers.ts';

/** A relative who wants to be told at once what is shared, with the mail of a photo. */
async function lettered(page: Page): Promise<{ ruth: Account; mail: { text: string; html: string } }> {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const data = { kinds: { post: { email: 'instant' } }, quiet_hours: null };
  expect((await page.request.put('/api/notification-preferences', { headers: bearer(ruth), data })).status()).toBe(200);
  await share(page, nora, { text: 'Plums again', media_ids: [await upload(page, nora, photo('beach'))] });
  const unread = async () => (await (await page.request.get('/api/notifications', { headers: bearer(ruth) })).json()).data.unread_count;
  await expect.poll(unread, { timeout: 30_000 }).toBe(1);
  await toldEarlier(ruth);
  await writeLetters();
  let mail = { text: '', html: '' };
  await expect(async () => void (mail = await mailTo(ruth.email, /something new from your family/))).toPass({ timeout: 60_000 });
  return { ruth, mail };
}

const emailOf = async (page: Page, who: Account): Promise<string> =>
  (await (await page.request.get('/api/notification-preferences', { headers: bearer(who) })).json()).data.preferences.kinds.post.email;

test('a mail tells what was shared, and is stopped and had again by the link in it', async ({ page, accessible }) => {
  test.setTimeout(240_000);
  const { ruth, mail } = await lettered(page);
  expect(mail.text).toContain('Nora Whitlock shared a photo');
  expect(mail.text).toContain('Plums again');

  await test.step('the mail fits narrow and wide readers, light and dark', async () => {
    const size = page.viewportSize();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 900]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        // What is sent along is not on the page.
        await page.setContent(mail.html.replaceAll(/src="cid:[^"]*"/g, ''));
        await expectNoOverflow(page);
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size!);
  });

  await page.goto(linkIn(mail, '/unsubscribe'));
  await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible();
  expect(await emailOf(page, ruth)).toBe('instant');
  await accessible(page);
  await page.getByRole('button', { name: 'Stop these mails' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You get no mail at once any more.')).toBeVisible();
  expect(await emailOf(page, ruth)).toBe('off');
  await accessible(page);
  await page.getByRole('button', { name: 'Have them again' }).click();
  await expect(page.getByRole('heading', { name: 'As before' })).toBeVisible();
  expect(await emailOf(page, ruth)).toBe('instant');
});

test('a link that is not whole says so, and one without a network can be tried again', async ({
  page,
  expectRefusal,
  expectLostStream,
}) => {
  await page.goto('/unsubscribe');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.goto('/unsubscribe?token=half');
  await expect(page.getByRole('button', { name: 'Stop these mails' })).toBeVisible();
  await quiet(page);
  expectLostStream();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  expectRefusal(404);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose what reaches you' })).toHaveAttribute('href', '/private/profile#notifications');
});
