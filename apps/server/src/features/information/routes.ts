import { informationApi } from '@heartwood/contract/information';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentSection, presentSections } from './present.ts';

/** What is good to know about a person, for guardians and for the person. */
export function informationRoutes(app: FastifyInstance): void {
  serve(app, informationApi.list, {
    target: ({ platform, scope, params }) => actions.knowable(platform, scope, params.name),
    handle: async ({ platform, scope, target }) => ({ sections: await presentSections(platform, scope, target) }),
  });
  serve(app, informationApi.show, {
    target: ({ platform, scope, params }) => actions.knowableSection(platform, scope, params),
    handle: ({ platform, scope, target }) => presentSection(platform, scope, target),
  });
  serve(app, informationApi.write, {
    target: ({ platform, scope, params }) => actions.knowableSection(platform, scope, params),
    handle: async ({ platform, scope, target, body, request }) => {
      await actions.writeSection(platform, scope, target, body, request.headers['if-match']);
      return presentSection(platform, scope, target);
    },
  });
}
