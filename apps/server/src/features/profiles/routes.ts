import { profilesApi } from '@heartwood/contract/profiles';
import type { FastifyInstance } from 'fastify';
import { presentProfile } from '#features/accounts/present.ts';
import { serve } from '#platform/http/serve.ts';
import { editProfile } from './actions.ts';

/** What users say about themselves. */
export function profilesRoutes(app: FastifyInstance): void {
  serve(app, profilesApi.show, { handle: async ({ platform, session }) => [await presentProfile(platform, session.userId)] });
  serve(app, profilesApi.update, {
    handle: async ({ platform, session, body }) => {
      await editProfile(platform, session.userId, body);
      return presentProfile(platform, session.userId);
    },
  });
}
