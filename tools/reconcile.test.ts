import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { addPrices, StripeServer, stripeKeys } from '../apps/server/test/stripe-server.ts';
import { inRoot } from './paths.ts';
import { run } from './run.ts';

// `npm run reconcile` as an operator meets it, on a DATA_DIR in which somebody has paid and nothing of it was reported.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stripe: StripeServer;
let folder: string;
let server: ServerProcess;
let env: Record<string, string>;
let token: string;

beforeAll(async () => {
  stripe = new StripeServer(() => new Date());
  addPrices(stripe);
  folder = await mkdtemp(path.join(tmpdir(), 'heartwood-reconcile-'));
  env = { ...stripeKeys, STRIPE_API_BASE: await stripe.listen(), LOG_LEVEL: 'silent' };
  server = new ServerProcess(path.join(folder, 'data'), await freePort(), env);
  await server.start();
  const password = 'Kastanie-Baum-7';
  const person = { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com', password, password_confirmation: password };
  token = (await ask('POST', '/api/register', person)).token;
  await ask('POST', '/api/subscription/checkout', { plan: 'yearly' });
});
afterAll(async () => {
  await server.remove();
  await stripe.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, url: string, body?: object) {
  const answer = await fetch(server.base + url, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: { token: string; status: string } }).data;
}

const reconcile = (more: Record<string, string> = {}) =>
  run(process.execPath, [inRoot('tools/reconcile.ts')], { env: { ...env, DATA_DIR: server.dataDir, DATABASE_URL: '', ...more } });

test('beside a running server that keeps everything in DATA_DIR it says which one that is', async () => {
  const { code, output } = await reconcile();
  expect(code).toBe(1);
  expect(output).toContain(`${server.pid}`);
  expect(output.trim().split('\n')).toHaveLength(1);
});

test('what was paid and never reported counts afterwards; a second run changes nothing', async () => {
  expect((await ask('GET', '/api/subscription')).status).toBe('trialing');
  expect(await server.stop()).toBe(0);
  stripe.account.complete([...stripe.account.sessions.keys()].at(-1)!);
  for (const _ of ['once', 'twice']) {
    const { code, output } = await reconcile();
    expect([code, output]).toEqual([0, '1 customer was compared with Stripe.\n']);
  }
  // Nobody else tells the server: the provider is away when it starts.
  stripe.mood = 'down';
  await server.start();
  expect(await ask('GET', '/api/subscription')).toMatchObject({ status: 'active', plan: 'yearly', provider: 'stripe' });
  expect(await server.stop()).toBe(0);
});

test.for([
  ['a key that Stripe does not know', 'strange key', 'Stripe does not know the key in STRIPE_SECRET_KEY.'],
  ['a Stripe in trouble', 'down', 'Stripe is in trouble: down'],
  ['a Stripe that hangs up', 'resetting', 'Stripe cannot be reached.'],
] as const)('%s: said in one sentence, exit code 1', async ([, mood, why]) => {
  stripe.mood = mood;
  const { code, output } = await reconcile();
  expect([code, output]).toEqual([1, `1 of 1 customers could not be compared with the provider of payments: ${why}\n`]);
  stripe.mood = 'well';
});

test('without a key it is the sandbox that is compared, and that is said', async () => {
  const { code, output } = await reconcile({ STRIPE_SECRET_KEY: '' });
  expect([code, output]).toEqual([0, '0 customers were compared with the sandbox, because there is no key of Stripe’s.\n']);
});

test('a database that cannot be used is one sentence', async () => {
  const { code, output } = await reconcile({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` });
  expect(code).toBe(1);
  expect(output).toMatch(/^The database that DATABASE_URL names cannot be used \(ECONNREFUSED, 127\.0\.0\.1:\d+\)\.\n$/);
});
