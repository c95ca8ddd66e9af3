import type { Page } from '@playwright/test';
import { endPaid, endTrial } from './database.ts';
import { expect, expectNoOverflow, joinFamily, logIn, newAccount, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { bearer, buyPlan, share } from './makers.ts';

// Each pays by hand what a family pays: several pages, each loaded anew.
test.describe.configure({ timeout: 150_000 });

const cards = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0025 0000 3155' };

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Valid until').fill('12/34');
  await page.getByLabel('Check digits').fill('123');
}

/** What covers somebody, as the server says it. */
async function coverageOf(page: Page, by: Account): Promise<{ status: string; plan: string | null; cancel_at_period_end: boolean }> {
  return (await (await page.request.get('/api/subscription', { headers: bearer(by) })).json()).data;
}

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

const payButton = (page: Page, price: string) => page.getByRole('button', { name: `Pay ${price}` });

test(
  'a trial ends at the paywall, a plan is paid, and everything is back',
  { tag: '@width' },
  async ({ page, accessible, expectRefusal }) => {
    expectRefusal(402);
    const nora = await atThePaywall(page);
    await expect(page.getByText(/trial has ended/)).toBeVisible();
    await expect(page.getByText('no money is taken')).toBeVisible();
    await accessible(page, { dark: true });
    await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
    await page.getByRole('radio', { name: /^Monthly/ }).check();
    await page.getByRole('button', { name: 'Continue with monthly' }).click();
    await page.waitForURL('**/sandbox/checkout/*');
    await expect(page.getByRole('heading', { level: 1, name: 'Pay with a test card' })).toBeVisible();
    await expect(payButton(page, '$5.99')).toBeVisible();
    await expectNoOverflow(page);
    await accessible(page, { dark: true });
    await typeCard(page, cards.good);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/subscribe?checkout=monthly');
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Everyone is in' })).toBeVisible();
    await expect(page.getByText(/^Monthly, renews on/)).toBeVisible();
    await accessible(page, { dark: true });
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
  },
);

test('a success page without a payment says that nothing has arrived', async ({ page, expectRefusal, accessible }) => {
  expectRefusal(402);
  await atThePaywall(page);
  await page.clock.install();
  await page.goto('/subscribe?checkout=yearly');
  await expect(page.getByRole('heading', { name: 'We are asking whether your payment has arrived' })).toBeVisible();
  await accessible(page);
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('heading', { name: 'Your payment has not arrived yet' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await accessible(page, { dark: true });
  await page.getByRole('link', { name: 'To the plans' }).click();
  await page.waitForURL('**/paywall');
});

test('a declined card leaves what was typed, and a bank that asks is asked', async ({ page, expectRefusal, accessible }) => {
  for (const status of [402, 409, 422]) expectRefusal(status);
  const nora = await atThePaywall(page);
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

test('a page for paying that was paid elsewhere says so, and without a network nothing is charged', async ({
  page,
  expectRefusal,
  expectLostStream,
}) => {
  for (const status of [402, 409]) expectRefusal(status);
  expectLostStream();
  const nora = await atThePaywall(page);
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

test('a relative is told who looks after the plan, and buys nothing', async ({ page, expectRefusal, accessible }) => {
  expectRefusal(402);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await endTrial(nora);
  await logIn(page, ruth, '/dashboard');
  await page.waitForURL('**/paywall');
  for (const path of ['/paywall', '/subscribe', '/lifetime-subscription'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(/nothing for you to pay/)).toBeVisible();
      await expect(page.getByText(/\$\d/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
      await accessible(page);
    });
});

test(
  'an owner changes the plan with a preview, ends it, takes that back, and takes everything along',
  { tag: '@width' },
  async ({ page, accessible, expectLostStream }) => {
    expectLostStream();
    const nora = await newAccount(page);
    await logIn(page, nora, '/private');
    await page.getByRole('link', { name: /^Subscription/ }).click();
    const part = page.locator('#subscription');
    await expect(part).toBeInViewport();
    await expect(part.getByRole('heading', { name: /^Free until/ })).toBeVisible();
    await expect(part.getByText(/\$\d/), 'no price before it is asked for').toHaveCount(0);
    await part.getByRole('button', { name: 'What it costs afterwards' }).click();
    await expect(part.getByText('$49.99')).toBeVisible();
    await accessible(page, { dark: true });

    await buyPlan(page, nora, 'monthly');
    await page.goto('/private/profile#subscription');
    await expect(part.getByText('Next payment')).toBeVisible();
    await expect(part.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
    await expect(part.getByText('$5.99')).toBeVisible();
    await expectNoOverflow(page);
    await accessible(page, { dark: true });

    // By keyboard: what is due is said before anything changes.
    await part.getByRole('button', { name: 'Change the plan' }).press('Enter');
    const change = page.getByRole('dialog', { name: 'Change to yearly' });
    await expect(change.getByText('Due now')).toBeVisible();
    await expect(change.getByText(/^\$4[34]\b/)).toBeVisible();
    await accessible(page);
    await page.context().setOffline(true);
    await change.getByRole('button', { name: 'Change to yearly' }).click();
    await expect(change.getByRole('alert').filter({ hasText: 'You are offline, and nothing was charged.' })).toBeVisible();
    await page.context().setOffline(false);
    expect(await coverageOf(page, nora)).toMatchObject({ plan: 'monthly' });
    await change.getByRole('button', { name: 'Change to yearly' }).press('Enter');
    await expect(change).toHaveCount(0);
    await expect(part.getByRole('heading', { name: 'Yearly' })).toBeVisible();
    expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', plan: 'yearly' });

    await part.getByRole('button', { name: 'End the plan' }).click();
    const end = page.getByRole('dialog', { name: 'End the yearly plan?' });
    await expect(end.getByText(/^Everyone keeps everything until/)).toBeVisible();
    await accessible(page);
    await end.getByRole('button', { name: 'Keep it' }).click();
    await expect(end).toHaveCount(0);
    await part.getByRole('button', { name: 'End the plan' }).click();
    await end.getByRole('button', { name: 'End the plan' }).click();
    await expect(part.getByRole('button', { name: 'Let it go on' })).toBeVisible();
    await expect(part.getByText(/the export stays open/)).toBeVisible();
    expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await accessible(page, { dark: true });
    await part.getByRole('button', { name: 'Let it go on' }).click();
    await expect(part.getByRole('button', { name: 'End the plan' })).toBeVisible();
    expect(await coverageOf(page, nora)).toMatchObject({ cancel_at_period_end: false });
  },
);

test('who pays again and again may pay once instead, and then nothing is due any more', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  await buyPlan(page, nora, 'monthly');
  await logIn(page, nora, '/private/profile#subscription');
  const part = page.locator('#subscription');
  await part.getByRole('link', { name: 'Pay once instead' }).click();
  await expect(page.getByText('You are covered')).toBeVisible();
  await page.getByRole('button', { name: 'What it costs once' }).click();
  await accessible(page, { dark: true });
  await page.getByRole('button', { name: 'Continue with lifetime' }).click();
  await typeCard(page, cards.good);
  await payButton(page, '$199').click();
  await page.waitForURL('**/subscribe?checkout=lifetime');
  await expect(page.getByText('Covered for good')).toBeVisible();
  await page.goto('/private/profile#subscription');
  await expect(part.getByText(/Nothing is ever due again/)).toBeVisible();
  await expect(part.getByRole('button')).toHaveCount(0);
  await accessible(page);
});

test('who is covered by somebody else sees who covers them, and is offered nothing', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await buyPlan(page, nora, 'yearly');
  await logIn(page, ruth, '/private/profile#subscription');
  const part = page.locator('#subscription');
  await expect(part.getByRole('heading', { name: /has you covered$/ })).toBeVisible();
  await expect(part.getByRole('button')).toHaveCount(0);
  await expect(part.getByRole('link')).toHaveCount(0);
  await expect(page.getByText(/\$\d/)).toHaveCount(0);
  await accessible(page, { dark: true });
});
