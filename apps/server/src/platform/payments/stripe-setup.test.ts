import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { StripeServer, stripeKeys } from '#test/stripe-server.ts';
import { reportedEvents, setUpStripe } from './stripe-setup.ts';

let stripe: StripeServer;
let base: string;
beforeEach(async () => {
  stripe = new StripeServer(() => new Date('2026-11-21T09:00:00Z'));
  base = await stripe.listen();
});
afterEach(() => stripe.close());

const run = (env: Record<string, string> = {}) => {
  const { stripe: keys, ...config } = readConfig({ ...stripeKeys, STRIPE_API_BASE: base, PUBLIC_URL: 'https://heartwood.example', ...env });
  return setUpStripe({ ...config, stripe: keys! });
};

test('makes products, prices and the webhook, and nothing the second time', async () => {
  const first = await run();
  expect(first.made).toEqual([
    'product subscription',
    'price heartwood_monthly',
    'price heartwood_yearly',
    'product lifetime',
    'price heartwood_lifetime',
    'product gift',
    'price heartwood_gift',
    'webhook https://heartwood.example/api/stripe/webhook',
  ]);
  expect(first.webhookSecret).toMatch(/^whsec_/);
  expect(
    stripe.account.prices.map(({ lookup_key, unit_amount, currency, recurring }) => [lookup_key, unit_amount, currency, recurring]),
  ).toEqual([
    ['heartwood_monthly', 599, 'usd', { interval: 'month' }],
    ['heartwood_yearly', 4999, 'usd', { interval: 'year' }],
    ['heartwood_lifetime', 19_900, 'usd', null],
    ['heartwood_gift', 4999, 'usd', null],
  ]);
  const before = JSON.stringify(stripe.account);
  const second = await run();
  expect([second.made, second.webhookSecret]).toEqual([[], undefined]);
  expect(JSON.stringify(stripe.account)).toBe(before);
});

test('another amount gets a price of its own, and the webhook what it lacks', async () => {
  await run();
  stripe.account.webhookEndpoints[0]!.enabled_events = ['invoice.paid'];
  const changed = await run({ PLAN_AMOUNTS: '699,4999,19900' });
  expect(changed.made).toEqual(['price heartwood_monthly', 'webhook https://heartwood.example/api/stripe/webhook']);
  expect(
    stripe.account.prices.filter(({ lookup_key: key }) => key === 'heartwood_monthly').map(({ unit_amount: amount }) => amount),
  ).toEqual([699]);
  expect(stripe.account.webhookEndpoints[0]!.enabled_events).toEqual([...reportedEvents]);
});

test('keys of two modes are refused before anything is asked', () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' })).toThrow(/two modes/);
  expect(readConfig({ STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }).stripe?.isLive).toBe(true);
  expect(readConfig({ STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }).client.stripePublishableKey).toBeNull();
});
