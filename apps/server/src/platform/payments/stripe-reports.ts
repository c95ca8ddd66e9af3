import { z } from 'zod';
import { createClient } from './stripe.ts';
import type { StripeConfig } from './stripe.ts';

/** Something the provider has reported, as far as it is believed: that it happened, and whose account is to be looked at. */
interface Report {
  id: string;
  type: string;
  customerId: string | null;
  /** Where no customer is named, the payment it is about. */
  paymentId: string | null;
}

/** Reads what the provider reports. */
export interface Reports {
  /**
   * @param body as it came, to the byte
   * @returns undefined where the signature is none of ours, is too old, or the report is of the other mode (test or live)
   */
  read(body: Buffer, signature: string | undefined, now: Date): Report | undefined;
}

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ object: z.string(), id: z.string().nullish(), customer: reference, payment_intent: reference }) }),
});

/** Seconds a signature is good for. */
const tolerance = 300;

/** Reports of Stripe's, signed with one of the secrets of its webhook. */
export function createReports(config: StripeConfig): Reports {
  const { webhooks } = createClient(config);
  const isSigned = (body: Buffer, signature: string, secret: string, now: Date): boolean => {
    try {
      webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime());
      return true;
    } catch {
      return false;
    }
  };
  return {
    read(body, signature, now) {
      if (!signature || !config.webhookSecrets.some((secret) => isSigned(body, signature, secret, now))) return undefined;
      const read = event.safeParse(JSON.parse(body.toString('utf8')));
      if (!read.success || read.data.livemode !== config.isLive) return undefined;
      const { id, type, data } = read.data;
      const { object } = data;
      const customerId = object.object === 'customer' ? (object.id ?? null) : (object.customer ?? null);
      return { id, type, customerId, paymentId: object.payment_intent ?? null };
    },
  };
}
