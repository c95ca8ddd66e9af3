import type { Locator, Page } from '@playwright/test';
import { atRest, expect, expectNoOverflow, feed, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { addChild, bearer, share, upload } from './makers.ts';

async function chooseFiles(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[] | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Add/ }).click();
  await (await chooser).setFiles(files as string[]);
}

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem');

/** Every picture within has arrived. */
async function arrived(within: Locator, count: number): Promise<void> {
  const whole = () =>
    within
      .locator('img[src*="/api/private/media/"]')
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(whole, { timeout: 20_000 }).toBe(count);
}

test('a family’s first day: the empty feed starts it off, a post with photos follows', { tag: '@width' }, async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await addChild(page, account, { birth_day: '2023-09-12' });
  await logIn(page, account, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Nora$/);
  await expect(page.getByRole('heading', { name: 'The first page is yours' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Invite somebody/ })).toBeVisible();
  await accessible(page);

  await page.getByRole('link', { name: 'What happened today?' }).click();
  await page.waitForURL('**/treasures/share-something');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await expect(page.getByRole('alert')).toHaveText('Write a word or add a photo first.');
  await page.getByLabel('What happened?').fill('First pancakes of her own.\nMost of the eggs went into the bowl.');
  await chooseFiles(page, ['pancakes', 'oranges', 'soup'].map(photo));
  await page.getByRole('button', { name: 'Emma' }).click();
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitem', { name: /Guardians only/ }).click();
  await page.getByRole('button', { name: /^When/ }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(tiles(page).getByText('is there')).toHaveCount(3);
  await page.getByRole('button', { name: 'Arrange or remove soup.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Make it the first' }).click();
  await page.getByRole('button', { name: 'Remove oranges.jpg', exact: true }).click();
  await expect(tiles(page).getByRole('status')).toHaveText([/soup\.jpg/, /pancakes\.jpg/]);
  await accessible(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();

  await page.waitForURL('**/dashboard');
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  const post = feed(page).first();
  await expect(post.getByText('First pancakes of her own.')).toBeVisible();
  await expect(post.getByText('Just now, with Emma, guardians only')).toBeVisible();
  await arrived(post, 2);
  await accessible(page);

  await page.goto('/treasures/share-something');
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await expect(tiles(page)).toHaveCount(1);
});

test('what is written stays on the device until it is shared, also over a reload', async ({ page }) => {
  const account = await newAccount(page);
  await logIn(page, account, '/treasures/share-something');
  await page.getByLabel('What happened?').fill('Half a sentence');
  await chooseFiles(page, [photo('boots')]);
  await expect(tiles(page).getByText('is there')).toHaveCount(1);
  await expect(page.getByText('Kept on this device until you share it.')).toBeVisible();
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('What happened?')).toHaveValue('Half a sentence');
  await expect(tiles(page).getByText('is there')).toHaveCount(1);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await expect(tiles(page)).toHaveCount(1);
});

test('an upload that fails says so and is tried again under the same key; what is no photo is refused in words', async ({
  page,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  await logIn(page, account, '/treasures/share-something');
  expectRefusal(503);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/media', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1)
      return route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } });
    return route.continue();
  });
  await chooseFiles(page, [photo('boots')]);
  await expect(tiles(page).getByText(/boots\.jpg: not uploaded/)).toBeAttached();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await expect(page.getByRole('alert')).toHaveText(/Some photos have not arrived/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tiles(page).getByText(/boots\.jpg: is there/)).toBeAttached();
  expect(keys[1]).toBe(keys[0]);

  expectRefusal(415);
  expectRefusal(422);
  await chooseFiles(page, [{ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Ruth, this is no photo.') }]);
  await expect(tiles(page).getByText(/letter\.jpg: not uploaded\. No photo we can read/)).toBeAttached();
  await page.getByRole('button', { name: 'Remove letter.jpg', exact: true }).click();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await arrived(feed(page).first(), 1);
});

test('hearts are seen at once, and revert where they are refused', async ({ page, expectRefusal }) => {
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/dashboard');
  const heart = feed(page).getByRole('button', { name: /^Heart/ });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toHaveAccessibleName('Heart, 1');
  await page.reload();
  await expect(heart).toHaveAccessibleName('Heart, 1');
  expectRefusal(500);
  await page.route('**/heart', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, status_code: 'internal_error', message: 'Something went wrong', request_id: 'x' },
    }),
  );
  await heart.click();
  await expect(toast(page, 'Something went wrong')).toBeVisible();
  await expect(heart).toHaveAccessibleName('Heart, 1');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test(
  'a post’s own page: photos large, comments written, changed, deleted and brought back',
  { tag: '@width' },
  async ({ page, accessible }) => {
    test.setTimeout(120_000);
    const account = await newAccount(page);
    const emma = await addChild(page, account, { birth_day: '2023-09-12' });
    const media_ids = [
      await upload(page, account, photo('beach')),
      await upload(page, account, photo('boots')),
      await upload(page, account, photo('p4')),
    ];
    const post = await share(page, account, { text: 'The sun went behind the sea.', media_ids, people: [emma], occurred_on: '2026-11-20' });
    await logIn(page, account, `/post/${post}`);
    await expect(page).toHaveTitle('The sun went behind the sea · Heartwood');
    await expect(page.getByRole('link', { name: 'Emma, 3 years' })).toBeVisible();
    await expect(page.getByText('20 November 2026')).toBeVisible();
    await arrived(page.locator('main'), 3);
    await accessible(page);

    await test.step('the lightbox has keys, and gives the focus back', async () => {
      const second = page.getByRole('button', { name: 'Photo 2 of 3' });
      await second.click();
      const dialog = page.getByRole('dialog', { name: 'Photos' });
      await expect(dialog.getByText('2 of 3')).toBeVisible();
      await accessible(page);
      await page.keyboard.press('ArrowRight');
      await expect(dialog.getByText('3 of 3')).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await expect(dialog.getByText('2 of 3')).toBeVisible();
      await atRest(page);
      await page.keyboard.press('ArrowLeft');
      await expect(dialog.getByText('1 of 3')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(second).toBeFocused();
    });

    await test.step('comments', async () => {
      await expect(page.getByText('Nobody has said anything yet.')).toBeVisible();
      await page.getByLabel('Say something kind').fill('We were four <b>that</b> evening.');
      await page.getByRole('button', { name: 'Send' }).click();
      const comment = page.getByRole('listitem').filter({ hasText: 'We were four <b>that</b> evening.' });
      await expect(comment.getByText('Just now')).toBeVisible();
      await expect(page.getByLabel('Say something kind')).toHaveValue('');
      await comment.getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByLabel('Your comment').fill('We were five.');
      await page.getByRole('button', { name: 'Save' }).click();
      const changed = page.getByRole('listitem').filter({ hasText: 'We were five.' });
      await expect(changed).toBeVisible();
      await changed.getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('heading', { name: 'Delete this comment?' })).toBeVisible();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(changed).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(changed).toBeVisible();
    });

    await test.step('who loves it', async () => {
      await page.getByRole('button', { name: 'Heart', exact: true }).click();
      await page.getByRole('button', { name: 'Loved by Nora' }).click();
      await expect(page.getByRole('dialog').getByText('Nora Whitlock')).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    });
  },
);

test('a comment that cannot be sent stands in its field again', async ({ page, expectRefusal }) => {
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow.' });
  await logIn(page, account, `/post/${post}`);
  expectRefusal(503);
  await page.route('**/comments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } })
      : route.continue(),
  );
  await page.getByLabel('Say something kind').fill('So white.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Say something kind')).toHaveValue('So white.');
  await page.unroute('**/comments');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'So white.' })).toHaveCount(1);
});

test('without a network, what is said and shared waits and is sent later', async ({ page, context, expectLostStream }) => {
  expectLostStream();
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow.' });
  await logIn(page, account, `/post/${post}`);
  await expect(page.getByText('Nobody has said anything yet.')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Say something kind').fill('From the train.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('listitem').filter({ hasText: 'From the train.' }).getByText('Just now')).toBeVisible();

  await page.route('**/favicon.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto('/treasures/share-something');
  await page.getByLabel('What happened?').fill('Written in the tunnel.');
  await quiet(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect(feed(page).first().getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  await expect(feed(page).first().getByText('Written in the tunnel.')).toBeVisible();
});

test('a post is changed, and not over somebody else’s change; it is deleted and brought back', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'First words.', media_ids: [await upload(page, account, photo('cake'))] });
  await logIn(page, account, '/dashboard');
  await feed(page).getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.waitForURL(`**/post/${post}?edit=1`);
  await expect(page.getByLabel('What happened?')).toHaveValue('First words.');
  await accessible(page);

  await page.request.patch(`/api/posts/${post}`, { headers: bearer(account), data: { text: 'Words from elsewhere.' } });
  expectRefusal(409);
  await page.getByLabel('What happened?').fill('My words.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/changed elsewhere meanwhile/)).toBeVisible();
  await expect(page.getByText('Words from elsewhere.')).toBeVisible();
  await expect(page.getByLabel('What happened?')).toHaveValue('My words.');
  await accessible(page);
  await page.getByRole('button', { name: 'Take the other version' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue('Words from elsewhere.');
  await page.getByLabel('What happened?').fill('The last words.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The post is saved')).toBeVisible();
  await expect(page.getByText('The last words.')).toBeVisible();

  await page.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('It leaves everyone’s feed now. For 30 days it stays in Private, under Recently deleted.')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('The last words.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(feed(page).getByText('The last words.')).toBeVisible();
});

test('the feed goes on as one reads, and announces what is new without moving', async ({ page }) => {
  test.setTimeout(90_000);
  const account = await newAccount(page);
  for (let n = 1; n <= 24; n += 1) await share(page, account, { text: `Memory number ${n}.` });
  await logIn(page, account, '/dashboard');
  await expect(feed(page).first().getByText('Memory number 24.')).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(feed(page).getByText('Memory number 1.', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  // What is not looked at is not drawn, and still counted.
  await expect(feed(page).last()).toHaveAttribute('aria-posinset', '24');
  await expect(feed(page).last()).toHaveAttribute('aria-setsize', '24');
  await expect(page.getByText('That is everything so far.')).toBeVisible();

  await share(page, account, { text: 'Something new.' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('button', { name: 'Show what is new' })).toBeVisible();
  await expect(page.getByText('Something new.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show what is new' }).click();
  await expect(feed(page).first().getByText('Something new.')).toBeVisible();
});

test('a feed that cannot be loaded says what is safe, and tries again', async ({ page, expectRefusal, expectLostStream }) => {
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/children');
  expectRefusal(500);
  // What is told of the post would load the feed by itself.
  expectLostStream();
  await page.route('**/api/events*', (route) => route.abort());
  await page.route('**/api/posts?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('It is all still there.')).toBeVisible();
  await page.unroute('**/api/posts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(feed(page).getByText('Snow.')).toBeVisible();
});

test('memories of this day and birthdays ahead stand beside the feed', { tag: '@width' }, async ({ page, accessible }) => {
  const account = await newAccount(page);
  const day = new Date();
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  const ahead = new Date(day.getTime() + 9 * 86_400_000);
  await addChild(page, account, { name: 'Arthur', birth_day: `${ahead.getUTCFullYear() - 7}${iso(ahead).slice(4)}` });
  await share(page, account, {
    text: 'First snow at the cabin. Cold.',
    occurred_on: `${day.getUTCFullYear() - 4}-${iso(day).slice(5)}`,
    media_ids: [await upload(page, account, photo('cabin'))],
  });
  await page.clock.setFixedTime(new Date(`${iso(day)}T12:00:00Z`));
  await logIn(page, account, '/dashboard');
  await expect(page.getByText('Arthur turns 7').locator('visible=true')).toBeVisible();
  await expect(page.getByRole('link', { name: /First snow at the cabin 4 years ago/ }).locator('visible=true')).toBeVisible();
  await accessible(page);
});

test('photos that are still being prepared come when their post is said to have changed; one that cannot be read says so', async ({
  page,
}) => {
  const account = await newAccount(page);
  const post = await share(page, account, {
    text: 'Snow.',
    media_ids: [await upload(page, account, photo('cabin')), await upload(page, account, photo('hills'))],
  });
  let isReady = false;
  const unfinished = async (answer: { data: { items?: object[]; post?: object } }) => {
    for (const one of answer.data.items ?? [answer.data.post]) {
      const { media } = one as { media: { state: string; variants: object; reason: string | null }[] };
      if (media[0]) Object.assign(media[0], isReady ? {} : { state: 'processing', variants: {} });
      if (media[1]) Object.assign(media[1], { state: 'failed', variants: {}, reason: 'x' });
    }
    return answer;
  };
  await page.route(/\/api\/posts(\?|\/[0-9a-f-]{36}$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await unfinished(await response.json()) });
  });
  await logIn(page, account, '/dashboard');
  await expect(feed(page).getByText('This photo could not be read.')).toBeVisible();
  await expect(feed(page).locator('img[src*="/api/private/media/"]')).toHaveCount(0);
  await quiet(page);
  isReady = true;
  // What the server records when a medium of the post is ready.
  const changed = await page.request.patch(`/api/posts/${post}`, { headers: bearer(account), data: { text: 'Snow!' } });
  expect(changed.status()).toBe(200);
  await arrived(feed(page).first(), 1);
});

test('a relative sees what is for everyone, and edits nothing of others', async ({ page, newPerson }) => {
  test.setTimeout(90_000);
  const account = await newAccount(page);
  const relative = await joinFamily(page, account, 'Ruth Whitlock', 'relative');
  await share(page, account, { text: 'For everyone.' });
  await share(page, account, { text: 'For the parents.', audience: 'guardians' });

  const ruth = await newPerson();
  await logIn(ruth, relative, '/dashboard');
  await expect(feed(ruth)).toHaveCount(1);
  await expect(feed(ruth).getByText('For everyone.')).toBeVisible();
  await expect(feed(ruth).getByRole('button', { name: 'What to do with this post' })).toHaveCount(0);
  await ruth.goto('/treasures/share-something');
  await expect(ruth.getByRole('button', { name: 'Share with 1 person' })).toBeVisible();
  await ruth.goto('/children');
  await expect(ruth.getByText('The parents have not added a child yet.')).toBeVisible();
});

test('nothing is cut at 320 pixels or with text twice as large', async ({ page }) => {
  test.setTimeout(90_000);
  const account = await newAccount(page);
  const emma = await addChild(page, account, { name: 'Emmanuelle-Wilhelmina', birth_day: '2023-09-12' });
  const media_ids = [await upload(page, account, photo('beach')), await upload(page, account, photo('boots'))];
  const post = await share(page, account, { text: `${'Rhabarberbarbara'.repeat(6)} and a story.`, media_ids, people: [emma] });
  await logIn(page, account, '/dashboard');
  const { height = 844 } = page.viewportSize() ?? {};
  for (const path of [
    '/dashboard',
    `/post/${post}`,
    '/treasures/share-something',
    '/children',
    '/children?add=1',
    `/children/childDetail/${emma}`,
  ]) {
    await page.setViewportSize({ width: 320, height });
    await page.goto(path);
    await expect(page.locator('#content h1')).toHaveCount(1);
    await quiet(page);
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 640, height });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expectNoOverflow(page);
  }
});
