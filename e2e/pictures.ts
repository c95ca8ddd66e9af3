import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Every picture within has arrived. */
export async function arrived(within: Locator, count: number): Promise<void> {
  const whole = () =>
    within
      .locator('img[src*="/api/private/media/"]')
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(whole, { timeout: 20_000 }).toBe(count);
}
