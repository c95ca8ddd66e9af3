import { peopleApi } from '@heartwood/contract/people';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentKinds, presentPeople, presentPerson, presentRelationship } from './present.ts';

/** The people a family remembers, and how one is related to them. */
export function peopleRoutes(app: FastifyInstance): void {
  serve(app, peopleApi.kinds, { handle: async ({ session }) => ({ relationships: presentKinds(session.language) }) });
  serve(app, peopleApi.list, { handle: async ({ platform, scope }) => ({ relationships: await presentPeople(platform, scope) }) });
  serve(app, peopleApi.children, {
    handle: async ({ platform, scope }) => ({ children: await presentPeople(platform, scope, { childrenOnly: true }) }),
  });
  serve(app, peopleApi.add, {
    handle: async ({ platform, scope, body, idempotency }) => {
      const id = await actions.addPerson(platform, scope, body, idempotency);
      return { relationship: await presentPerson(platform, scope, id) };
    },
  });
  serve(app, peopleApi.update, {
    handle: async ({ platform, scope, body }) => {
      const id = await actions.updatePerson(platform, scope, body);
      return { relationship: await presentPerson(platform, scope, id) };
    },
  });
  serve(app, peopleApi.show, {
    target: ({ platform, scope, params }) => actions.findPerson(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => ({ relationship: presentRelationship(platform, scope, target) }),
  });
  serve(app, peopleApi.remove, {
    target: ({ platform, scope, params }) => actions.findPerson(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.removePerson(platform, scope, target.person.id);
      return null;
    },
  });
}
