import { passwordsApi } from '@heartwood/contract/passwords';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentFreshness } from './present.ts';

/** A password that was forgotten, and one that is known: choosing another, giving it again. */
export function passwordsRoutes(app: FastifyInstance): void {
  serve(app, passwordsApi.forgot, {
    handle: async ({ platform, body }) => {
      await actions.forgotPassword(platform, body.email);
      return { sent: true as const };
    },
  });
  serve(app, passwordsApi.reset, {
    handle: async ({ platform, body, request }) => {
      await actions.resetPassword(platform, body, { address: request.ip });
      return null;
    },
  });
  serve(app, passwordsApi.update, {
    handle: async ({ platform, session, body }) => {
      await actions.updatePassword(platform, session, body);
      return null;
    },
  });
  serve(app, passwordsApi.confirm, {
    handle: async ({ platform, session, body }) => presentFreshness(await actions.confirmPassword(platform, session, body.password)),
  });
}
