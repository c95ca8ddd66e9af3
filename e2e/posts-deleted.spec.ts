import type { Page } from '@playwright/test';
import { expect, feed, joinFamily, logIn, newAccount, signIn, test } from './fixture.ts';
import { tryAgain } from './without-network.ts';
import type { Account } from './fixture.ts';
import { bearer, share } from './makers.ts';

const remove = async (page: Page, account: Account, id: string) =>
  expect((await page.request.delete(`/api/posts/${id}`, { headers: bearer(account) })).status(), 'deleting').toBe(200);

const rows = (page: Page) => page.getByRole('list', { name: 'Recently deleted' }).getByRole('listitem');

test('what was deleted is brought back days later, from the private pages', { tag: '@width' }, async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const [plums, snow] = [await share(page, ruth, { text: 'The plum tree' }), await share(page, nora, { text: 'The first snow.' })];
  await logIn(page, nora, '/private');
  await page.getByRole('link', { name: /^Recently deleted/ }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
  await accessible(page);

  // A guardian takes somebody else's post away, and one of her own on its page.
  await remove(page, nora, plums);
  await page.goto(`/post/${snow}`);
  await page.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('For 30 days it stays in Private, under Recently deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/private/deleted');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('The first snow');
  await expect(rows(page).last()).toContainText('Ruth');
  await expect(rows(page).last()).toContainText('Deleted by you');
  await expect(rows(page).last()).toContainText(/Gone for good on \d+ \w+ \d{4}/);
  await accessible(page);
  await page.getByRole('button', { name: 'Bring back: The plum tree' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The post is back')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Bring back: The first snow' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(feed(page)).toHaveCount(2);
});

test('the author of what a guardian deleted finds it and who it was, at a second try where it does not load; others find nothing', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const leo = await joinFamily(page, nora, 'Leo Berg', 'relative');
  await remove(page, nora, await share(page, ruth, { text: 'The plum tree' }));
  await signIn(page, ruth);
  expectRefusal(503);
  await page.route('**/api/posts/deleted*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/private/deleted');
  await expect(page.getByText('What was deleted could not be loaded. It is all still there.')).toBeVisible();
  await accessible(page);
  await page.unroute('**/api/posts/deleted*');
  await tryAgain(page, rows(page));
  await expect(rows(page)).toContainText('Deleted by Nora');
  const other = await newPerson();
  await logIn(other, leo, '/private/deleted');
  await expect(other.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
});
