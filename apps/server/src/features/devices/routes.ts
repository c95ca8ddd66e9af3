import { devicesApi } from '@heartwood/contract/devices';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { forgetDevice, registerDevice } from './actions.ts';

/** Devices that get messages. */
export function devicesRoutes(app: FastifyInstance): void {
  serve(app, devicesApi.register, {
    handle: async ({ platform, session, body }) => {
      await registerDevice(platform, session, body);
      return null;
    },
  });
  serve(app, devicesApi.forget, {
    handle: async ({ platform, session, params }) => {
      await forgetDevice(platform, session.userId, params.token);
      return null;
    },
  });
}
