import { treasuresApi } from '@heartwood/contract/treasures';
import type { FastifyInstance } from 'fastify';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentCategories, presentSubcategory } from './present.ts';
import type { KeptFor } from './present.ts';
import * as store from './store.ts';

/** What treasures need from the features above them. */
export interface TreasurePorts {
  /** What of the family's posts a user may see, by where it is kept. */
  keptFor: KeptFor;
}

/** The path names a subcategory, of whichever of one's families; one that ships is every family's. */
const aSubcategory = byId(store.familyOf, actions.knownSubcategory);

/** Categories of treasures, and a family's own subcategories. */
export function treasuresRoutes(app: FastifyInstance, { keptFor }: TreasurePorts): void {
  serve(app, treasuresApi.list, { handle: ({ platform, scope }) => presentCategories(platform, scope, keptFor) });
  serve(app, treasuresApi.addSubcategory, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentSubcategory(platform, scope, await actions.addSubcategory(platform, scope, body, idempotency), keptFor),
  });
  serve(app, treasuresApi.renameSubcategory, {
    ...aSubcategory,
    handle: async ({ platform, scope, target, body }) => {
      await actions.renameSubcategory(platform, scope, target, body);
      return presentSubcategory(platform, scope, target.id, keptFor);
    },
  });
  serve(app, treasuresApi.removeSubcategory, {
    ...aSubcategory,
    handle: async ({ platform, scope, target }) => {
      await actions.removeSubcategory(platform, scope, target);
      return null;
    },
  });
}
