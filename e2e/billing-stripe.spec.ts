import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { addPrices, signatureOf, StripeServer } from '../apps/server/test/stripe-server.ts';
import { endTrial } from './database.ts';
import { expect, expectNoOverflow, logIn, newAccount, quiet, someEmail, test } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import type { Account } from './fixture.ts';
import { bearer } from './makers.ts';
import { holdBack } from './network.ts';
import { goOn } from './running-app.ts';

// A server with Stripe's keys, whose pages may load Stripe's script. The script is told here, and Stripe is a server of this machine: nothing
// leaves it.

test.describe.configure({ mode: 'default', timeout: 120_000 });

let server: ServerProcess;
let home: string;
const stripe = new StripeServer(() => new Date());
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  home = `http://localhost:${port}`;
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-stripe-')), port, {
    PUBLIC_URL: home,
    STRIPE_SECRET_KEY: 'rk_test_heartwood',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_heartwood',
    STRIPE_WEBHOOK_SECRET: 'whsec_heartwood',
    STRIPE_API_BASE: await stripe.listen(),
  });
  addPrices(stripe);
  await server.start();
});
test.afterAll(async () => {
  await server.remove();
  await stripe.close();
});

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
  await expect(page.getByRole('region', { name: 'Pay by card' }), 'what was pressed has gone').toBeFocused();
  await expect(pay).toBeInViewport();
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
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeFocused();
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
  await test.step('who goes back to the choice before that page comes stays there', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/subscription/checkout', (route) => released.then(() => route.fallback()), { times: 1 });
    await page.getByRole('button', { name: 'Pay on a page of Stripe' }).click();
    await page.getByRole('button', { name: 'Other plans' }).click();
    await expect(page.getByRole('button', { name: 'Continue with yearly' })).toBeVisible();
    const answered = page.waitForResponse('**/api/subscription/checkout');
    release();
    await (await answered).finished();
    await quiet(page);
    await page.getByRole('button', { name: 'Continue with yearly' }).click();
  });
  await page.getByRole('button', { name: 'Pay on a page of Stripe' }).click();
  await expect(page.getByRole('heading', { name: 'The page of Stripe' })).toBeVisible();
  const both = [{ plan: 'yearly' }, { plan: 'yearly', hosted: true }];
  expect(bodies).toEqual([...both, ...both]);
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

/** Has Stripe report something about one of its objects. */
async function report(page: Page, type: string, object: object): Promise<void> {
  const data = JSON.stringify(stripe.account.event(type, object));
  const signature = signatureOf(data, 'whsec_heartwood', Math.floor(Date.now() / 1_000));
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  expect((await page.request.post('/api/stripe/webhook', { headers, data })).status()).toBe(200);
}

/** Pays what is open at Stripe. @returns its session */
async function payAtStripe(page: Page) {
  const open = [...stripe.account.sessions.values()].findLast(({ status }) => status === 'open');
  const session = stripe.account.complete(open?.id ?? '');
  await report(page, 'checkout.session.completed', session);
  return session;
}

/** When the server says that a plan stands as it should: reports are looked at a moment later. */
const standsAs = (page: Page, by: Account, expected: Record<string, unknown>) =>
  expect(async () => {
    const answer = await page.request.get('/api/subscription', { headers: bearer(by) });
    expect(((await answer.json()) as { data: object }).data).toMatchObject(expected);
  }).toPass();

test('a payment that failed is put right at Stripe, where cards are looked after, and bills lead to their pages', async ({
  newPerson,
  accessible,
  expectRefusal,
}) => {
  for (const status of [402, 503]) expectRefusal(status);
  const page = await newPerson(home);
  const nora = await newAccount(page);
  await endTrial(nora, server.dataDir);
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route('https://billing.stripe.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stripe</title><h1>Cards at Stripe</h1>' }),
  );
  await logIn(page, nora, '/subscribe');
  await test.step('the form comes into view, and the way back leads to the plan that was left', async () => {
    const lifetime = page.getByRole('button', { name: 'Continue with lifetime' });
    await lifetime.click();
    await expect(page.getByRole('button', { name: 'Pay at Stripe' })).toBeInViewport();
    await page.getByRole('button', { name: 'Other plans' }).click();
    await expect(lifetime).toBeFocused();
  });
  await page.goto('/paywall');
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await expect(page.getByRole('button', { name: 'Pay at Stripe' })).toBeVisible();
  const { subscription } = await payAtStripe(page);
  const id = subscription as string;
  await page.getByRole('button', { name: 'Pay at Stripe' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you. Everyone is in' })).toBeVisible();

  await page.goto('/private/profile#subscription');
  const part = page.locator('#subscription');
  await expect(part.getByText('Next payment')).toBeVisible();
  const bill = part.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
  await expect(bill).toHaveCount(1);
  await expect(bill.getByRole('link', { name: /^Invoice of/ })).toHaveAttribute('href', 'https://invoice.stripe.example/x');
  await expectNoOverflow(page);
  await accessible(page, { dark: true });
  stripe.mood = 'down';
  await part.getByRole('button', { name: 'Cards and addresses' }).click();
  await expect(part.getByRole('alert').filter({ hasText: 'Payments cannot be reached right now.' })).toBeVisible();
  await accessible(page, { dark: true });
  stripe.mood = 'well';

  await test.step('who has gone on before the page for cards opens stays where they are', async () => {
    const release = await holdBack(page, '**/api/subscription/portal');
    await part.getByRole('button', { name: 'Cards and addresses' }).click();
    await goOn(page, '/faq');
    const answered = page.waitForResponse('**/api/subscription/portal');
    release();
    await (await answered).finished();
    await quiet(page);
    await expect(page).toHaveURL(/\/faq$/);
    await goOn(page, '/private/profile#subscription');
  });

  stripe.account.renew(id, false);
  await report(page, 'invoice.payment_failed', stripe.account.billsOf(id).at(-1)!);
  await standsAs(page, nora, { status: 'past_due' });
  await page.reload();
  await expect(part.getByText('Payment due')).toBeVisible();
  await expect(part.getByText(/^Give a card that works/)).toBeVisible();
  await accessible(page, { dark: true });
  await part.getByRole('button', { name: 'Give another card' }).click();
  await expect(page.getByRole('heading', { name: 'Cards at Stripe' })).toBeVisible();
  const asked = stripe.asked.findLast(({ path }) => path.startsWith('/v1/billing_portal'));
  expect(asked?.body['return_url']).toBe(`${home}/private/profile#subscription`);

  stripe.account.recover(id);
  await report(page, 'invoice.paid', stripe.account.billsOf(id).at(-1)!);
  await standsAs(page, nora, { status: 'active', plan: 'yearly' });
  await page.goto('/private/profile#subscription');
  await expect(part.getByText('Next payment')).toBeVisible();
  await expect(bill).toHaveCount(2);
});

test('a year for another family is paid in our page, and its code goes off once Stripe says so', async ({ newPerson, accessible }) => {
  const page = await newPerson(home);
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await logIn(page, await newAccount(page), '/gift');
  const friend = someEmail('lena');
  await page.getByLabel('Whose e-mail it goes to').fill(friend);
  await page.getByLabel('Your words to them').fill('For the little one.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay at Stripe' })).toBeVisible();
  await accessible(page, { dark: true });
  await page.getByRole('button', { name: 'Change something' }).click();
  await expect(page.getByLabel('Whose e-mail it goes to')).toHaveValue(friend);
  await expect(page.getByLabel('Your words to them')).toHaveValue('For the little one.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay at Stripe' })).toBeVisible();
  const open = [...stripe.account.sessions.values()].at(-1)!;
  expect(open.return_url).toBe(`${home}/gift?checkout=gift`);
  await page.goto(open.return_url ?? '');
  await expect(page.getByRole('heading', { name: 'We are asking whether your payment has arrived' })).toBeVisible();
  await payAtStripe(page);
  await expect(page.getByRole('heading', { name: 'Thank you. The code is on its way' })).toBeVisible();
  linkIn(await mailTo(friend, /A year of Heartwood/, server.dataDir), '/gift/redeem');
  await page.getByRole('link', { name: 'Years you have given' }).click();
  await expect(page.getByLabel('Your words to them')).toHaveValue('');
});
