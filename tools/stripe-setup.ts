import { readConfig } from '../apps/server/src/platform/config.ts';
import { setUpStripe } from '../apps/server/src/platform/payments/stripe-setup.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { say } from './run.ts';

// `npm run stripe-setup`: makes products, prices and the webhook in the account of STRIPE_SECRET_KEY, as PLAN_AMOUNTS, PLAN_CURRENCY and
// PUBLIC_URL say. It can run again at any time: what is there stays.

try {
  const { stripe, ...config } = readConfig(process.env);
  if (!stripe) throw new StartupError('Set STRIPE_SECRET_KEY to a key of your account at Stripe.');
  if (!config.publicUrl.startsWith('https:') && stripe.isLive)
    throw new StartupError('Set PUBLIC_URL to where Stripe reaches this server, over https.');
  const { made, kept, webhookSecret } = await setUpStripe({ ...config, stripe });
  for (const one of kept) say(`There already: ${one}`);
  for (const one of made) say(`Made: ${one}`);
  if (webhookSecret) say(`Stripe tells this once; keep it: STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
