import { readConfig } from '../apps/server/src/platform/config.ts';
import { PaymentsAway } from '../apps/server/src/platform/payments/payments.ts';
import { setUpStripe } from '../apps/server/src/platform/payments/stripe-setup.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { say } from './run.ts';

// `npm run stripe-setup`: makes products, prices and the webhook in the account of STRIPE_SECRET_KEY, as PLAN_AMOUNTS, PLAN_CURRENCY and
// PUBLIC_URL say. It can run again at any time: what is there stays. Exit code 1, and a sentence, where it could not be done.

try {
  const { stripe, ...config } = readConfig(process.env);
  if (!stripe) throw new StartupError('Set STRIPE_SECRET_KEY to a key of your account at Stripe.');
  if (!config.publicUrl.startsWith('https:') && stripe.isLive)
    throw new StartupError('Set PUBLIC_URL to where Stripe reaches this server, over https.');
  const { made, kept, left, webhookSecret } = await setUpStripe({ ...config, stripe });
  for (const one of kept) say(`There already: ${one}`);
  for (const one of made) say(`Made: ${one}`);
  for (const one of left)
    say(`Left out: ${one}, which Stripe reaches over https alone. "stripe listen --forward-to" hands its reports on, and tells a secret.`);
  if (webhookSecret) say(`Stripe tells this once; keep it: STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
} catch (error) {
  const isSaid = error instanceof StartupError || error instanceof PaymentsAway;
  say(isSaid ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
