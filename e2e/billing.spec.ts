import type { Page } from '@playwright/test';
import { endPaid, endTrial } from './database.ts';
import { expect, expectNoOverflow, logIn, newAccount, quiet, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { bearer, share } from './makers.ts';
import { holdBack } from './network.ts';
import { cards, coverageOf, payButton, typeCard } from './paying.ts';
import { goOn } from './running-app.ts';

// Each pays by hand what a family pays: several pages, each loaded anew.
test.describe.configure({ timeout: 150_000 });

/** Somebody whose free time is over, at the paywall. */
async function atThePaywall(page: Page): Promise<Account> {
  const nora = await newAccount(page);
  await share(page, nora, { text: 'The first snow.' });
  await endTrial(nora);
  await logIn(page, nora, '/dashboard');
  await page.waitForURL('**/paywall');
  await expect(page.getByRole('button', { name: 'Continue with yearly' })).toBeVisible();
  return nora;
}

test('a trial ends at the paywall, a plan is paid, and everything is back', async ({ page, accessible, expectRefusal }) => {
  expectRefusal(402);
  const nora = await atThePaywall(page);
  await expect(page.getByText(/trial has ended/)).toBeVisible();
  await expect(page.getByText('no money is taken')).toBeVisible();
  await accessible(page, { dark: true, room: true });
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Monthly/ }).check();
  await page.getByRole('button', { name: 'Continue with monthly' }).click();
  await page.waitForURL('**/sandbox/checkout/*');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay with a test card' })).toBeVisible();
  await expect(payButton(page, '$5.99')).toBeVisible();
  await expectNoOverflow(page);
  await accessible(page, { dark: true, room: true });
  await typeCard(page, cards.good);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/subscribe?checkout=monthly');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Everyone is in' })).toBeVisible();
  await expect(page.getByText(/^Monthly, renews on/)).toBeVisible();
  await accessible(page, { dark: true, room: true });
  expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', plan: 'monthly' });
  await page.getByRole('link', { name: 'To my family' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('The first snow.')).toBeVisible();
  // Who is covered is never asked to pay again.
  await page.goto('/paywall');
  await expect(page.getByText('You are covered')).toBeVisible();
  await expect(page.getByText(/\$\d/)).toHaveCount(0);

  await page.goto('/private/profile#subscription');
  const part = page.locator('#subscription');
  await expect(part.getByRole('button', { name: 'End the plan' })).toBeVisible();
  await quiet(page);
  await part.getByRole('button', { name: 'End the plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the plan' }).click();
  await expect(part.getByRole('button', { name: 'Let it go on' })).toBeVisible();
  await endPaid(nora);
  await page.goto('/dashboard');
  await page.waitForURL('**/paywall');
  await expect(page.getByText(/plan has ended/)).toBeVisible();
  await page.getByRole('link', { name: /^Export everything/ }).click();
  await page.getByRole('button', { name: 'Start the export' }).click();
  await expect(page.getByText('Your export is ready')).toBeVisible({ timeout: 60_000 });
});

test('a page for paying that opens late leads nobody away from where they are', async ({ page }) => {
  await logIn(page, await newAccount(page), '/paywall');
  await page.getByRole('button', { name: 'What it costs afterwards' }).click();
  const release = await holdBack(page, '**/api/subscription/checkout');
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await goOn(page, '/faq');
  const answered = page.waitForResponse('**/api/subscription/checkout');
  release();
  await (await answered).finished();
  await quiet(page);
  await expect(page).toHaveURL(/\/faq$/);
});

test('a success page without a payment says that nothing has arrived; a declined card leaves what was typed, and a bank that asks is asked', async ({
  page,
  expectRefusal,
  accessible,
}) => {
  for (const status of [402, 409, 422]) expectRefusal(status);
  const nora = await atThePaywall(page);

  await test.step('nothing has arrived', async () => {
    await page.clock.install();
    await page.goto('/subscribe?checkout=yearly');
    await expect(page.getByRole('heading', { name: 'We are asking whether your payment has arrived' })).toBeVisible();
    await accessible(page);
    await page.clock.fastForward(61_000);
    await expect(page.getByRole('heading', { name: 'Your payment has not arrived yet' })).toBeVisible();
    await accessible(page, { dark: true });
    await test.step('what could not be asked for stays so while it is asked for again', async () => {
      expectRefusal(500);
      await page.route('**/api/subscription', (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      const again = page.getByRole('button', { name: 'Ask again' });
      await expect(again).toBeVisible();
      const release = await holdBack(page, '**/api/subscription');
      const asked = page.waitForRequest('**/api/subscription');
      await again.click();
      await asked;
      await expect(again).toHaveAttribute('aria-busy', 'true');
      release();
      await expect(again).toBeHidden();
      await page.clock.fastForward(61_000);
      await expect(page.getByRole('heading', { name: 'Your payment has not arrived yet' })).toBeVisible();
    });
    await page.getByRole('link', { name: 'To the plans' }).click();
    await page.waitForURL('**/paywall');
  });

  await test.step('a card that is declined, and one whose bank asks', async () => {
    await page.getByRole('button', { name: 'Continue with yearly' }).click();
    await payButton(page, '$49.99').click();
    await expect(page.getByText('Card number Required')).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeFocused();
    await typeCard(page, cards.declined);
    await payButton(page, '$49.99').click();
    await expect(page.getByText('The card was declined. Nothing was charged; try another one.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue(cards.declined);
    await expect(page.getByLabel('Valid until')).toHaveValue('12/34');
    await expect(page.getByLabel('Check digits')).toHaveValue('123');
    await accessible(page, { dark: true });
    expect(await coverageOf(page, nora)).toMatchObject({ status: 'inactive' });

    await page.getByLabel('Card number').fill(cards.asks);
    await payButton(page, '$49.99').click();
    const bank = page.getByRole('dialog', { name: 'Your bank asks: is it you?' });
    await expect(bank).toBeVisible();
    await accessible(page);
    await bank.getByRole('button', { name: 'Do not pay' }).click();
    await expect(bank).toHaveCount(0);
    expect(await coverageOf(page, nora)).toMatchObject({ status: 'inactive' });
    await payButton(page, '$49.99').click();
    await bank.getByRole('button', { name: 'Yes, pay $49.99' }).click();
    await page.waitForURL('**/subscribe?checkout=yearly');
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Everyone is in' })).toBeVisible();
    expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', plan: 'yearly' });
  });
});

test('a page for paying that was paid elsewhere says so, and without a network nothing is charged', async ({
  page,
  expectRefusal,
  expectLostStream,
}) => {
  for (const status of [402, 409]) expectRefusal(status);
  expectLostStream();
  const nora = await atThePaywall(page);
  // The page hears of nothing, as at a paywall: a payment made elsewhere would take the form away before it is sent.
  await page.route('**/api/events**', (route) => route.fulfill({ status: 402 }));
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline, and nothing was charged.' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await page.waitForURL('**/sandbox/checkout/*');
  await typeCard(page, cards.good);
  await page.context().setOffline(true);
  await payButton(page, '$49.99').click();
  await expect(page.getByText('You are offline. What you typed stays here').first()).toBeVisible();
  await page.context().setOffline(false);
  const checkout = new URL(page.url()).pathname.split('/').pop();
  const data = { checkout, number: cards.good, expiry: '12/34', cvc: '123' };
  expect((await page.request.post('/api/sandbox/pay', { headers: bearer(nora), data })).status()).toBe(200);
  await payButton(page, '$49.99').click();
  await expect(page.getByRole('heading', { name: 'This has been paid' })).toBeVisible();
});
