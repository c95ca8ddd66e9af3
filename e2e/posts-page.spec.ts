import type { Page } from '@playwright/test';
import { expect, feed, logIn, newAccount, photo, test } from './fixture.ts';
import { addChild, bearer, share, upload } from './makers.ts';
import { holdBack } from './network.ts';
import { arrived } from './pictures.ts';
import { tryAgain } from './without-network.ts';
import { atRest } from './motion.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test('hearts are seen at once, and revert where they are refused', async ({ page, expectRefusal }) => {
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/dashboard');
  const heart = feed(page).getByRole('button', { name: /^Heart/ });
  const given = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/heart'));
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toHaveAccessibleName('Heart, 1');
  await given;
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

test('a post’s own page: photos large, comments written, changed, deleted and brought back', async ({ page, accessible }) => {
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
  await accessible(page, { room: true });

  await test.step('the lightbox has keys, and gives the focus back', async () => {
    const second = page.getByRole('button', { name: 'Photo 2 of 3' });
    await second.click();
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await expect(dialog.getByText('2 of 3', { exact: true })).toBeVisible();
    await accessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('3 of 3', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByText('2 of 3', { exact: true })).toBeVisible();
    await atRest(page);
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByText('1 of 3', { exact: true })).toBeVisible();
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
    await changed.getByRole('button', { name: 'What to do with this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Delete this comment?' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(changed).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(changed).toBeVisible();
  });

  await test.step('something is said beside the photos', async () => {
    const field = page.getByLabel('Say something kind');
    await expect(field, 'the field is in view').toBeInViewport();
    await page.getByRole('button', { name: 'Photo 2 of 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await dialog.getByRole('button', { name: '1 comment' }).click();
    const beside = dialog.getByLabel('Say something kind');
    await expect(beside).toBeFocused();
    await page.keyboard.type('Such boots');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Such boots')).toBeInViewport();
    await expect(beside).toBeFocused();
    await expect(beside).toHaveValue('');
    await expect(dialog.getByText('2 of 3', { exact: true })).toBeVisible();
    await accessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Such boots' })).toHaveCount(1);
  });

  await test.step('who loves it', async () => {
    await page.getByRole('button', { name: 'Heart', exact: true }).click();
    await page.getByRole('button', { name: 'Loved by Nora' }).click();
    await expect(page.getByRole('dialog').getByText('Nora', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  });
});

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

test('a post is changed, not over somebody else’s change, and asked about before a change is lost; it is deleted and brought back', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'First words.', media_ids: [await upload(page, account, photo('cake'))] });
  await logIn(page, account, '/dashboard');

  await test.step('asked before the change is lost; where it cannot be loaded, another try is offered', async () => {
    expectRefusal(503);
    await page.route(`**/api/posts/${post}`, (route) =>
      route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } }),
    );
    await feed(page).getByRole('button', { name: 'What to do with this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const failed = page.getByText('This post could not be loaded. It is still there.');
    await expect(failed).toBeVisible();
    await accessible(page);
    await page.unroute(`**/api/posts/${post}`);
    const story = page.getByLabel('What happened?');
    await tryAgain(page, story);
    await expect(story).toHaveValue('First words.');

    await test.step('nothing is asked where nothing was changed', async () => {
      await page.getByRole('button', { name: 'Close' }).click();
      await page.waitForURL(`**/post/${post}`);
      await page.getByRole('button', { name: 'What to do with this post' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    });

    await story.fill('Other words.');
    const asked = page.getByRole('heading', { name: 'Leave without saving?' });
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(asked).toBeVisible();
    await accessible(page);
    await page.getByRole('button', { name: 'Go on writing' }).click();
    await expect(asked).toBeHidden();
    await expect(story).toHaveValue('Other words.');
    await page.goBack();
    await expect(asked).toBeVisible();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await expect(page.getByText('First words.')).toBeVisible();
    await expect(story).toHaveCount(0);
  });

  await test.step('not over somebody else’s change; deleted and brought back', async () => {
    await page.goto('/dashboard');
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
    const letThrough = await holdBack(page, `**/api/posts/${post}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('[inert]').getByLabel('What happened?'), 'nothing is written that would not be saved').toBeVisible();
    letThrough();
    await expect(toast(page, 'The post is saved')).toBeVisible();
    await page.waitForURL((url) => url.search === '');
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

  await test.step('of what somebody else has changed meanwhile only what was changed here is sent', async () => {
    const media_ids = [await upload(page, account, photo('boots'))];
    const post = await share(page, account, { text: 'First words.', occurred_on: '2024-05-01', media_ids });
    await page.goto(`/post/${post}?edit=1`);
    const story = page.getByLabel('What happened?');
    await expect(story).toHaveValue('First words.');
    const theirs = {
      text: 'Words from elsewhere.',
      occurred_on: '2023-07-09',
      captions: { [media_ids[0]!]: 'Three layers' },
      audience: 'guardians',
    };
    const changed = await page.request.patch(`/api/posts/${post}`, { headers: bearer(account), data: theirs });
    expect(changed.status()).toBe(200);
    expectRefusal(409);
    await story.fill('My words.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/changed elsewhere meanwhile/)).toBeVisible();
    const sending = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sending).postDataJSON()).toEqual({ text: 'My words.' });
    await expect(toast(page, 'The post is saved')).toBeVisible();
    const answer = await page.request.get(`/api/posts/${post}`, { headers: bearer(account) });
    const { data } = (await answer.json()) as { data: { post: object } };
    expect(data.post).toMatchObject({ ...theirs, text: 'My words.' });
  });
});

test('a photo looks pressed at once, and opens once however often it is pressed', async ({ page }) => {
  const account = await newAccount(page);
  const media_ids = [await upload(page, account, photo('beach'))];
  await logIn(page, account, `/post/${await share(page, account, { text: 'The sea.', media_ids })}`);
  const beach = page
    .getByRole('main')
    .getByRole('button')
    .filter({ has: page.locator('img') });
  await arrived(page.getByRole('main'), 1);
  const pressed = await beach.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
    return button.hasAttribute('data-pending');
  });
  expect(pressed, 'before anything else is done').toBe(true);
  const viewer = page.getByRole('dialog', { name: 'Photos' });
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(beach).not.toHaveAttribute('data-pending');
});
