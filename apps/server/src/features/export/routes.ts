import { exportApi } from '@heartwood/contract/export';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { recheckExport, startExport } from './actions.ts';
import { presentExport } from './present.ts';

/** Taking everything along; open to everybody with an account, covered or not. */
export function exportRoutes(app: FastifyInstance): void {
  serve(app, exportApi.start, {
    handle: async ({ platform, session, idempotency }) => {
      await startExport(platform, session, idempotency);
      return presentExport(platform, session.userId);
    },
  });
  serve(app, exportApi.show, {
    handle: async ({ platform, session }) => {
      await recheckExport(platform, session);
      return presentExport(platform, session.userId);
    },
  });
}
