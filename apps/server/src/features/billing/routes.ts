import { billingApi } from '@heartwood/contract/billing';
import type { FastifyInstance } from 'fastify';
import { soleHeader } from '#platform/http/headers.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { hearReport } from './jobs.ts';
import {
  presentBills,
  presentChange,
  presentCheckout,
  presentGift,
  presentPlans,
  presentSandboxCheckout,
  presentStanding,
} from './present.ts';
import * as store from './store.ts';

/** What covers a user, what can be bought, and paying for it. */
export function billingRoutes(app: FastifyInstance): void {
  serve(app, billingApi.subscription, { handle: async ({ platform, session }) => (await presentStanding(platform, session)).subscription });
  serve(app, billingApi.plans, {
    handle: async ({ platform }) => ({ plans: presentPlans(platform.config.plans), provider: platform.payments.name }),
  });
  serve(app, billingApi.checkout, {
    handle: async ({ platform, session, body, idempotency }) => {
      const wanted = { plan: body.plan, hosted: body.hosted ?? false };
      return presentCheckout(platform, await actions.openCheckout(platform, session, wanted, idempotency));
    },
  });
  changingRoutes(app);
  serve(app, billingApi.invoices, {
    handle: async ({ platform, session }) => ({ invoices: presentBills(await actions.billedTo(platform, session)) }),
  });
  serve(app, billingApi.portal, { handle: async ({ platform, session }) => ({ url: await actions.openPortal(platform, session) }) });
  giftRoutes(app);
  sandboxRoutes(app);
  serve(app, billingApi.webhook, {
    handle: async ({ platform, request }) => {
      await hearReport(platform, request.body as Buffer, soleHeader(request.raw, 'stripe-signature'));
      return { received: true as const };
    },
  });
}

/** Another plan, the end of one, and taking that back. */
function changingRoutes(app: FastifyInstance): void {
  serve(app, billingApi.previewChange, {
    handle: async ({ platform, session, query }) => presentChange(await actions.previewChange(platform, session, query.plan), query.plan),
  });
  serve(app, billingApi.change, {
    handle: async ({ platform, session, body }) => presentChange(await actions.changePlan(platform, session, body.plan), body.plan),
  });
  serve(app, billingApi.cancel, {
    handle: async ({ platform, session }) => {
      await actions.setRenewal(platform, session, false);
      return (await presentStanding(platform, session)).subscription;
    },
  });
  serve(app, billingApi.resume, {
    handle: async ({ platform, session }) => {
      await actions.setRenewal(platform, session, true);
      return (await presentStanding(platform, session)).subscription;
    },
  });
}

/** A year for another family: giving and taking it. */
function giftRoutes(app: FastifyInstance): void {
  serve(app, billingApi.gifts, {
    handle: async ({ platform, session }) => ({ gifts: (await store.giftsOf(platform.db, session.userId)).map(presentGift) }),
  });
  serve(app, billingApi.giveYear, {
    handle: async ({ platform, session, body, idempotency }) =>
      presentCheckout(platform, await actions.openGift(platform, session, { ...body, hosted: body.hosted ?? false }, idempotency)),
  });
  serve(app, billingApi.redeem, {
    handle: async ({ platform, session, body }) => {
      await actions.redeemGift(platform, session, body.code);
      return (await presentStanding(platform, session)).subscription;
    },
  });
}

/** The endpoints of the sandbox's checkout. */
function sandboxRoutes(app: FastifyInstance): void {
  serve(app, billingApi.sandboxCheckout, {
    handle: async ({ platform, session, params }) => presentSandboxCheckout(await actions.sandboxCheckout(platform, session, params.id)),
  });
  serve(app, billingApi.sandboxPay, {
    handle: async ({ platform, session, body }) => {
      await actions.paySandbox(platform, session, { ...body, confirmed: body.confirmed ?? false });
      return { paid: true as const };
    },
  });
}
