import { addressesApi } from '@heartwood/contract/addresses';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import type { AddressesPorts } from './actions.ts';
import { presentProved } from './present.ts';

/** The e-mail address of an account: proving it, changing it. */
export function addressesRoutes(app: FastifyInstance, ports: AddressesPorts): void {
  serve(app, addressesApi.verify, {
    handle: async ({ platform, body, request }) =>
      presentProved(await actions.verifyEmail(platform, ports, body.token, { address: request.ip })),
  });
  serve(app, addressesApi.resendVerification, {
    handle: async ({ platform, session }) => {
      await actions.resendVerification(platform, session);
      return { sent: true as const };
    },
  });
  serve(app, addressesApi.change, {
    handle: async ({ platform, session, body }) => {
      await actions.changeEmail(platform, session, body.email);
      return { sent: true as const };
    },
  });
}
