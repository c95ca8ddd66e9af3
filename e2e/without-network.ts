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

/** The queries whose answers are kept for who is signed in, by their hashes. */
export const keptQueries = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('heartwood kept ')) ?? {};
    if (!name) return [];
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    if (!db.objectStoreNames.contains('times')) return [];
    const keys = await new Promise<string[]>((resolve) => {
      const all = db.transaction('times').objectStore('times').getAllKeys();
      all.addEventListener('success', () => resolve(all.result as string[]));
    });
    db.close();
    return keys;
  });

/** How many pictures are kept on the device. */
export const keptPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('pictures '));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  });
