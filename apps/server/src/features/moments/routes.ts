import { momentsApi } from '@heartwood/contract/moments';
import type { FastifyInstance } from 'fastify';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentDeletedMoments, presentKept, presentMilestones, presentMoment, presentMoments, presentShared } from './present.ts';
import * as store from './store.ts';

/** The path names a moment one may see, in whichever of one's families it is. */
const aMoment = byId(store.familyOf, actions.visibleMoment);

/** Moments and milestones. */
export function momentsRoutes(app: FastifyInstance): void {
  serve(app, momentsApi.list, { handle: ({ platform, scope, query }) => presentMoments(platform, scope, query) });
  serve(app, momentsApi.milestones, {
    handle: async ({ platform, scope, query }) => ({ milestones: await presentMilestones(platform, scope, query) }),
  });
  serve(app, momentsApi.keep, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentKept(platform, scope, await actions.keepMoment(platform, scope, body, idempotency)),
  });
  serve(app, momentsApi.show, { ...aMoment, handle: ({ platform, scope, target }) => presentMoment(platform, scope, target.id) });
  serve(app, momentsApi.edit, {
    ...aMoment,
    handle: async ({ platform, scope, target, body, request }) => {
      await actions.editMoment(platform, scope, target, body, request.headers['if-match']);
      return presentMoment(platform, scope, target.id);
    },
  });
  serve(app, momentsApi.remove, {
    ...aMoment,
    handle: async ({ platform, scope, target }) => {
      await actions.deleteMoment(platform, scope, target);
      return null;
    },
  });
  serve(app, momentsApi.deleted, { handle: ({ platform, scope, query }) => presentDeletedMoments(platform, scope, query) });
  serve(app, momentsApi.restore, {
    ...byId(store.familyOf, actions.restorableMoment),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreMoment(platform, scope, target);
      return presentMoment(platform, scope, target.id);
    },
  });
  serve(app, momentsApi.share, {
    ...aMoment,
    handle: async ({ platform, scope, target, body, idempotency }) =>
      presentShared(platform, scope, target.id, await actions.shareMoment(platform, scope, target, body, idempotency)),
  });
}
