import type { UploadedFile } from '@heartwood/contract/fields';
import { mediaApi } from '@heartwood/contract/media';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { presentMedium, presentMediumById } from './present.ts';

const family = ({ platform, params }: { platform: Platform; params: { id: string } }) => actions.familyOfMedium(platform, params.id);

/** Photos and films: sending one, looking at it, trimming a film, deleting it. */
export function mediaRoutes(app: FastifyInstance): void {
  serve(app, mediaApi.upload, {
    handle: async ({ platform, scope, body, idempotency }) => {
      const id = await actions.uploadMedium(platform, scope, body.file as UploadedFile, idempotency);
      return presentMediumById(platform, scope, id);
    },
  });
  serve(app, mediaApi.show, {
    family,
    target: ({ platform, scope, params }) => actions.visibleMedium(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => ({ media: presentMedium(platform, target, scope) }),
  });
  serve(app, mediaApi.trim, {
    family,
    target: ({ platform, scope, params }) => actions.visibleMedium(platform, scope, params.id),
    handle: async ({ platform, scope, target, body, idempotency }) =>
      presentMediumById(platform, scope, await actions.trimFilm(platform, scope, target, body, idempotency)),
  });
  serve(app, mediaApi.remove, {
    family,
    target: ({ platform, scope, params }) => actions.visibleMedium(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.deleteMedium(platform, scope, target);
      return null;
    },
  });
}
