import { accountsApi } from '@heartwood/contract/accounts';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';

/** The e-mail address of an account: proving it, changing it. */
export function addressesRoutes(app: FastifyInstance): void {
  serve(app, accountsApi.verifyEmail, {
    handle: async ({ platform, body, request }) => ({ email: await actions.verifyEmail(platform, body.token, { address: request.ip }) }),
  });
  serve(app, accountsApi.resendVerification, {
    handle: async ({ platform, session }) => {
      await actions.resendVerification(platform, session);
      return { sent: true as const };
    },
  });
  serve(app, accountsApi.changeEmail, {
    handle: async ({ platform, session, body }) => {
      await actions.changeEmail(platform, session, body.email);
      return { sent: true as const };
    },
  });
}
