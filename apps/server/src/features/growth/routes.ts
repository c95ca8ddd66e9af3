import { growthApi } from '@heartwood/contract/growth';
import type { FastifyInstance } from 'fastify';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentEntry, presentGrowth, presentSettings } from './present.ts';
import * as store from './store.ts';

/** How people grow. */
export function growthRoutes(app: FastifyInstance): void {
  serve(app, growthApi.list, {
    handle: ({ platform, scope, query }) => presentGrowth(platform, scope, query.person ?? scope.personId),
  });
  serve(app, growthApi.add, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentEntry(platform, scope, await actions.addEntry(platform, scope, body, idempotency)),
  });
  serve(app, growthApi.settings, {
    handle: async ({ platform, scope, body }) => presentSettings(await actions.setEarlyWeeks(platform, scope, body)),
  });
  serve(app, growthApi.remove, {
    ...byId(store.familyOf, actions.visibleEntry),
    handle: async ({ platform, scope, target }) => {
      await actions.removeEntry(platform, scope, target);
      return null;
    },
  });
}
