import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Whether this is what a browser says of a request without a network; its service worker says it in its own way of a part of the app that is not kept. */
export const isOffline = (said: string, url: string): boolean =>
  said.endsWith('net::ERR_INTERNET_DISCONNECTED') ||
  (said.endsWith('net::ERR_FAILED') && URL.parse(url)?.pathname.startsWith('/assets/') === true);

/** Presses 'Try again' until something is shown, unless the page asks again by itself before: it does where no server answers. */
export async function tryAgain(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    if (await shown.isHidden()) await page.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 });
    await expect(shown).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

/** Takes out of what went wrong the requests that a journey has aborted itself, and what the console says of them; whatever else there is stays. */
export function forgetAborted(troubles: string[]): void {
  const others = troubles.filter((one) => !/net::ERR_(CONNECTION_FAILED|INTERNET_DISCONNECTED)$/.test(one));
  troubles.splice(0, troubles.length, ...others);
}
