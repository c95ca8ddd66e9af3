import { familyApi, relationshipKinds } from '@heartwood/contract/family';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentPeople, presentPerson, presentRelationship } from './present.ts';

/** The people a family remembers, and how one is related to them. */
export function peopleRoutes(app: FastifyInstance): void {
  serve(app, familyApi.kinds, { handle: async () => ({ relationships: relationshipKinds.map((kind) => ({ ...kind })) }) });
  serve(app, familyApi.people, { handle: async ({ platform, scope }) => ({ relationships: await presentPeople(platform, scope) }) });
  serve(app, familyApi.children, {
    handle: async ({ platform, scope }) => ({ children: await presentPeople(platform, scope, { childrenOnly: true }) }),
  });
  serve(app, familyApi.addPerson, {
    handle: async ({ platform, scope, body, once }) => {
      const id = await actions.addPerson(platform, scope, body, once);
      return { relationship: await presentPerson(platform, scope, id) };
    },
  });
  serve(app, familyApi.updatePerson, {
    handle: async ({ platform, scope, body }) => {
      const id = await actions.updatePerson(platform, scope, body);
      return { relationship: await presentPerson(platform, scope, id) };
    },
  });
  serve(app, familyApi.showPerson, {
    target: ({ platform, scope, params }) => actions.findPerson(platform, scope, params.id),
    handle: async ({ platform, target }) => ({ relationship: presentRelationship(platform, target) }),
  });
  serve(app, familyApi.removePerson, {
    target: ({ platform, scope, params }) => actions.findPerson(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.removePerson(platform, scope, target.person.id);
      return null;
    },
  });
}
