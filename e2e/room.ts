import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The window of a laptop. */
export const laptop = { width: 1_280, height: 860 };

/**
 * Looks at a page with the room of a laptop, and goes back to the window there was. What is laid out another way there is so by styles alone:
 * both ways stand in the page at every width (`hidden lg:flex`), so that nothing is drawn or asked for anew. Only a select that is open closes.
 */
export async function withRoom(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  if (!before) throw new Error('a journey has a window of a certain size');
  await page.setViewportSize(laptop);
  await look();
  await page.setViewportSize(before);
}

/** No page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `pixels that ${new URL(page.url()).pathname} is wider than its window`).toBeLessThanOrEqual(0);
}
