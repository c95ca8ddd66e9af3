import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import yauzl from 'yauzl';
import { expect, goodPassword, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { mailTo } from './mails.ts';
import { atRest } from './motion.ts';
import type { Account } from './fixture.ts';

const bearer = (account: Account) => ({ authorization: `Bearer ${account.token}` });

async function share(page: Page, account: Account, text: string): Promise<void> {
  const file = { name: 'beach.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo('beach')) };
  const answer = await page.request.post('/api/posts', { headers: bearer(account), multipart: { text, 'images[0]': file } });
  expect(answer.status()).toBe(201);
}

/** The files of a ZIP on the disk, by their names. */
async function filesIn(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.openPromise(path, { strictFileNames: true });
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

test('everything is taken along: started, fetched, and opened without us; then offered before the account goes', async ({
  page,
  accessible,
  context,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await share(page, account, 'The sun, behind the sea.');
  await logIn(page, account, '/private/profile#export');
  const section = page.locator('#export');
  await expect(section.getByRole('button', { name: 'Start the export' })).toBeVisible();

  await quiet(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Take your export first: it holds everything you may see')).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Take my export first' }).click();
  await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeHidden();
  await expect(section.getByText(/Export in progress|Your export is ready/)).toBeVisible();
  await expect(section.getByText('Your export is ready')).toBeVisible({ timeout: 60_000 });
  await accessible(page, { room: true });
  const mail = await mailTo(account.email, /export is ready/);
  expect(mail.text).toContain('/private/profile#export');

  const downloading = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^heartwood-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = await filesIn(await download.path());
  const names = [...files.keys()];
  const pageName = names.find((name) => name.endsWith('/posts.html'))!;
  const picture = names.find((name) => /\/media\/[\d-]+-beach\.jpg$/.test(name))!;
  expect(files.get(picture)!.equals(await readFile(photo('beach')))).toBe(true);

  // The page is readable by itself: served here from the archive's bytes alone.
  const reader = await context.newPage();
  await reader.route('http://archive.example/**', (route) => {
    const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
    const body = files.get(name);
    const contentType = name.endsWith('.html') ? 'text/html' : 'image/jpeg';
    return body ? route.fulfill({ body, contentType }) : route.fulfill({ status: 404 });
  });
  await reader.goto(`http://archive.example/${pageName}`);
  await expect(reader.getByText('The sun, behind the sea.')).toBeVisible();
  const image = reader.getByRole('img', { name: 'beach.jpg' });
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await accessible(reader, { room: true });
  await reader.getByRole('link', { name: 'Back' }).click();
  await expect(reader.getByRole('link', { name: 'Posts (1)' })).toBeVisible();
  await reader.close();

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your export is ready. Take it with you first.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download my export' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/home');
});

test('who has not given their password lately is asked for it first; how far it is can be seen', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(403);
  const account = await newAccount(page);
  await logIn(page, account, '/private/profile#export');
  let times = 0;
  await page.route('**/api/export', async (route) => {
    if (route.request().method() === 'POST') {
      times += 1;
      if (times > 1) return route.fallback();
      const refusal = {
        success: false,
        status_code: 'confirmation_required',
        message: 'Please confirm your password first.',
        request_id: 'x',
      };
      return route.fulfill({ status: 403, json: refusal });
    }
    return route.fallback();
  });
  const section = page.locator('#export');
  await expect(section.getByRole('button', { name: 'Start the export' })).toBeVisible();
  await quiet(page);
  await section.getByRole('button', { name: 'Start the export' }).click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await accessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  // The answer comes before the dialog has closed.
  await atRest(page);
  await page.addStyleTag({ content: ':root { --hw-dur-3: 3s !important }' });
  await dialog.getByRole('button', { name: 'Start the export' }).click();
  const heading = section.getByRole('heading', { level: 2 });
  await expect(heading, 'what was pressed has gone').toBeFocused();
  await expect(page.locator('[role="dialog"]')).toHaveCount(0);
  await expect(heading, 'also once the dialog has').toBeFocused();
  await expect(section.getByText('Your export is ready')).toBeVisible({ timeout: 60_000 });

  const none = { path: null, size: null, reason: null, started_at: null, ready_at: null, ends_at: null };
  await page.route('**/api/export', (route) =>
    route.fulfill({ json: { success: true, data: { ...none, state: 'running', progress: 0.62 } } }),
  );
  await page.reload();
  await expect(section.getByRole('progressbar', { name: 'Export' })).toHaveAttribute('aria-valuenow', '62');
  await expect(section.getByText('We’ll mail you when the archive is ready.')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Take your export first, it is 62% done.')).toBeVisible();
});
