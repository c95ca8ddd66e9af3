import type { Idea } from '@heartwood/contract/ideas';
import { inspirationApi } from '@heartwood/contract/inspiration';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentIdea, presentIdeas, presentOfWeek } from './present.ts';

/** The path names an idea. */
const anIdea = { target: ({ params }: { params: { slug: string } }): Promise<Idea> => actions.knownIdea(params.slug) };

/** Ideas, and what one says of them. */
export function inspirationRoutes(app: FastifyInstance): void {
  serve(app, inspirationApi.list, { handle: ({ platform, scope, query }) => presentIdeas(platform, scope, query) });
  serve(app, inspirationApi.weekly, {
    handle: async ({ platform, scope }) => presentOfWeek(platform, scope, await actions.ideaOfWeek(platform, scope)),
  });
  serve(app, inspirationApi.show, { ...anIdea, handle: ({ platform, scope, target }) => presentIdea(platform, scope, target) });
  serve(app, inspirationApi.skip, {
    ...anIdea,
    handle: async ({ platform, scope, target }) => presentOfWeek(platform, scope, await actions.skipIdea(platform, scope, target)),
  });
  serve(app, inspirationApi.unskip, {
    ...anIdea,
    handle: async ({ platform, scope, target }) => presentOfWeek(platform, scope, await actions.unskipIdea(platform, scope, target)),
  });
  for (const [endpoint, saved] of [[inspirationApi.save, true] as const, [inspirationApi.unsave, false] as const])
    serve(app, endpoint, {
      ...anIdea,
      handle: async ({ platform, scope, target }) => {
        await actions.saveIdea(platform, scope, target, saved);
        return presentIdea(platform, scope, target);
      },
    });
  for (const [endpoint, done] of [[inspirationApi.finish, true] as const, [inspirationApi.unfinish, false] as const])
    serve(app, endpoint, {
      ...anIdea,
      handle: async ({ platform, scope, target }) => {
        await actions.finishIdea(platform, scope, target, done);
        return presentIdea(platform, scope, target);
      },
    });
}
