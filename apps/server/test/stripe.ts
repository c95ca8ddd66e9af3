import type { LightMyRequestResponse } from 'fastify';
import type { DestinationStream } from 'pino';
import { startApp, testStart } from './app.ts';
import type { TestApp } from './app.ts';
import { addPrices, signatureOf, stripeKeys, StripeServer } from './stripe-server.ts';

/** A server of ours whose payments are at a Stripe of this machine, with the prices as they are configured. */
export async function startWithStripe(
  env: Record<string, string> = {},
  options: { jobs?: boolean; logTo?: DestinationStream } = {},
): Promise<TestApp & { stripe: StripeServer }> {
  let clock = () => testStart;
  const stripe = new StripeServer(() => clock());
  const base = await stripe.listen();
  const app = await startApp({ ...options, env: { ...stripeKeys, STRIPE_API_BASE: base, ...env } });
  clock = () => app.clock.now();
  // What looks at Stripe every two minutes is called by the test that is about it.
  await app.platform.db.$client.query(`delete from pgboss.schedule where name = 'billing-missed'`);
  addPrices(stripe);
  const close = async () => {
    await app.close();
    await stripe.close();
  };
  return { ...app, close, stripe };
}

/** Sends a report as Stripe does. @param more.age seconds since it was signed */
export function report(
  at: TestApp,
  event: object | string,
  more: { secret?: string; age?: number; header?: string } = {},
): Promise<LightMyRequestResponse> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = Math.floor(at.clock.now().getTime() / 1_000) - (more.age ?? 0);
  const header = more.header ?? signatureOf(payload, more.secret ?? 'whsec_new', timestamp);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header };
  return at.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
}
