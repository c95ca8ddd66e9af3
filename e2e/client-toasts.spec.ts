import type { Locator, Page } from '@playwright/test';
import { expect, feed, logIn, newAccount, someEmail, test, toasts } from './fixture.ts';
import { chooseByKeys } from './keyboard.ts';
import { share } from './makers.ts';
import { holdBack, watched } from './network.ts';

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

test.describe('toasts', () => {
  /** Asks for a mail; whoever asks again is told so by a toast. */
  async function askForMail(page: Page): Promise<void> {
    await page.goto('/forgot-password');
    await page.getByLabel('E-mail').fill(someEmail('nobody'));
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  }
  /** Where time passes as the test says, the press is over 50 ms later. */
  const askAgain = async (page: Page) => {
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.clock.runFor(50);
  };

  test('[S3.4] one of success has the heart, is announced politely, and goes after 3000 ms', async ({ page }) => {
    await page.clock.install();
    await askForMail(page);
    // From here on time passes as the test says, however slow the machine is.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await askAgain(page);
    const toast = messages(page).locator('[aria-live="polite"] > *');
    await expect(toast).toContainText('Sent again.');
    await expect(toast.locator('[data-icon="love-heart"]')).toHaveCount(1);
    await page.clock.runFor(2_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);

    await test.step('[S4.11] each has its own 3000 ms: a fourth ends none, and is shown once there is room', async () => {
      const first = messages(page).locator('[data-first]');
      for (const shown of [1, 2, 3, 3]) {
        const answered = page.waitForResponse('**/api/forgot-password');
        await askAgain(page);
        await answered;
        await expect(toast).toHaveCount(shown);
        if (shown === 1) await toast.evaluate((node) => node.setAttribute('data-first', ''));
        await page.clock.runFor(450);
      }
      await page.clock.runFor(900);
      await expect(first).toBeVisible();
      await expect(toast).toHaveCount(3);
      await page.clock.runFor(200);
      await expect(first).toHaveCount(0);
      await expect(toast, 'the fourth is there').toHaveCount(3);
      await page.clock.runFor(1_000);
      await expect(toast).toHaveCount(1);
      await page.clock.runFor(1_800);
      await expect(toast, 'its time begins when it is shown').toHaveCount(1);
      await page.clock.runFor(200);
      await expect(toast).toHaveCount(0);
    });
  });

  test('[S3.5] it waits while the pointer is on it, and is closed by its button', { tag: '@laptop' }, async ({ page }) => {
    await page.clock.install();
    await askForMail(page);
    // From here on time passes as the test says: what goes away meanwhile was closed.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await askAgain(page);
    const toast = toasts(page);
    await toast.hover();
    await page.clock.runFor(4_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.runFor(3_500);
    await expect(toast).toHaveCount(0);
    await askAgain(page);
    await expect(toast).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).click();
    await page.clock.runFor(500);
    await expect(toast).toHaveCount(0);
    await page.mouse.move(5, 5);
    await page.getByRole('button', { name: 'Send it again' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast).toBeVisible();
    await page.clock.runFor(3_500);
    await expect(toast, 'the next one goes by itself').toHaveCount(0);
  });

  test('one with the focus waits, wherever the pointer is; closed, it gives the focus back', { tag: '@laptop' }, async ({ page }) => {
    await page.clock.install();
    await askForMail(page);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const toast = toasts(page);
    for (const shown of [1, 2]) {
      await askAgain(page);
      await expect(toast).toHaveCount(shown);
    }
    await toast.first().getByRole('button', { name: 'Close' }).focus();
    await toast.first().hover();
    await page.mouse.move(5, 5);
    await page.clock.runFor(10_000);
    await expect(toast).toHaveCount(2);
    await page.keyboard.press('Enter');
    await expect(toast).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Send it again' })).toBeFocused();
    await page.clock.runFor(3_100);
    await expect(toast, 'the other goes by itself').toHaveCount(0);
  });
});

/** Says what goes wrong with a path. */
const fail = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'Not done.', request_id: 'x' } }),
  );

/** The message is above what it would cover. */
async function expectAbove(page: Page, control: Locator, toast = toasts(page)): Promise<void> {
  await expect(toast).toBeVisible();
  const isAbove = async () => {
    const [message, covered] = [await toast.boundingBox(), await control.boundingBox()];
    return message && covered && message.y > 0 && message.y + message.height <= covered.y;
  };
  await expect.poll(isAbove).toBe(true);
}

test('a message lies over no button that is pressed next', { tag: '@width' }, async ({ page, expectRefusal }) => {
  expectRefusal(500);
  await logIn(page, await newAccount(page), '/private/profile');
  await fail(page, '**/api/resend-verification');
  const save = page.getByRole('button', { name: 'Save' });
  const again = page.getByRole('button', { name: 'Send it again' });
  await expect(again).toBeVisible();
  await save.evaluate((button) => scrollTo(0, scrollY + button.getBoundingClientRect().bottom - innerHeight + 90));
  // Below the edge of the screen: a pointer would scroll there first.
  await again.dispatchEvent('click');
  await test.step('[S3.6] one of error has the octagon and is announced at once', async () => {
    const toast = messages(page).locator('[aria-live="assertive"] > *');
    await expect(toast).toBeVisible();
    await expect(toast.locator('[data-icon="error-octagon"]')).toHaveCount(1);
  });
  await expectAbove(page, save);

  await test.step('while the mail is asked for the button says so, and asks once', async () => {
    await page.unroute('**/api/resend-verification');
    const letThrough = await holdBack(page, '**/api/resend-verification');
    const asked = watched(page, '/api/resend-verification');
    await again.click();
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await again.click();
    letThrough();
    await expect(toasts(page).filter({ hasText: 'Sent. Please look into your mail.' })).toBeVisible();
    await expect(again).not.toHaveAttribute('aria-busy', 'true');
    expect(asked).toHaveLength(1);
  });
});

test('a message lies over no composer, also while that grows, and above the scrim of a dialog, which stays open when it is answered', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500);
  await page.clock.install();
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow.' });
  await logIn(page, account, `/post/${post}`);
  await fail(page, '**/heart');

  await test.step('over no composer', async () => {
    const field = page.getByLabel('Say something kind');
    await expect(field).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('button', { name: /^Heart/ }).click();
    // It leaves once it has been seen.
    await page.clock.runFor(300);
    await expectAbove(page, field);
    await field.fill('Look at that.\n'.repeat(6));
    await expectAbove(page, field);
    await field.fill('');
  });

  await test.step('above the scrim of a dialog', async () => {
    const toast = toasts(page);
    await expect(toast).toBeVisible();
    await page.getByRole('button', { name: 'What to do with this post' }).click();
    await page.clock.runFor(300);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.clock.runFor(300);
    const question = page.getByRole('dialog');
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
    const isOnTop = () =>
      toast.evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
    await toast.locator('button').last().click();
    await page.clock.runFor(300);
    await expect(toast).toHaveCount(0);
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  });
});

test('a message stays where it is while it is pressed, and lies over nothing at the end of a page', async ({ page, expectRefusal }) => {
  expectRefusal(500);
  await logIn(page, await newAccount(page), '/private');
  await fail(page, '**/api/logout');

  await test.step('pressed, while another bar comes', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    const close = toasts(page).getByRole('button', { name: 'Close' });
    await close.hover();
    await close.evaluate((node) => node.setAttribute('data-pressed', ''));
    const place = await close.boundingBox();
    await page.mouse.down();
    const refused = page.waitForResponse('**/api/logout');
    await page.getByRole('button', { name: 'Log out' }).dispatchEvent('click');
    await (await refused).finished();
    await page.evaluate(async () => {
      const bar = '<button data-bar type="submit" style="position: fixed; inset: auto 0 0; height: 240px">Save</button>';
      document.body.insertAdjacentHTML('beforeend', bar);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await close.boundingBox()).toEqual(place);
    await page.mouse.up();
    await expect(page.locator('[data-pressed]')).toHaveCount(0, { timeout: 1_500 });
    await expect(close, 'what came meanwhile is there').toHaveCount(1);
    // It leaves by itself, too: it may have gone.
    await close.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await expect(close).toHaveCount(0);
    await page.locator('[data-bar]').evaluate((bar) => bar.remove());
  });

  await test.step('above the last button', async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const leave = page.getByRole('button', { name: 'Log out' });
    await leave.click();
    await expectAbove(page, leave);
  });
});

test('a message that comes while a sheet rises lies over none of its buttons', async ({ page, context, expectLostStream }) => {
  expectLostStream();
  const account = await newAccount(page);
  await logIn(page, account, `/post/${await share(page, account, { text: 'Snow.' })}`);
  await page.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.addStyleTag({ content: ':root { --hw-dur-3: 5s !important }' });
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  await expect(sure).toBeAttached();
  const isMoving = () => page.getByRole('dialog').evaluate((sheet) => sheet.getAnimations({ subtree: true }).length > 0);
  await expect.poll(isMoving).toBe(true);
  // However long the message takes, the sheet stays on its way.
  await page.getByRole('dialog').evaluate((sheet) => {
    for (const animation of sheet.getAnimations({ subtree: true })) animation.pause();
  });
  await context.setOffline(true);
  const banner = messages(page).getByText('You’re offline.');
  await expect(banner).toBeVisible();
  expect(await isMoving(), 'the message was there before the sheet').toBe(true);
  await page.getByRole('dialog').evaluate((sheet) => {
    for (const animation of sheet.getAnimations({ subtree: true })) animation.finish();
  });
  await expect.poll(isMoving).toBe(false);
  await expectAbove(page, sure, banner);
});

test('F6 leads from the feed to what a message can undo, and back; by keys there is time for it', async ({ page }) => {
  await page.clock.install();
  const account = await newAccount(page);
  for (const text of ['Snow.', 'Ice.']) await share(page, account, { text });
  await logIn(page, account, '/dashboard');
  const ice = feed(page).filter({ hasText: 'Ice.' });
  await ice.getByRole('button', { name: 'What to do with this post' }).press('Enter');
  await chooseByKeys(page, page.getByRole('menuitem', { name: 'Delete' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  const undo = messages(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(toasts(page)).toContainText('Press F6 to get here.');
  const beside = feed(page).first().getByRole('link').first();
  await page.clock.runFor(20_000);
  await expect(beside).toBeFocused();
  await page.keyboard.press('F6');
  await expect(undo).toBeFocused();
  await page.keyboard.press('F6');
  await expect(beside).toBeFocused();
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await expect(ice).toBeVisible();
  await expect(beside.or(feed(page).last().getByRole('link').first()).and(page.locator(':focus'))).toHaveCount(1);
});
