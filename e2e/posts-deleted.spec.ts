import type { Page } from '@playwright/test';
import { expect, feed, joinFamily, logIn, newAccount, signIn, test } from './fixture.ts';
import { tryAgain } from './without-network.ts';
import type { Account } from './fixture.ts';
import { addChild, askQuestion, bearer, comment, keepMoment, share } from './makers.ts';

const remove = async (page: Page, account: Account, id: string, of = 'posts') =>
  expect((await page.request.delete(`/api/${of}/${id}`, { headers: bearer(account) })).status(), 'deleting').toBe(200);

const rows = (page: Page) => page.getByRole('list', { name: 'Recently deleted' }).getByRole('listitem');

test('what was deleted is brought back days later, from the private pages', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const [plums, snow] = [await share(page, ruth, { text: 'The plum tree' }), await share(page, nora, { text: 'The first snow.' })];
  await logIn(page, nora, '/private');
  await page.getByRole('link', { name: /^Recently deleted/ }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();

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
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Bring back: The plum tree' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The post is back')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Bring back: The first snow' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(feed(page)).toHaveCount(2);
});

test('comments, questions and moments are brought back from the same page, the latest deletion first', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const emma = await addChild(page, nora);
  const plums = await share(page, nora, { text: 'The plum tree' });
  const said = await comment(page, ruth, plums, { text: 'Still the sweetest' });
  const asked = await askQuestion(page, ruth, { text: 'Who planted it?' });
  const climbed = await keepMoment(page, nora, { people: [emma], title: 'Climbed to the top', occurred_on: '2026-05-03' });
  await remove(page, nora, said, 'comments');
  await remove(page, nora, asked, 'questions');
  await logIn(page, nora, '/private/deleted');
  await expect(rows(page)).toHaveCount(2);

  // What is deleted elsewhere comes to the page that is open.
  await remove(page, nora, climbed, 'moments');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText(/Climbed to the top.*Moment of Emma, 3 May 2026, kept by Nora/);
  await expect(rows(page).nth(1)).toContainText(/Who planted it\?.*Question by Ruth/);
  await expect(rows(page).nth(2)).toContainText(/Still the sweetest.*Comment by Ruth on “The plum tree”/);
  for (const row of await rows(page).all()) await expect(row).toContainText(/Deleted by you .*Gone for good on \d+ \w+ \d{4}/);
  await accessible(page, { room: true });

  // What was said below a post cannot be brought back while the post is deleted.
  await remove(page, nora, plums);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText(/The plum tree.*Post by Nora/);
  await expect(rows(page).filter({ hasText: 'Still the sweetest' })).toHaveCount(0);
  const messages = page.getByRole('region', { name: 'Messages' });
  for (const [name, told, left] of [
    ['The plum tree', 'The post is back', 3],
    ['Still the sweetest', 'The comment is back', 2],
    ['Who planted it?', 'The question is back', 1],
    ['Climbed to the top', 'The moment is back', 0],
  ] as const) {
    const back = page.getByRole('button', { name: `Bring back: ${name}` });
    await back.focus();
    await page.keyboard.press('Enter');
    await expect(messages.getByText(told)).toBeVisible();
    await expect(back).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(rows(page)).toHaveCount(left);
  }
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
  await page.goto(`/post/${plums}`);
  await expect(page.getByText('Still the sweetest')).toBeVisible();
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
  await remove(page, nora, await askQuestion(page, ruth, { text: 'Who planted it?' }), 'questions');
  await signIn(page, ruth);
  expectRefusal(503);
  await page.route('**/api/posts/deleted*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/private/deleted');
  await expect(page.getByText('What was deleted could not be loaded. It is all still there.')).toBeVisible();
  // What did come is there.
  await expect(rows(page)).toContainText(['Who planted it?']);
  await accessible(page);
  await page.unroute('**/api/posts/deleted*');
  await tryAgain(page, rows(page).filter({ hasText: 'The plum tree' }));
  await expect(rows(page)).toHaveCount(2);
  for (const row of await rows(page).all()) await expect(row).toContainText('Deleted by Nora');
  const other = await newPerson();
  await logIn(other, leo, '/private/deleted');
  await expect(other.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
});
