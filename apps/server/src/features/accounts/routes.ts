import { accountsApi } from '@heartwood/contract/accounts';
import type { Coverage } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { writtenLanguage } from '@heartwood/messages/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import type { Session, WhenRegistered } from './actions.ts';
import { deleteAccount } from './erasure.ts';
import type { FamiliesLeft } from './erasure.ts';
import { presentKnownUser, presentProfile, presentSession, presentUser } from './present.ts';
import { deviceNameOf } from './rules.ts';

/** What accounts need from the features above them. */
export interface AccountPorts extends FamiliesLeft {
  /** Starts the first family, in the registration's transaction. */
  whenRegistered: WhenRegistered;
  /** The families of a user, what covers them, and whether the user can have bills. */
  standingOf: (platform: Platform, session: Session) => Promise<{ families: FamilySummary[]; subscription: Coverage; billed: boolean }>;
}

const sender = (request: FastifyRequest, deviceName: string | null) => ({
  address: request.ip,
  deviceName: deviceName ?? deviceNameOf(request.headers['user-agent']),
  locale: writtenLanguage(request.language ?? 'en'),
});

/** Registering, signing in and out, devices signed in, deleting the account. */
export function accountsRoutes(app: FastifyInstance, ports: AccountPorts): void {
  const { standingOf, whenRegistered, familiesIn, isErased } = ports;
  serve(app, accountsApi.register, {
    handle: async ({ platform, body, request, idempotency }) => {
      const { token, userId } = await actions.register(platform, body, sender(request, body.device_name), { idempotency, whenRegistered });
      return { token, profile: await presentProfile(platform, userId) };
    },
  });
  serve(app, accountsApi.registerMobile, {
    handle: async ({ platform, body, request, idempotency }) => {
      const { token, userId } = await actions.register(platform, body, sender(request, body.device_name), { idempotency, whenRegistered });
      return { token, profile: await presentProfile(platform, userId), user: await presentUser(platform, userId) };
    },
  });
  serve(app, accountsApi.login, {
    handle: async ({ platform, body, request }) => {
      const { token, user } = await actions.login(platform, body, sender(request, body.device_name));
      return { token, user: presentKnownUser(platform, user) };
    },
  });
  serve(app, accountsApi.logout, {
    handle: async ({ platform, session }) => {
      await actions.endSession(platform, session.userId, session.id);
      return null;
    },
  });
  serve(app, accountsApi.me, {
    handle: async ({ platform, session }) => {
      const { userId } = session;
      const [user, profile] = await Promise.all([presentUser(platform, userId), presentProfile(platform, userId)]);
      return { user: { ...user, email_verified: session.emailVerified }, profile, ...(await standingOf(platform, session)) };
    },
  });
  serve(app, accountsApi.sessions, {
    handle: async ({ platform, session }) => {
      const rows = await actions.sessionsOf(platform, session.userId);
      return { sessions: rows.map((row) => presentSession(row, session.id)) };
    },
  });
  serve(app, accountsApi.endSession, {
    handle: async ({ platform, session, params }) => {
      await actions.endSession(platform, session.userId, params.id);
      return null;
    },
  });
  serve(app, accountsApi.deleteAccount, {
    handle: async ({ platform, session }) => {
      await deleteAccount(platform, session, { familiesIn, isErased });
      return null;
    },
  });
}
