import type { Page } from '@playwright/test';
import type { Account } from './fixture.ts';
import { bearer } from './makers.ts';

// The form for a card, and what the server says was bought.

export const cards = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0025 0000 3155' };

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Valid until').fill('12/34');
  await page.getByLabel('Check digits').fill('123');
}

/** What covers somebody, as the server says it. */
export async function coverageOf(page: Page, by: Account): Promise<{ status: string; plan: string | null; cancel_at_period_end: boolean }> {
  return (await (await page.request.get('/api/subscription', { headers: bearer(by) })).json()).data;
}

export const payButton = (page: Page, price: string) => page.getByRole('button', { name: `Pay ${price}` });
