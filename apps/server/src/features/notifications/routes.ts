import { notificationsApi } from '@heartwood/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { forgetDevice, registerDevice } from './actions.ts';

/** Devices that want to hear of news. */
export function notificationsRoutes(app: FastifyInstance): void {
  serve(app, notificationsApi.registerDevice, {
    handle: async ({ platform, session, body }) => {
      await registerDevice(platform, session, body);
      return null;
    },
  });
  serve(app, notificationsApi.forgetDevice, {
    handle: async ({ platform, session, params }) => {
      await forgetDevice(platform, session.userId, params.token);
      return null;
    },
  });
}
