import { birthdaysApi } from '@heartwood/contract/birthdays';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { presentBirthdays, presentGathered, presentWish } from './present.ts';
import * as store from './store.ts';

/** The path names a person. */
const aPerson = {
  target: ({ platform, scope, params }: { platform: Platform; scope: FamilyScope; params: { heartwood_id: string } }) =>
    actions.celebratedPerson(platform, scope, params.heartwood_id),
};
/** The path names a wish one may read, in whichever of one's families it is. */
const aWish = byId(store.familyOf, actions.visibleWish);

/** Birthdays ahead, and what is wished for them. */
export function birthdaysRoutes(app: FastifyInstance): void {
  serve(app, birthdaysApi.list, {
    handle: async ({ platform, scope, query }) => ({ birthdays: await presentBirthdays(platform, scope, query) }),
  });
  serve(app, birthdaysApi.wishes, {
    ...aPerson,
    handle: ({ platform, scope, target, query }) => presentGathered(platform, scope, target, query.on),
  });
  serve(app, birthdaysApi.make, {
    ...aPerson,
    handle: async ({ platform, scope, target, body, idempotency }) => {
      const { wish } = await presentWish(platform, scope, await actions.makeWish(platform, scope, target, body, idempotency));
      return { ...(await presentGathered(platform, scope, target, wish.birthday_on)), wish };
    },
  });
  serve(app, birthdaysApi.remind, {
    ...aPerson,
    handle: async ({ platform, scope, target, body }) => {
      const reminded = await actions.remind(platform, scope, target, body.user_ids);
      return { ...(await presentGathered(platform, scope, target)), reminded };
    },
  });
  serve(app, birthdaysApi.thank, {
    ...aPerson,
    handle: async ({ platform, scope, target, body, idempotency }) => {
      await actions.thank(platform, scope, target, body, idempotency);
      return presentGathered(platform, scope, target, body.on);
    },
  });
  serve(app, birthdaysApi.change, {
    ...aWish,
    handle: async ({ platform, scope, target, body }) => {
      await actions.changeWish(platform, scope, target, body);
      return presentWish(platform, scope, target.wish.id);
    },
  });
  serve(app, birthdaysApi.remove, {
    ...aWish,
    handle: async ({ platform, scope, target }) => {
      await actions.takeBackWish(platform, scope, target);
      return null;
    },
  });
}
