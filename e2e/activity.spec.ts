import { expect, joinFamily, logIn, newAccount, quiet, test } from './fixture.ts';
import { addChild, bearer, comment, share } from './makers.ts';

// What somebody else does is seen where it is shown, without a reload.

test('a second person sees posts, hearts, comments and people as they come', async ({ page, newPerson }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const first = await share(page, nora, { text: 'The first snow.' });
  await logIn(page, ruth, '/dashboard');
  const article = page.getByRole('article').filter({ hasText: 'The first snow.' });
  await expect(article).toBeVisible();
  const other = await newPerson();
  await logIn(other, ruth, `/post/${first}`);
  await expect(other.getByText('The first snow.').first()).toBeVisible();

  await comment(page, nora, first, { text: 'Up to the knees' });
  await expect(other.getByText('Up to the knees')).toBeVisible();

  expect((await page.request.put(`/api/posts/${first}/heart`, { headers: bearer(nora) })).status()).toBe(200);
  await expect(other.getByRole('button', { name: /^Loved by/ })).toBeVisible();

  const edited = await page.request.patch(`/api/posts/${first}`, { headers: bearer(nora), data: { text: 'The very first snow.' } });
  expect(edited.status()).toBe(200);
  await expect(page.getByRole('article').filter({ hasText: 'The very first snow.' })).toBeVisible();

  // Something new is announced, and moves nothing.
  await share(page, nora, { text: 'A snowman.' });
  const announced = page.getByRole('button', { name: 'Show what is new' });
  await expect(announced).toBeVisible();
  await expect(page.getByText('A snowman.')).toHaveCount(0);
  await announced.click();
  await expect(page.getByText('A snowman.')).toBeVisible();

  await page.goto('/children');
  await addChild(page, nora, { name: 'Emma' });
  await expect(page.getByText('Emma').first()).toBeVisible();
});

test('what happens while the connection is gone is caught up with', async ({ page, context }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const post = await share(page, nora, { text: 'The first snow.' });
  const connected = page.waitForResponse((answer) => answer.url().includes('/api/events'));
  await logIn(page, ruth, `/post/${post}`);
  await connected;
  await quiet(page);
  await context.setOffline(true);
  const answer = await fetch(new URL(`/api/posts/${post}/comments`, page.url()), {
    method: 'POST',
    headers: { ...bearer(nora), 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Up to the knees' }),
  });
  expect(answer.status).toBe(201);
  await expect(page.getByText('Up to the knees')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Up to the knees')).toBeVisible();
});
