import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../apps/server/test/process.ts';
import { StripeServer, stripeKeys } from '../apps/server/test/stripe-server.ts';
import { inRoot } from './paths.ts';
import { run } from './run.ts';

// `npm run stripe-setup` as an operator meets it: a process, what it says, and its exit code.

vi.setConfig({ testTimeout: 60_000 });

let stripe: StripeServer;
let base: string;
beforeEach(async () => {
  stripe = new StripeServer(() => new Date('2026-11-21T09:00:00Z'));
  base = await stripe.listen();
});
afterEach(() => stripe.close());

const setUp = (env: Record<string, string> = {}) =>
  run(process.execPath, [inRoot('tools/stripe-setup.ts')], {
    env: { ...stripeKeys, STRIPE_API_BASE: base, PUBLIC_URL: 'https://heartwood.example', ...env },
  });

test('makes what is missing and tells the secret once; the second time everything is there', async () => {
  const first = await setUp();
  expect(first.code, first.output).toBe(0);
  expect(first.output.match(/^Made: .+$/gm)).toHaveLength(8);
  expect(first.output).toMatch(/^Stripe tells this once; keep it: STRIPE_WEBHOOK_SECRET=whsec_\w+$/m);
  const before = JSON.stringify(stripe.account);
  const second = await setUp();
  expect(second.code, second.output).toBe(0);
  expect(second.output).not.toMatch(/Made|whsec_/);
  expect(second.output.match(/^There already: .+$/gm)).toHaveLength(5);
  expect(JSON.stringify(stripe.account)).toBe(before);
});

test('what was broken off is finished by the next run', async () => {
  stripe.breaksAfter = 4;
  const broken = await setUp();
  expect([broken.code, broken.output]).toEqual([1, 'Stripe is in trouble: down\n']);
  stripe.breaksAfter = Infinity;
  expect((await setUp()).code).toBe(0);
  expect(stripe.account.products.map(({ name }) => name)).toEqual(['Heartwood', 'Heartwood', 'Heartwood']);
  expect(stripe.account.prices).toHaveLength(4);
  expect(stripe.account.webhookEndpoints).toHaveLength(1);
});

test('without https there is no webhook, and how reports come all the same is said', async () => {
  const { code, output } = await setUp({ PUBLIC_URL: 'http://localhost:3000' });
  expect(code, output).toBe(0);
  expect(output).toContain('Left out: webhook http://localhost:3000/api/stripe/webhook');
  expect(stripe.account.webhookEndpoints).toEqual([]);
});

test.for([
  ['no key', 'well', { STRIPE_SECRET_KEY: '' }, 'Set STRIPE_SECRET_KEY to a key of your account at Stripe.'],
  ['a key that Stripe does not know', 'strange key', {}, 'Stripe does not know the key in STRIPE_SECRET_KEY.'],
  [
    'a key that may not do it',
    'poor key',
    {},
    'The key in STRIPE_SECRET_KEY may not do this at Stripe: The provided key does not have the required permissions.',
  ],
  [
    'keys of two modes',
    'well',
    { STRIPE_SECRET_KEY: 'rk_live_x' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes: one is live, the other one of a test.',
  ],
  [
    'real money without https',
    'well',
    { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', PUBLIC_URL: 'http://localhost:3000' },
    'Set PUBLIC_URL to where Stripe reaches this server, over https.',
  ],
  ['a Stripe in trouble', 'down', {}, 'Stripe is in trouble: down'],
  ['a Stripe that hangs up', 'resetting', {}, 'Stripe cannot be reached.'],
] as const)('%s: one sentence, exit code 1, and nothing is made', async ([, mood, env, sentence]) => {
  stripe.mood = mood;
  const before = JSON.stringify(stripe.account);
  const { code, output } = await setUp(env);
  expect([code, output]).toEqual([1, `${sentence}\n`]);
  expect(JSON.stringify(stripe.account)).toBe(before);
});

test('a Stripe that is not there is said', async () => {
  const { code, output } = await setUp({ STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` });
  expect([code, output]).toEqual([1, 'Stripe cannot be reached.\n']);
});
