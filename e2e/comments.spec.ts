import type { Locator, Page, Response } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, feed, joinFamily, logIn, newAccount, photo, quiet, recording, test, toasts } from './fixture.ts';
import { chooseByKeys, tabAndPress, tabTo } from './keyboard.ts';
import { bearer, comment, ready, share, upload } from './makers.ts';
import { arrived } from './pictures.ts';
import { atRest, boxOf, drawn, mostShown } from './motion.ts';
import { forgetAborted } from './without-network.ts';

test('the photo of a comment opens large; Escape and the way back close it, and the focus returns', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  const cabin = await upload(page, nora, photo('cabin'));
  await ready(page, nora, cabin);
  await comment(page, nora, post, { text: 'This is where it fell', media_id: cabin });
  await logIn(page, nora, `/post/${post}`);
  const small = page.getByRole('button', { name: 'Photo of this comment' });
  const large = page.getByRole('dialog', { name: 'Photos' });

  await small.click();
  await expect(large.getByRole('img', { name: 'Photo of this comment' })).toBeVisible();
  await expect(large.getByText('This is where it fell')).toBeVisible();
  await accessible(page, { room: true });
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
});

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
  await chooseFiles(page.getByRole('button', { name: 'Add a photo' }), photo('boots'));
  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toasts(page)).toBeVisible();
  await expect(field).toHaveValue('So white.');
  await expect(page.getByText('boots.jpg')).toBeVisible();

  await page.unroute('**/api/media');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said.getByRole('button', { name: 'Photo of this comment' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('boots.jpg')).toHaveCount(0);
  await expect(field).toHaveValue('');
  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  // Only what has arrived has a menu.
  await expect(said.getByRole('button', { name: 'What to do with this comment' })).toHaveCount(2);
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
  await expect(lovers.getByText('Nora', { exact: true }), 'as the family calls her').toBeVisible();
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

/** Opens the only photo of a post, and what was said beside it: on a phone it has the room once it is asked for. */
async function openPhoto(page: Page, comments: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Photo 1 of 1' }).click();
  const large = page.getByRole('dialog', { name: 'Photos' });
  if (isPhone(page)) await large.getByRole('button', { name: comments }).click();
  return large;
}
const isPhone = (page: Page) => page.viewportSize()!.width < 1_080;

test('voices, photos and films of comments are heard and open large beside the large photo, too', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.', media_ids: [await upload(page, nora, photo('hills'))] });
  const film = await upload(page, nora, recording('waves.mp4'));
  for (const media_id of [await upload(page, nora, recording('humming.m4a')), await upload(page, nora, photo('cabin')), film]) {
    await ready(page, nora, media_id);
    await comment(page, nora, post, { text: '', media_id });
  }
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/voice-player-[^/]*\.js$/, async (route) => {
    await held;
    await route.fallback();
  });
  await logIn(page, nora, `/post/${post}`);
  const large = await openPhoto(page, '3 comments');
  const voice = large.getByRole('listitem').filter({ hasText: 'answered by voice' });
  await expect(voice).toBeVisible();
  const { height } = await boxOf(voice);
  release();
  await expect(voice.getByRole('button', { name: /^Play/ })).toBeVisible();
  expect((await boxOf(voice)).height, 'nothing moves when the player has come').toBe(height);
  const small = large.getByRole('button', { name: 'Photo of this comment' });
  await arrived(small, 1);
  await accessible(page, { room: true });

  const over = page.getByRole('dialog', { name: 'Photos' });
  await small.click();
  await expect(over.getByText('answered with a photo'), 'it lies over the photo of the post').toHaveCount(0);
  await expect(over.getByRole('img', { name: 'Photo of this comment' })).toBeVisible();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(small, 'the photo of the post is there again').toBeFocused();
  await expect(over).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(small).toBeHidden();
  await page.goBack();
  await expect(small).toBeFocused();

  await large.getByRole('button', { name: /^Video of this comment/ }).click();
  await expect.poll(() => page.locator('video[autoplay]').evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.1);
  await page.goBack();
  await expect(large.getByText('answered by voice')).toBeVisible();
  await page.goBack();
  await expect(large).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/post/${post}$`));
});

test(
  'beside a large photo stands all that was said, on a phone the latest; what one says there is seen at once, shines once, and is the last',
  { tag: '@width' },
  async ({ page, accessible }) => {
    test.setTimeout(120_000);
    const nora = await newAccount(page);
    const post = await share(page, nora, { text: 'The first snow.', media_ids: [await upload(page, nora, photo('hills'))] });
    for (let n = 1; n <= 54; n += 1) await comment(page, nora, post, { text: `Flake number ${n}.` });
    await logIn(page, nora, `/post/${post}`);
    const large = await openPhoto(page, '54 comments');
    const said = large.getByRole('listitem').filter({ hasText: 'Flake number' });
    await expect(said.last()).toHaveText(/Flake number 54\.$/);
    await expect(said).toHaveCount(isPhone(page) ? 3 : 54);
    await accessible(page);

    const field = large.getByLabel('Say something kind');
    const shining = large.locator('.hw-shine');
    for (const words of ['It is melting.', 'It is gone.']) {
      await field.fill(words);
      await large.getByRole('button', { name: 'Send' }).click();
      await expect(shining).toHaveText(new RegExp(words));
      await expect(shining).toBeInViewport();
      await expect(large.getByRole('listitem').last()).toHaveText(new RegExp(words));
    }
    // It shines once: what is drawn again meanwhile begins nothing anew.
    await atRest(page);
    await large.getByRole('button', { name: /^Heart/ }).click();
    await expect(large.getByRole('button', { name: 'Heart, 1' })).toBeVisible();
    expect(await shining.evaluate((one) => one.getAnimations().filter(({ playState }) => playState === 'running').length)).toBe(0);

    if (isPhone(page)) await large.getByRole('link', { name: 'See all 56 comments' }).click();
    else await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    const below = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    await expect(below).toHaveCount(56);
    if (isPhone(page)) await expect(below.first()).toBeInViewport();
    await openPhoto(page, '56 comments');
    await expect(large.getByRole('listitem').last()).toHaveText(/It is gone\./);
    await expect(shining).toHaveCount(0);
  },
);

test('a change of a comment without a network is refused at once, and its words stay; so does a comment that was to be deleted', async ({
  page,
  context,
  expectLostStream,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  await comment(page, nora, post, { text: 'So white.' });
  await logIn(page, nora, `/post/${post}`);
  const row = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').first();
  const menu = row.getByRole('button', { name: 'What to do with this comment' });
  const offline = page.getByText('You are offline, so nothing was sent.').first();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = page.getByLabel('Your comment');
  await field.fill('So very white.');
  await page.keyboard.press('Escape');
  await expect(field, 'Escape throws nothing away').toHaveValue('So very white.');
  await quiet(page);
  await context.setOffline(true);
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(offline).toBeVisible();
  await expect(field).toHaveValue('So very white.');
  await context.setOffline(false);
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('So very white.')).toBeVisible();
  await expect(menu, 'the focus stays with the comment').toBeFocused();

  await page.reload();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' });
  await expect(sure).toBeVisible();
  await quiet(page);
  await context.setOffline(true);
  await sure.click();
  await expect(offline).toBeVisible();
  await expect(row.getByText('So very white.')).toBeVisible();
});

test('a comment written without a network is seen and said to wait, also behind a photo that waits; both leave once there is one', async ({
  page,
  context,
  expectLostStream,
}) => {
  expectLostStream();
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  for (let n = 1; n <= 15; n += 1) await comment(page, nora, post, { text: `Flake number ${n}.` });
  await logIn(page, nora, `/post/${post}`);
  const all = page.getByRole('region', { name: 'Comments' });
  const field = page.getByLabel('Say something kind');
  await expect(all.getByText('Flake number 15.')).toBeVisible();
  await quiet(page);
  await context.setOffline(true);
  await chooseFiles(page.getByRole('button', { name: 'Add a photo' }), photo('boots'));
  await page.getByRole('button', { name: 'Send' }).click();
  const sent = all.getByRole('listitem').filter({ hasText: 'boots.jpg' });
  await expect(sent).toContainText('Waiting for the network as long as this page is open.');
  // Another one would take its place.
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeDisabled();
  await expect(sent).toBeInViewport();

  await field.fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = all.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said).toContainText('Waiting for the network. It is safe on this device.');
  await expect(said).toBeInViewport();
  await expect(all.getByRole('status')).toContainText('Waiting for the network');

  await context.setOffline(false);
  await expect(all.getByRole('button', { name: 'Photo of this comment' })).toBeVisible({ timeout: 60_000 });
  await expect(said).toHaveCount(1);
  await expect(all.getByText('Waiting for the network')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeEnabled();
});

test('a comment that waits leaves also where the part that sends it did not come before the network went', async ({
  page,
  context,
  troubles,
  expectLostStream,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  let asked = 0;
  await page.route('**/assets/offline-queries-*.js', (route) => {
    asked += 1;
    return route.abort('internetdisconnected');
  });
  await logIn(page, nora, `/post/${post}`);
  await expect.poll(() => asked, 'once the page has stood').toBe(1);
  await context.setOffline(true);
  await expect.poll(() => asked, 'as the network goes').toBe(2);
  await page.getByLabel('Say something kind').fill('So white.');
  await page.getByRole('button', { name: 'Send' }).dblclick();
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said).toContainText('Waiting for the network. It is safe on this device.');
  await expect(page.getByRole('dialog'), 'the second press began no recording').toHaveCount(0);
  await page.unroute('**/assets/offline-queries-*.js');
  const sent = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/comments'));
  await context.setOffline(false);
  expect((await sent).status()).toBe(201);
  await expect(said).not.toContainText('Waiting');
  await expect(said).toHaveCount(1);
  forgetAborted(troubles);
});

test('a comment stands there once, also where the others have been asked for before the server has said that it arrived, and where it says nothing', async ({
  page,
  expectLostStream,
  troubles,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  await logIn(page, nora, `/post/${post}`);

  await test.step('the others come first', async () => {
    await quiet(page);
    const [seen, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await seen.promise;
      const response = await route.fetch();
      await answered.promise;
      return route.fulfill({ response });
    });
    // What is left meanwhile has no text.
    const hasIt = async (answer: Response) => (await answer.text().catch(() => '')).includes('So white.');
    const asked = page.waitForResponse(async (answer) => answer.request().method() === 'GET' && (await hasIt(answer)));
    await page.getByLabel('Say something kind').fill('So white.');
    await page.getByRole('button', { name: 'Send' }).click();
    const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
    await expect(said).toContainText('Sending');
    const most = await mostShown(page, 'li', 'So white.');
    seen.resolve();
    await (await asked).finished();
    await drawn(page);
    answered.resolve();
    await expect(said.getByText('Just now')).toBeVisible();
    await quiet(page);
    expect(await most()).toBe(1);
    await expect(said).toHaveCount(1);
    await page.unroute('**/comments');
    await page.goto('/dashboard');
    await expect(feed(page).getByRole('link', { name: '1 comment' })).toBeVisible();
  });

  await test.step('words that get no answer wait, and are there once', async () => {
    await page.goto(`/post/${post}`);
    // The comment arrives, and its answer is lost.
    let lost = 0;
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const field = page.getByLabel('Say something kind');
    await field.fill('So cold.');
    await page.getByRole('button', { name: 'Send' }).click();
    const said = page.getByRole('listitem').filter({ hasText: 'So cold.' });
    await expect(said.getByText('Just now')).toBeVisible();
    await expect(field).toHaveValue('');
    await page.reload();
    await expect(said).toHaveCount(1);
    troubles.splice(0, Infinity, ...troubles.filter((one) => !one.includes('ERR_CONNECTION_RESET')));
  });
});

test('by the keyboard alone: from the feed to the words of a comment, which is sent, shines and leaves the focus; deleting gives it a place', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  for (const text of ['The first snow.', 'The second snow.']) await share(page, nora, { text });
  await logIn(page, nora, '/dashboard');
  const article = feed(page).filter({ hasText: 'The second snow.' });
  await tabAndPress(page, article.getByRole('link', { name: 'Comment', exact: true }));
  const field = page.getByLabel('Say something kind');
  await expect(field).toBeFocused();
  await page.keyboard.type('So white.');
  await tabAndPress(page, page.getByRole('button', { name: 'Send' }));
  const said = page.getByRole('listitem').filter({ hasText: 'So white.' });
  await expect(said).toHaveClass(/hw-shine/);
  await expect(field, 'one goes on writing').toBeFocused();

  const menu = said.getByRole('button', { name: 'What to do with this comment' });
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your comment')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await chooseByKeys(page, page.getByRole('menuitem', { name: 'Delete' }));
  await tabAndPress(page, page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }));
  await expect(said).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused();

  await page.goBack();
  await tabTo(page, article.getByRole('button', { name: 'What to do with this post' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabAndPress(page, page.getByRole('dialog', { name: 'Delete this post?' }).getByRole('button', { name: 'Delete' }));
  await expect(article).toHaveCount(0);
  await expect(feed(page).filter({ hasText: 'The first snow.' }).locator(':focus'), 'the next post').toHaveCount(1);
});

test('a voice of a comment asks before it is taken out or replaced; without a network a voice says that it cannot be played', async ({
  page,
  context,
  expectLostStream,
}) => {
  expectLostStream();
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The first snow.' });
  const voice = await upload(page, nora, recording('humming.m4a'));
  await ready(page, nora, voice);
  await comment(page, nora, post, { text: '', media_id: voice });
  await logIn(page, nora, `/post/${post}`);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Record a voice comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record your voice' });
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog.getByRole('timer')).toHaveText(/^0:0[1-9]$/, { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Use this recording' }).click();

  const spoken = page.getByText('Your voice recording');
  const question = page.getByRole('dialog', { name: 'Throw this recording away?' });
  await chooseFiles(page.getByRole('button', { name: 'Add a photo' }), photo('boots'));
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toHaveCount(0);
  await expect(spoken).toBeVisible();
  await page.getByRole('button', { name: 'Take it out' }).click();
  await question.getByRole('button', { name: 'Throw away' }).click();
  await expect(spoken).toHaveCount(0);

  await quiet(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByText('This recording could not be played.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
});
