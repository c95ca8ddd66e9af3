import { expect, joinFamily, logIn, newAccount, photo, test } from './fixture.ts';
import { bearer, comment, share, upload } from './makers.ts';

test(
  'the photo of a comment opens large; Escape and the way back close it, and the focus returns',
  { tag: '@width' },
  async ({ page, accessible }) => {
    test.setTimeout(120_000);
    const nora = await newAccount(page);
    const post = await share(page, nora, { text: 'The first snow.' });
    await comment(page, nora, post, { text: 'This is where it fell', media_id: await upload(page, nora, photo('cabin')) });
    await logIn(page, nora, `/post/${post}`);
    const small = page.getByRole('button', { name: 'Photo of this comment' });
    const large = page.getByRole('dialog', { name: 'Photos' });

    await small.click();
    await expect(large.getByRole('img', { name: 'Photo of this comment' })).toBeVisible();
    await expect(large.getByText('This is where it fell')).toBeVisible();
    await accessible(page);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(small).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(large).toBeVisible();
    await page.goBack();
    await expect(large).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/post/${post}$`));
    await expect(small).toBeFocused();

    // Nothing is left behind in the history: one step back leaves the page.
    await page.goBack();
    await expect(page).not.toHaveURL(/\/post\//);
  },
);

test('who loves a post is told in the feed and on its page', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const leo = await joinFamily(page, nora, 'Leo Berg', 'relative');
  const post = await share(page, leo, { text: 'The first snow.' });
  for (const one of [nora, leo])
    expect((await page.request.put(`/api/posts/${post}/heart`, { headers: bearer(one) })).status(), 'loving').toBe(200);
  await logIn(page, ruth, '/dashboard');
  const article = page.getByRole('article').filter({ hasText: 'The first snow.' });
  await article.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'See who loves it' }).click();
  const lovers = page.getByRole('dialog', { name: 'Loved by' });
  await expect(lovers.getByRole('listitem')).toHaveCount(2);
  await expect(lovers).toContainText('Nora Whitlock');
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(lovers).toHaveCount(0);

  await page.goto(`/post/${post}`);
  await page.getByRole('button', { name: /^Loved by/ }).click();
  await expect(lovers.getByRole('listitem')).toHaveCount(2);
});
