import type { Page } from '@playwright/test';
import { expect, goodPassword, newAccount, signIn, someEmail, test as base, toasts } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import type { Account } from './fixture.ts';
import { keys, kept } from './local-storage.ts';
import { bearer } from './makers.ts';

// Links of mails: what keeps them from being looked at says nothing about them, and nothing that was typed goes.

const notOpen = 'This invitation is not open any more';

/** What fails while there is no network is no error: the journey says so itself. */
const test = base.extend({
  page: async ({ page, troubles }, use) => {
    await use(page);
    troubles.splice(0, Infinity, ...troubles.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')));
  },
});

/** The link of an invitation that an account has sent. */
async function invitation(page: Page, by: Account): Promise<string> {
  const token = new URL(linkIn(await mailTo(by.email, /confirm/i), '/verify-email')).searchParams.get('token');
  await page.request.post('/api/verify-email', { data: { token } });
  const email = someEmail('ruth');
  const data = { email, name: 'Ruth Whitlock', relationship_id: 11, role: 'relative' };
  const sent = await page.request.post('/api/send-account-invitation', { headers: bearer(by), data });
  expect(sent.status(), 'inviting').toBe(201);
  return linkIn(await mailTo(email, /invit/i), '/invitation');
}

const refusal = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, status_code: code, message: 'Said by the server', request_id: 'abcdef12' }),
});

test('a link to an invitation, and its code, are as good as before where nobody could look at them; accepting it keeps what was typed', async ({
  page,
  context,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  for (const status of [410, 429, 500, 503]) expectRefusal(status);
  const link = await invitation(page, await newAccount(page));

  await test.step('a code is refused in the words for it, and it is said why', async () => {
    await page.goto('/invite');
    await page.getByLabel(/code/i).fill('abcdefgh');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Open the invitation' }).click();
    await expect(page.locator('form')).toContainText(/Invalid invitation\s*You are offline\. What you typed stays here/);
    await context.setOffline(false);
  });

  const path = '**/api/validate-invite';
  const again = page.getByRole('button', { name: 'Try again' });

  await test.step('too many tries: when to come back', async () => {
    await page.route(path, (route) => route.fulfill(refusal(429, 'rate_limited', { 'retry-after': '170' })));
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'That was too often', level: 1 })).toBeVisible();
    await expect(page.getByText('try again in 3 minutes')).toBeVisible();
    await expect(page.getByText(notOpen)).toHaveCount(0);
    await accessible(page);
    await page.unroute(path);
  });
  await test.step('a fault on our side', async () => {
    await page.route(path, (route) => route.fulfill(refusal(500, 'internal_error')));
    await again.click();
    await expect(page.getByRole('heading', { name: 'Something is wrong on our side' })).toBeVisible();
    await page.unroute(path);
  });
  await test.step('no network, and then one: it opens by itself', async () => {
    await context.setOffline(true);
    await again.click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await accessible(page);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'The Whitlock family' })).toBeVisible();
  });
  await test.step('one that is over says so', async () => {
    await page.route(path, (route) => route.fulfill(refusal(410, 'gone')));
    await page.reload();
    await expect(page.getByRole('heading', { name: notOpen })).toBeVisible();
    await expect(again).toHaveCount(0);
    await page.unroute(path);
  });

  await test.step('accepting it while the server or the network is away', async () => {
    await page.goto(`/accept-invite${new URL(link).search}`);
    await page.getByLabel('Your name').fill('Ruth Whitlock');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Confirm password').fill(goodPassword);
    const submit = page.getByRole('button', { name: 'Step inside' });
    const said = page.locator('form');

    await page.route('**/api/accept-invite', (route) => route.fulfill(refusal(503, 'unavailable')));
    await submit.click();
    await expect(said).toContainText('What you typed stays here: please try again in a few minutes.');
    await expect(said).toContainText('Said by the server');
    await page.unroute('**/api/accept-invite');
    await page.route('**/api/accept-invite', (route) => route.fulfill(refusal(429, 'rate_limited', { 'retry-after': '40' })));
    await submit.click();
    await expect(said).toContainText('What you typed stays here: try again in 1 minute.');
    await page.unroute('**/api/accept-invite');
    await context.setOffline(true);
    await submit.click();
    await expect(said, 'the words where the server gives none, and why').toContainText(
      /Registration failed\.\s*You are offline\. What you typed stays here: try again once there is a network\./,
    );
    await context.setOffline(false);
    await expect(page.getByLabel('Your name')).toHaveValue('Ruth Whitlock');
    await submit.click();
    await page.waitForURL('**/invitation/sharedMessage');
    await test.step('[S3.3] after accepting an invitation, as after a login', async () => {
      await expect(toasts(page).filter({ hasText: 'Welcome to the family' })).toBeVisible();
      expect(await keys(page)).toEqual(['profile', 'token', 'user']);
      expect(await kept(page, 'profile')).toMatchObject({ firstname: 'Ruth' });
    });
  });
});

test('an address is confirmed by a press, and a link that could not be looked at has not run out', async ({
  page,
  context,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(429);
  const account = await newAccount(page);
  await signIn(page, account);
  const verified = async () => {
    const answer = await page.request.get('/api/user', { headers: bearer(account) });
    return ((await answer.json()) as { data: { user: { email_verified: boolean } } }).data.user.email_verified;
  };
  const invitation = { email: someEmail('hilde'), name: 'Hildegard', relationship_id: 7, role: 'relative', waits: true };
  expect((await page.request.post('/api/send-account-invitation', { headers: bearer(account), data: invitation })).status()).toBe(201);
  await page.goto(linkIn(await mailTo(account.email, /confirm/i), '/verify-email'));
  const confirm = page.getByRole('button', { name: 'Confirm this address' });
  await expect(confirm).toBeVisible();
  await accessible(page);
  expect(await verified(), 'by the link alone').toBe(false);
  await page.route('**/api/verify-email', (route) => route.fulfill(refusal(429, 'rate_limited', { 'retry-after': '3600' })));
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'That was too often' })).toBeVisible();
  await expect(page.getByText('try again in 60 minutes')).toBeVisible();
  await page.unroute('**/api/verify-email');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await accessible(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`${account.email} is confirmed. Your invitation to Hildegard is on its way.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite somebody else' })).toBeVisible();
  await accessible(page);
  expect(await verified()).toBe(true);
});

test('a new password keeps its words while the server or the network is away', async ({ page, context, expectRefusal }) => {
  expectRefusal(500);
  const account = await newAccount(page);
  await page.request.post('/api/forgot-password', { data: { email: account.email } });
  await page.goto(linkIn(await mailTo(account.email, /password/i), '/reset-password'));
  await page.getByLabel('Password', { exact: true }).fill('Pflaumen-Baum-8');
  await page.getByLabel('Confirm password').fill('Pflaumen-Baum-8');
  const submit = page.getByRole('button', { name: 'Set the password' });
  await page.route('**/api/reset-password', (route) => route.fulfill(refusal(500, 'internal_error')));
  await submit.click();
  await expect(page.locator('form')).toContainText('Said by the server');
  await expect(page.locator('form')).toContainText('Something is wrong on our side. What you typed stays here');
  await page.unroute('**/api/reset-password');
  await context.setOffline(true);
  await submit.click();
  await expect(page.locator('form')).toContainText(/Invalid token or request failed\s*You are offline\. What you typed stays here/);
  await context.setOffline(false);
  await submit.click();
  await page.waitForURL('**/login');
});
