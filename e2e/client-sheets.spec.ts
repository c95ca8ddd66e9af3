import type { Locator, Page } from '@playwright/test';
import { expect, logIn, newAccount, test } from './fixture.ts';
import { tabAndPress } from './keyboard.ts';
import { boxOf } from './motion.ts';

// A menu, the list of a select and a dialog: on a phone one kind of sheet.

/** The sheets of the page of the family, with the name that stands on each and what opens it. */
const sheets: [kind: 'menu' | 'listbox' | 'dialog', title: string, opener: (page: Page) => Locator][] = [
  ['menu', 'The Whitlock family', (page) => page.getByRole('button', { name: 'Rename the family, hand it over' })],
  ['dialog', 'Invite somebody', (page) => page.getByRole('button', { name: 'Invite', exact: true })],
  ['listbox', 'Relationship', (page) => page.getByLabel('Relationship')],
];

/** How a sheet is drawn: its greatest height as a share of the window, and how long it takes to come, in seconds. */
const drawn = (sheet: Locator) =>
  sheet.evaluate((one) => {
    const { maxHeight, transitionDuration } = getComputedStyle(one);
    return { share: Math.round((parseFloat(maxHeight) / innerHeight) * 100), seconds: parseFloat(transitionDuration) };
  });

/** How far the head of a sheet lies over its first entry, in pixels. */
const overFirst = (sheet: Locator) =>
  sheet.evaluate((one) => {
    const first = one.querySelector('[role^="menuitem"], [role="option"]');
    const head = one.querySelector(':scope > [aria-hidden="true"]');
    if (!first || !head) throw new Error('a sheet has a head and entries');
    return Math.round(head.getBoundingClientRect().bottom - first.getBoundingClientRect().top);
  });

/** Waits until a sheet has come: before it begins to, it stands in the style that it comes from. */
const atRest = (sheet: Locator) =>
  expect
    .poll(() => sheet.evaluate((one) => one.hasAttribute('data-starting-style') || one.getAnimations({ subtree: true }).length > 0))
    .toBe(false);

/** Draws the grabber of a sheet down, as a finger does. */
async function drawDown(page: Page, sheet: Locator): Promise<void> {
  const { x, y, width } = await boxOf(sheet);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + 14 + down }] });
  await touch('touchStart', 0);
  for (let down = 20; down <= 400; down += 20) await touch('touchMove', down);
  await touch('touchEnd', 400);
}

test('a menu, a select and a dialog are one kind of sheet on a phone', { tag: '@width' }, async ({ page, accessible, isMobile }) => {
  await logIn(page, await newAccount(page), '/private/family');
  const looks: object[] = [];
  for (const [kind, title, opener] of sheets)
    await test.step(kind, async () => {
      // The select is in the dialog, which stays open below its list.
      const sheet = page.getByRole(kind).last();
      await tabAndPress(page, opener(page));
      await expect(sheet).toBeVisible();
      await atRest(sheet);
      if (isMobile) {
        await expect(sheet.getByText(title, { exact: true }).first()).toBeVisible();
        looks.push(await drawn(sheet));
        if (kind !== 'dialog') expect(await overFirst(sheet), 'the head lies over no entry').toBeLessThanOrEqual(0);
        const { y, height } = await boxOf(sheet);
        expect(Math.round(y + height), 'at the foot of the window').toBe(page.viewportSize()?.height);
      }
      // What floats alone in the page is outside of its landmarks.
      if (kind === 'dialog') await accessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(kind)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(sheet).toBeVisible();
      await atRest(sheet);
      if (isMobile && kind === 'listbox') await expect(page.getByRole('option').nth(10), 'there is room for many').toBeInViewport();
      await (isMobile ? drawDown(page, sheet) : page.keyboard.press('Escape'));
      await expect(page.getByRole(kind)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      if (kind === 'dialog') await page.keyboard.press('Enter');
    });
  for (const look of looks) expect(look, 'as high and as slow as the others').toEqual(looks[0]);
});
