import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** When everything that moves on the page has come to rest, but for what moves for ever or is paused. @throws Error naming what moves still */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isMoving = (one: Animation) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity;
    const moving = document.getAnimations().filter(isMoving);
    const names = () => moving.filter(isMoving).map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 200));
    const tooLong = new Promise<never>((_, reject) => void setTimeout(() => reject(new Error(`moves still: ${names().join()}`)), 20_000));
    await Promise.race([Promise.allSettled(moving.map((one) => one.finished)), tooLong]);
  });
}

/** When the page is drawn in our own fonts: lines are as high as they stay. */
export const inOurFonts = (page: Page): Promise<void> => page.evaluate(async () => void (await document.fonts.ready));

/**
 * Where something stands and how large it is, in CSS pixels, once it is drawn in our fonts and was at the same place twice.
 * @throws Error after 20 s
 */
export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await inOurFonts(locator.page());
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  const isStill = async () => {
    const last = box;
    // What is drawn anew at this moment has no box: what is drawn while something loads gives way to what has loaded.
    box = await locator.boundingBox();
    return box !== null && JSON.stringify(box) === JSON.stringify(last);
  };
  await expect.poll(isStill, { intervals: [50], message: 'it stands still' }).toBe(true);
  return box!;
}

/** When what the page has been answered is drawn: two frames later. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));

/** Watches how often something stands on the page. @returns what tells of how many at once it was at most */
export async function mostShown(page: Page, selector: string, words: string): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(
    ([of, having]) => {
      const found = { most: 0 };
      const look = () => {
        const standing = [...document.querySelectorAll(of)].filter(({ textContent }) => textContent?.includes(having));
        found.most = Math.max(found.most, standing.length);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
      look();
      return found;
    },
    [selector, words] as const,
  );
  return async () => (await seen.jsonValue()).most;
}
