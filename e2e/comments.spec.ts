import { expect, feed, joinFamily, logIn, newAccount, photo, quiet, recording, test } from './fixture.ts';
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

test('a comment whose photo is lost stands in its field again with it, and is sent once; the same words again are another', async ({
  page,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  await logIn(page, nora, `/post/${post}`);
  expectRefusal(503);
  await page.route('**/api/media', (route) =>
    route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } }),
  );
  const field = page.getByLabel('Say something kind');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  await (await chooser).setFiles(photo('boots'));
  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('So white.');
  await expect(page.getByText('boots.jpg')).toBeVisible();

  await page.unroute('**/api/media');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said.getByRole('button', { name: 'Photo of this comment' })).toBeVisible();
  await expect(page.getByText('boots.jpg')).toHaveCount(0);
  await expect(field).toHaveValue('');
  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(said).toHaveCount(2);
  await page.reload();
  await expect(said).toHaveCount(2);
});

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

  await article.getByRole('link', { name: 'Comment', exact: true }).click();
  await page.waitForURL(`**/post/${post}#comments`);
  const field = page.getByLabel('Say something kind');
  await expect(field, 'one writes at once').toBeFocused();
  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said).toHaveClass(/hw-shine/);
  await expect(said).toBeInViewport();
  await expect(field).toBeFocused();
  await page.goBack();
  // The whole story leads there, what does something else in it does that.
  await article.getByRole('button', { name: /^Heart/ }).click();
  await article.getByText('The first snow.').click();
  await page.waitForURL(`**/post/${post}`);
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: /^Loved by/ }).click();
  await expect(lovers.getByRole('listitem')).toHaveCount(3);
});

test('a post comes with its comments in one request', async ({ page }) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  await comment(page, nora, post, { text: 'It stayed for a week' });
  await logIn(page, nora, '/dashboard');
  // What has just happened is told to pages that open: here the page asks for nothing because of that.
  await page.route('**/api/events**', () => undefined);
  await page.reload();
  await expect(feed(page)).toContainText('It stayed for a week');
  await quiet(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(`/api/posts/${post}`)) asked.push(pathname.replace(post, 'id') + search);
  });
  const whole = ['/api/posts/id?include=comments'];
  // From the feed, which has the post already, and by its address, where nothing is known of it.
  const said = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await page.getByRole('article').locator(`a[href="/post/${post}"]`).first().click();
  await expect(said).toContainText('It stayed for a week');
  await quiet(page);
  expect(asked).toEqual(whole);
  await page.reload();
  await expect(said).toContainText('It stayed for a week');
  await quiet(page);
  expect(asked).toEqual([...whole, ...whole]);
});

test('what was said by voice and with a photo is beside the large photo, too', { tag: '@width' }, async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.', media_ids: [await upload(page, nora, photo('hills'))] });
  await comment(page, nora, post, { text: '', media_id: await upload(page, nora, recording('humming.m4a')) });
  await comment(page, nora, post, { text: '', media_id: await upload(page, nora, photo('cabin')) });
  await logIn(page, nora, `/post/${post}`);
  await page.getByRole('button', { name: 'Photo 1 of 1' }).click();
  const large = page.getByRole('dialog', { name: 'Photos' });
  // On a phone it has the room once it is asked for.
  if (page.viewportSize()!.width < 1_080) await large.getByRole('button', { name: '2 comments' }).click();
  await expect(large.getByText('answered by voice')).toBeVisible();
  await expect(large.getByRole('button', { name: /^Play/ })).toBeVisible();
  await expect(large.getByText('answered with a photo')).toBeVisible();
  const small = large.locator('p', { hasText: 'answered with a photo' }).locator('xpath=..').getByRole('presentation');
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await accessible(page);
});
