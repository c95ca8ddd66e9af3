import { growthApi } from '@heartwood/contract/growth';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentEntry, presentGrowth } from './present.ts';

/** How people grow. */
export function growthRoutes(app: FastifyInstance): void {
  serve(app, growthApi.list, {
    handle: ({ platform, scope, query }) => presentGrowth(platform, scope, query.person ?? scope.personId),
  });
  serve(app, growthApi.add, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentEntry(platform, scope, await actions.addEntry(platform, scope, body, idempotency)),
  });
  serve(app, growthApi.settings, { handle: ({ platform, scope, body }) => actions.setEarlyWeeks(platform, scope, body) });
  serve(app, growthApi.remove, {
    family: ({ platform, params }) => actions.familyOfEntry(platform, params.id),
    target: ({ platform, scope, params }) => actions.visibleEntry(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.removeEntry(platform, scope, target);
      return null;
    },
  });
}
