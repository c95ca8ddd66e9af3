import { familyApi, type FamilySummary } from '@heartwood/contract/family';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import type { CoverFor } from './emails.ts';
import { oneFamily, presentMemberById, presentMembers } from './present.ts';

/** What families need from the features above them. */
export interface FamilyPorts {
  /** A user's families, and whether each is covered, as it is now. */
  familiesOf: (platform: Platform, userId: string) => Promise<FamilySummary[]>;
  coverFor: CoverFor;
}

const named = ({ params }: { params: { id: string } }) => params.id;

/** Families, and who is in them. */
export function familyRoutes(app: FastifyInstance, ports: FamilyPorts): void {
  const familyOf = async (platform: Platform, userId: string, id: string) => ({
    family: oneFamily(await ports.familiesOf(platform, userId), id),
  });

  serve(app, familyApi.families, {
    handle: async ({ platform, session }) => ({ families: await ports.familiesOf(platform, session.userId) }),
  });
  serve(app, familyApi.start, {
    handle: async ({ platform, session, body, idempotency }) => {
      const id = await actions.startAnotherFamily(platform, session.userId, body.name, idempotency);
      return familyOf(platform, session.userId, id);
    },
  });
  serve(app, familyApi.rename, {
    target: ({ platform, session, params }) => actions.enterNamedFamily(platform, session, params.id),
    handle: async ({ platform, session, params, body, target }) => {
      await actions.renameFamily(platform, target, body.name);
      return familyOf(platform, session.userId, params.id);
    },
  });
  serve(app, familyApi.choose, {
    target: ({ platform, session, params }) => actions.enterNamedFamily(platform, session, params.id),
    handle: async ({ platform, session, params, target }) => {
      await actions.chooseFamily(platform, target);
      return familyOf(platform, session.userId, params.id);
    },
  });
  serve(app, familyApi.members, {
    family: named,
    handle: async ({ platform, scope }) => ({ members: await presentMembers(platform, scope) }),
  });
  serve(app, familyApi.changeRole, {
    family: named,
    members: 'all',
    target: ({ platform, scope, params }) => actions.memberOf(platform, scope, params.user_id),
    handle: async ({ platform, scope, params, body }) => {
      await actions.changeRole(platform, scope, params.user_id, body.role);
      return { member: await presentMemberById(platform, scope, params.user_id) };
    },
  });
  serve(app, familyApi.removeMember, {
    family: named,
    members: 'all',
    target: ({ platform, scope, params }) => actions.memberOf(platform, scope, params.user_id),
    handle: async ({ platform, scope, params }) => {
      await actions.removeMember(platform, scope, params.user_id);
      return null;
    },
  });
  serve(app, familyApi.handOver, {
    family: named,
    members: 'all',
    handle: async ({ platform, scope, session, params, body }) => {
      await actions.handOver(platform, scope, body.user_id, ports.coverFor);
      return familyOf(platform, session.userId, params.id);
    },
  });
}
