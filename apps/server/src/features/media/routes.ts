import type { UploadedFile } from '@heartwood/contract/fields';
import { mediaApi } from '@heartwood/contract/media';
import type { FastifyInstance } from 'fastify';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentMedium, presentMediumById } from './present.ts';
import * as store from './store.ts';

/** The path names a medium one may see, in whichever of one's families it is. */
const aMedium = byId(store.familyOf, actions.visibleMedium);

/** Photos and films: sending one, looking at it, trimming a film, deleting it. */
export function mediaRoutes(app: FastifyInstance): void {
  serve(app, mediaApi.upload, {
    handle: async ({ platform, scope, body, idempotency }) => {
      const id = await actions.uploadMedium(platform, scope, body.file as UploadedFile, idempotency);
      return presentMediumById(platform, scope, id);
    },
  });
  serve(app, mediaApi.show, {
    ...aMedium,
    handle: async ({ platform, scope, target }) => ({ media: presentMedium(platform, target, scope) }),
  });
  serve(app, mediaApi.trim, {
    ...aMedium,
    handle: async ({ platform, scope, target, body, idempotency }) =>
      presentMediumById(platform, scope, await actions.trimFilm(platform, scope, target, body, idempotency)),
  });
  serve(app, mediaApi.remove, {
    ...aMedium,
    handle: async ({ platform, scope, target }) => {
      await actions.deleteMedium(platform, scope, target);
      return null;
    },
  });
}
