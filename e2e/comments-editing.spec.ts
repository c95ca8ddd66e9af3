import { expect, feed, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { comment, ready, share, upload } from './makers.ts';
import { holdBack } from './network.ts';
import { listening } from './running-app.ts';

test('whoever changes a comment is asked before the words are lost; what is written below a post and over its photo is one comment', async ({
  page,
  accessible,
}) => {
  const nora = await newAccount(page);

  await test.step('asked, and not for what opens over the page', async () => {
    const beach = await upload(page, nora, photo('beach'));
    await ready(page, nora, beach);
    const post = await share(page, nora, { text: 'The sea.', media_ids: [beach] });
    await comment(page, nora, post, { text: 'So blue.' });
    await logIn(page, nora, '/dashboard');
    await feed(page).getByRole('link', { name: '1 comment' }).click();
    await page.waitForURL(`**/post/${post}*`);
    const row = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').first();
    const field = page.getByLabel('Your comment');
    const asked = page.getByRole('heading', { name: 'Leave without saving?' });
    const edit = async () => {
      await row.getByRole('button', { name: 'What to do with this comment' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(field).toHaveValue('So blue.');
    };
    await edit();
    await field.fill('So blue, and so cold.');

    await test.step('a photo opens large, and closes', async () => {
      const large = page.getByRole('dialog', { name: 'Photos' });
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ has: page.locator('img') })
        .first()
        .click();
      await expect(large).toBeVisible();
      await page.goBack();
      await expect(large).toHaveCount(0);
      await expect(asked).toHaveCount(0);
      await expect(field).toHaveValue('So blue, and so cold.');
    });

    await test.step('the way back asks', async () => {
      await page.goBack();
      await expect(asked).toBeVisible();
      await accessible(page);
      await page.getByRole('button', { name: 'Go on writing' }).click();
      await expect(asked).toBeHidden();
      await expect(field).toHaveValue('So blue, and so cold.');
      const question = page.waitForEvent('dialog');
      const reloading = page.reload().catch(() => undefined);
      await (await question).dismiss();
      await reloading;
      await expect(field, 'the browser asks where the page is loaded anew').toHaveValue('So blue, and so cold.');
    });

    await test.step('what was saved is left without a question', async () => {
      await row.getByRole('button', { name: 'Save' }).click();
      await expect(row.getByText('So blue, and so cold.')).toBeVisible();
      await row.getByRole('button', { name: 'What to do with this comment' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(field).toHaveValue('So blue, and so cold.');
      await field.fill('Gone.');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(asked).toBeVisible();
      await page.getByRole('button', { name: 'Leave it' }).click();
      await page.waitForURL('**/dashboard');
    });
  });

  await test.step('written below and over the photo, and sent once', async () => {
    const post = await share(page, nora, { text: 'The hills.', media_ids: [await upload(page, nora, photo('hills'))] });
    await page.goto(`/post/${post}`);
    const large = page.getByRole('dialog', { name: 'Photos' });
    const below = page.getByRole('region', { name: 'Comments' });
    const openPhoto = async () => {
      await page.getByRole('button', { name: 'Photo 1 of 1' }).click();
      await large
        .getByRole('button', { name: /comment/i })
        .first()
        .click();
    };
    await below.getByLabel('Say something kind').fill('So blue.');
    await keptOnDevice(page);
    await openPhoto();
    await expect(large.getByLabel('Say something kind')).toHaveValue('So blue.');
    await large.getByRole('button', { name: 'Send' }).click();
    await expect(large.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(below.getByRole('listitem')).toHaveCount(1);
    await expect(below.getByLabel('Say something kind')).toHaveValue('');

    await openPhoto();
    await large.getByLabel('Say something kind').fill('And so cold.');
    await keptOnDevice(page);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(below.getByLabel('Say something kind')).toHaveValue('And so cold.');
  });
});

test('a comment that is being deleted is not seen again meanwhile, and words that are written while its change is on its way are not lost', async ({
  page,
}) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'The sea.' });
  await comment(page, nora, post, { text: 'So blue.' });
  const hears = listening(page);
  await logIn(page, nora, `/post/${post}`);
  await hears;

  await test.step('deleted, while the comments are asked for', async () => {
    const rows = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    await rows.first().getByRole('button', { name: 'What to do with this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const release = await holdBack(page, '**/api/comments/*');
    await page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(rows).toHaveCount(0);
    await comment(page, nora, post, { text: 'So cold.' });
    await expect(rows.filter({ hasText: 'So cold.' })).toHaveCount(1);
    await expect(rows).toHaveCount(1);

    release();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(2);
    await quiet(page);
  });

  await test.step('changed, and written on', async () => {
    const row = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').first();
    const field = page.getByLabel('Your comment');
    const edit = async () => {
      await row.getByRole('button', { name: 'What to do with this comment' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    await expect(row).toContainText('So blue.');
    await edit();
    await field.fill('So blue, and so cold.');
    const release = await holdBack(page, '**/api/comments/*');
    await row.getByRole('button', { name: 'Save' }).click();

    await test.step('after it was sent', async () => {
      await field.fill('So blue, and so cold. And so loud.');
      release();
      await expect(row.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy');
      await row.getByRole('button', { name: 'Save' }).click();
      await expect(row.getByText('So blue, and so cold. And so loud.')).toBeVisible();
      await expect(field).toHaveCount(0);
    });

    await test.step('in a field that was opened anew', async () => {
      const releaseNext = await holdBack(page, '**/api/comments/*');
      await edit();
      await field.fill('So grey.');
      await row.getByRole('button', { name: 'Save' }).click();
      await row.getByRole('button', { name: 'Cancel' }).click();
      await edit();
      await field.fill('So green.');
      // Its answer has been heard where the comments are asked for anew.
      const heard = page.waitForResponse((answer) => answer.url().includes(`/posts/${post}/comments`));
      releaseNext();
      await heard;
      await expect(field).toHaveValue('So green.');
    });

    await test.step('and elsewhere, where the focus stays', async () => {
      const releaseLast = await holdBack(page, '**/api/comments/*');
      await row.getByRole('button', { name: 'Save' }).click();
      const below = page.getByLabel('Say something kind');
      await below.focus();
      releaseLast();
      await expect(field).toHaveCount(0);
      await quiet(page);
      await expect(below).toBeFocused();
    });
  });
});
