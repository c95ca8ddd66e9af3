import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { expect, logIn, newAccount, test } from './fixture.ts';

// A server with Stripe's keys, whose pages may load Stripe's script. The script and what Stripe decides are told here: nothing leaves this machine.

test.describe.configure({ mode: 'default', timeout: 120_000 });

let server: ServerProcess;
let home: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  home = `http://localhost:${port}`;
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-stripe-')), port, {
    PUBLIC_URL: home,
    STRIPE_SECRET_KEY: 'rk_test_heartwood',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_heartwood',
    STRIPE_WEBHOOK_SECRET: 'whsec_heartwood',
    STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}`,
  });
  await server.start();
});
test.afterAll(() => server.remove());

/** Stripe's script, as far as we use it: it keeps what it is asked, and draws a button that leads back. */
const script = `
  window.Stripe = (key, options) => ({
    createEmbeddedCheckoutPage: async (given) => {
      const secret = await given.fetchClientSecret();
      window.askedOfStripe = { key, locale: options.locale, secret, given: Object.keys(given) };
      let place;
      return {
        mount(node) {
          place = node;
          const button = document.createElement('button');
          button.textContent = 'Pay at Stripe';
          button.style.color = 'black';
          button.addEventListener('click', () => location.assign('/subscribe?checkout=plan'));
          node.append(button);
        },
        destroy() {
          place?.replaceChildren();
          window.askedOfStripe = undefined;
        },
      };
    },
  });
  window.Stripe.version = 'test';
`;
const asked = (page: Page) => page.evaluate(() => (window as { askedOfStripe?: unknown }).askedOfStripe);

/** What the server answers once it has opened a checkout at Stripe. @returns the bodies of what was asked */
async function withCheckouts(page: Page): Promise<object[]> {
  const bodies: object[] = [];
  await page.route('**/api/subscription/checkout', async (route) => {
    const body = route.request().postDataJSON() as { hosted?: boolean };
    bodies.push(body);
    const data = body.hosted
      ? { client_secret: null, url: 'https://checkout.stripe.com/c/pay/cs_test_1' }
      : { client_secret: 'cs_test_1_secret_2', url: null };
    await route.fulfill({ json: { success: true, data: { ...data, provider: 'stripe' } } });
  });
  return bodies;
}

/** An owner in the free time who has asked what the plans cost, and chosen the yearly one. */
async function chooseYearly(page: Page): Promise<void> {
  await logIn(page, await newAccount(page), '/paywall');
  await page.getByRole('button', { name: 'What it costs afterwards' }).click();
  await expect(page.getByText('You pay by card, at Stripe.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
}

test('the form of Stripe stands in our page, and coming back asks the server what is true', async ({ newPerson, accessible }) => {
  const page = await newPerson(home);
  const scripts: string[] = [];
  await page.route('https://js.stripe.com/**', (route) => {
    scripts.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const bodies = await withCheckouts(page);
  await logIn(page, await newAccount(page), '/paywall');
  await page.getByRole('button', { name: 'What it costs afterwards' }).click();
  await expect(page.getByText('You pay by card, at Stripe.')).toBeVisible();
  expect(scripts, 'nobody who does not pay loads anything of Stripe').toEqual([]);
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  const pay = page.getByRole('button', { name: 'Pay at Stripe' });
  await expect(pay).toBeVisible();
  expect(scripts).toHaveLength(1);
  expect(bodies).toEqual([{ plan: 'yearly' }]);
  expect(await asked(page)).toEqual({
    key: 'pk_test_heartwood',
    locale: 'en',
    secret: 'cs_test_1_secret_2',
    given: ['fetchClientSecret'],
  });
  await accessible(page, { dark: true });
  // Back to the plans takes the form away, and another choice makes a new one.
  await page.getByRole('button', { name: 'Other plans' }).click();
  await expect(pay).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await expect(pay).toBeVisible();
  expect(scripts, 'once for a page').toHaveLength(1);

  const day = new Date(Date.now() + 365 * 86_400_000).toISOString();
  let isPaid = false;
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    const paid = { ...data, status: 'active', plan: 'yearly', covered_until: day, provider: 'stripe' };
    await route.fulfill({ response, json: { success: true, data: isPaid ? paid : data } });
  });
  await pay.click();
  await page.waitForURL('**/subscribe?checkout=plan');
  await expect(page.getByRole('heading', { name: 'We are asking whether your payment has arrived' })).toBeVisible();
  isPaid = true;
  await expect(page.getByRole('heading', { name: 'Thank you. Everyone is in' })).toBeVisible();
  await expect(page.getByText(/^Yearly, renews on/)).toBeVisible();
  // What is asked in between is answered before the page goes.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a script that is held back is said so, and a page of Stripe takes its place', async ({ newPerson, accessible, troubles }) => {
  const page = await newPerson(home);
  await page.route('https://js.stripe.com/**', (route) => route.abort('blockedbyclient'));
  await page.route('https://checkout.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stripe</title><h1>The page of Stripe</h1>' }),
  );
  const bodies = await withCheckouts(page);
  await chooseYearly(page);
  await expect(page.getByRole('alert').filter({ hasText: 'The form for your card did not come.' })).toBeVisible();
  await accessible(page, { dark: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The form for your card did not come.' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay on a page of Stripe' }).click();
  await expect(page.getByRole('heading', { name: 'The page of Stripe' })).toBeVisible();
  expect(bodies).toEqual([{ plan: 'yearly' }, { plan: 'yearly', hosted: true }]);
  expect(
    troubles.filter((one) => !one.includes('ERR_BLOCKED_BY_CLIENT')),
    'nothing but what was held back',
  ).toEqual([]);
  troubles.length = 0;
});

test('a page of another server may not load the script of Stripe', async ({ page }) => {
  const policyOf = async (at: string) => (await page.request.get(at)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/paywall')).not.toContain('stripe');
  expect(await policyOf(`${home}/paywall`)).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/);
});
