import type { Page } from '@playwright/test';

// What the browser keeps of whoever is signed in: its local storage.

export const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
export const kept = (page: Page, key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
