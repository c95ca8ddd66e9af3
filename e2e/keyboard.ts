import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Goes on by the Tab key until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead there');
}

/** Chooses in a menu that is open, by its keys; each key has moved the focus before the next one is pressed. */
export async function chooseByKeys(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => before.evaluate((element) => element !== document.activeElement)).toBe(true);
  }
  throw new Error('the arrow keys do not lead there');
}

/** Goes on by the Tab key to something, and presses a key on it. */
export async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
