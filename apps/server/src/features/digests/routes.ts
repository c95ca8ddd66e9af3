import { digestsApi } from '@heartwood/contract/digests';
import type { FastifyInstance } from 'fastify';
import { HeaderAnswer, serve } from '#platform/http/serve.ts';
import { choose } from './actions.ts';
import { stopPage } from './emails.ts';

/** Stopping mails by the link in them, without signing in. */
export function digestsRoutes(app: FastifyInstance): void {
  // The same address as `oneClick`, for who opens it in a browser: a page that asks first.
  app.get<{ Querystring: { token?: string } }>('/api/unsubscribe', { schema: { hide: true } }, ({ query }, reply) =>
    reply.redirect(stopPage(app.platform.config.publicUrl, String(query.token ?? '')), 303),
  );
  serve(app, digestsApi.oneClick, {
    handle: async ({ platform, query }) => {
      await choose(platform, query.token, true);
      return new HeaderAnswer({});
    },
  });
  serve(app, digestsApi.choose, { handle: ({ platform, body }) => choose(platform, body.token, body.stopped) });
}
