import { momentsApi } from '@heartwood/contract/moments';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { presentKept, presentMilestones, presentMoment, presentMoments, presentShared } from './present.ts';

/** The path names a moment one may see, in whichever of one's families it is. */
const aMoment = {
  family: ({ platform, params }: { platform: Platform; params: { id: string } }) => actions.familyOfMoment(platform, params.id),
  target: ({ platform, scope, params }: { platform: Platform; scope: FamilyScope; params: { id: string } }) =>
    actions.visibleMoment(platform, scope, params.id),
};

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
  serve(app, momentsApi.restore, {
    ...aMoment,
    target: ({ platform, scope, params }) => actions.restorableMoment(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreMoment(platform, scope, target);
      return presentMoment(platform, scope, target.id);
    },
  });
  serve(app, momentsApi.share, {
    ...aMoment,
    handle: async ({ platform, scope, target, body }) =>
      presentShared(platform, scope, target.id, await actions.shareMoment(platform, scope, target, body)),
  });
}
