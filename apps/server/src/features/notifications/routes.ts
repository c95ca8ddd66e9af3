import { notificationsApi } from '@heartwood/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { changePreferences, readNotifications } from './actions.ts';
import { presentNotifications, presentPreferences, presentUnread } from './present.ts';

/** What a user is told of, and how they want to be. */
export function notificationsRoutes(app: FastifyInstance): void {
  serve(app, notificationsApi.list, { handle: ({ platform, session, query }) => presentNotifications(platform, session, query) });
  serve(app, notificationsApi.read, {
    handle: async ({ platform, session, body }) => {
      await readNotifications(platform, session.userId, body.ids);
      return presentUnread(platform, session);
    },
  });
  serve(app, notificationsApi.preferences, { handle: ({ platform, session }) => presentPreferences(platform, session) });
  serve(app, notificationsApi.prefer, {
    handle: async ({ platform, session, body }) => {
      await changePreferences(platform, session.userId, body);
      return presentPreferences(platform, session);
    },
  });
}
