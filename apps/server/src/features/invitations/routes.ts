import { invitationsApi } from '@heartwood/contract/invitations';
import { acceptedLanguage, writtenLanguage } from '@heartwood/messages/languages';
import { message } from '@heartwood/messages/message';
import type { FastifyInstance } from 'fastify';
import { presentProfile } from '#features/accounts/present.ts';
import { deviceNameOf } from '#features/accounts/rules.ts';
import { byId } from '#platform/http/by-id.ts';
import { Answer, serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentAccepted, presentInvitationById, presentInvitations, presentJoined, presentPreview, presentRevocable } from './present.ts';
import * as store from './store.ts';

/** How one invitation is found from its path: its family first, then whether the caller sees it. */
const named = byId(store.familyOf, actions.findInvitation);

/** Inviting, and what the holder of a link may do. */
export function invitationsRoutes(app: FastifyInstance): void {
  serve(app, invitationsApi.send, {
    handle: async ({ platform, session, scope, body, idempotency }) => {
      const id = await actions.sendInvitation(platform, session, scope, body, idempotency);
      return { invitation: await presentInvitationById(platform, scope, id) };
    },
  });
  serve(app, invitationsApi.list, { handle: async ({ platform, scope }) => ({ invitations: await presentInvitations(platform, scope) }) });
  serve(app, invitationsApi.revocable, {
    handle: async ({ platform, session }) => ({ invitations: await presentRevocable(platform, session) }),
  });
  serve(app, invitationsApi.accepted, { handle: async ({ platform, scope }) => ({ invitations: await presentAccepted(platform, scope) }) });
  serve(app, invitationsApi.resend, {
    ...named,
    handle: async ({ platform, session, scope, target }) => {
      await actions.resendInvitation(platform, session, scope, target);
      return { invitation: await presentInvitationById(platform, scope, target.id) };
    },
  });
  serve(app, invitationsApi.revoke, {
    ...named,
    handle: async ({ platform, scope, target }) => {
      await actions.revokeInvitation(platform, scope, target);
      return null;
    },
  });
  serve(app, invitationsApi.validate, {
    handle: async ({ platform, body, request }) =>
      presentPreview(
        platform,
        await actions.openLink(platform, body.token, request.ip),
        acceptedLanguage(request.headers['accept-language']) ?? 'en',
      ),
  });
  serve(app, invitationsApi.accept, {
    handle: async ({ platform, body, request, idempotency }) => {
      const deviceName = body.device_name ?? deviceNameOf(request.headers['user-agent']);
      const from = { address: request.ip, deviceName, locale: writtenLanguage(request.language ?? 'en') };
      const { token, userId } = await actions.acceptInvitation(platform, body, from, idempotency);
      return new Answer({ token, profile: await presentProfile(platform, userId) }, { message: message('invitations.answers.accepted') });
    },
  });
  serve(app, invitationsApi.join, {
    handle: async ({ platform, session, body, request, idempotency }) => {
      const id = await actions.joinByInvitation(platform, session, body.token, request.ip, idempotency);
      return { family: await presentJoined(platform, id) };
    },
  });
}
