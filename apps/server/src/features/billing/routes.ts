import { billingApi } from '@heartwood/contract/billing';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { presentPlans, presentStanding } from './present.ts';

/** What covers a user, and what can be bought. */
export function billingRoutes(app: FastifyInstance): void {
  serve(app, billingApi.subscription, { handle: async ({ platform, session }) => (await presentStanding(platform, session)).subscription });
  serve(app, billingApi.plans, { handle: async ({ platform }) => ({ plans: presentPlans(platform.config.plans) }) });
}
