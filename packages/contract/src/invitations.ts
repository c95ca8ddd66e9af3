import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  confirmsPassword,
  email,
  familyChoice,
  givenPassword,
  id,
  image,
  integer,
  newPassword,
  nothing,
  optional,
  pathId,
  requiredText,
  text,
  timestamp,
  token,
} from './fields.ts';
import { limits } from './limits.ts';
import { media } from './media.ts';
import { profile } from './profiles.ts';

/** An invitation as the family sees it; `media` is its spoken message. */
export const invitation = z.object({
  id,
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(['guardian', 'relative']),
  heartwood_id: id.nullable(),
  relationship_id: z.int(),
  relationship: z.string(),
  message: z.string().nullable(),
  media: media.nullable(),
  /** `waiting`: not sent before the address of who invites is confirmed. */
  status: z.enum(['waiting', 'open', 'accepted', 'expired', 'revoked']),
  inviter: z.object({ user_id: id, name: z.string() }),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  can: z.object({ resend: z.boolean(), revoke: z.boolean() }),
});

/** An invitation that can be taken back: no more of it than is needed to know which one it is. */
const openInvitation = z.object({ id, family_id: id, email: z.string(), name: z.string().nullable() });

/** What somebody who holds an invitation's link may know before they accept. */
const invitationPreview = z.object({
  inviter: z.object({ name: z.string(), image: image.nullable() }),
  family: z.object({ name: z.string() }),
  email: z.string(),
  name: z.string().nullable(),
  relationship_id: z.int(),
  relationship: z.string(),
  message: z.string().nullable(),
  media: media.nullable(),
  expires_at: timestamp,
});

/** Inviting somebody into a family, and accepting. */
export const invitationsApi = {
  send: endpoint({
    method: 'POST',
    url: '/api/send-account-invitation',
    access: 'member',
    status: 201,
    summary: 'Invite somebody by e-mail',
    body: z.object({
      email,
      name: optional(text(limits.name)),
      /** Somebody without an account whom the family remembers already: who is invited is them. For guardians. */
      heartwood_id: optional(id),
      relationship_id: integer.pipe(z.int().min(1).max(28)),
      relationship_label: optional(text(limits.name)),
      role: z.enum(['guardian', 'relative']),
      message: optional(text(limits.description)),
      media_id: optional(id),
      /** Whether they get one letter a week of what happens, instead of mails as usual. Left out, grandparents who come as relatives do. */
      letter: z.boolean().optional(),
      /** Whether it may wait until the address of who invites is confirmed, and leave then. Else whoever has not confirmed theirs is refused. */
      waits: z.boolean().optional(),
      family_id: id.optional(),
    }),
    data: z.object({ invitation }),
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/invitations',
    access: 'member',
    summary: 'Invitations, open and past',
    querystring: familyChoice,
    data: z.object({ invitations: z.array(invitation) }),
  }),
  revocable: endpoint({
    method: 'GET',
    url: '/api/invitations/open',
    access: 'account',
    summary: 'Invitations one can take back, in every family one is in, covered or not',
    data: z.object({ invitations: z.array(openInvitation) }),
  }),
  accepted: endpoint({
    method: 'GET',
    url: '/api/invitations/accepted',
    access: 'member',
    summary: 'As what one was invited into a family, and by whom',
    querystring: familyChoice,
    data: z.object({ invitations: z.array(z.object({ inviter_id: id, relationship_id: z.int() })) }),
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/invitations/:id/resend',
    access: 'member',
    summary: 'Send an invitation again; the old link is void',
    params: z.object({ id: pathId }),
    data: z.object({ invitation }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/invitations/:id',
    access: 'member',
    summary: 'Take an invitation back',
    params: z.object({ id: pathId }),
    data: nothing,
  }),
  validate: endpoint({
    method: 'POST',
    url: '/api/validate-invite',
    access: 'public',
    summary: 'Who invites, to which family, with which words',
    body: z.object({ token }),
    data: invitationPreview,
  }),
  accept: endpoint({
    method: 'POST',
    url: '/api/accept-invite',
    access: 'public',
    summary: 'Accept an invitation with a new account',
    body: z
      .object({
        name: requiredText(limits.name),
        email,
        password: newPassword,
        password_confirmation: givenPassword,
        token,
        device_name: optional(text(limits.name)),
      })
      .refine(confirmsPassword.check, confirmsPassword.options),
    data: z.object({ token: z.string(), profile }),
  }),
  join: endpoint({
    method: 'POST',
    url: '/api/invitations/accept',
    access: 'account',
    logged: true,
    summary: 'Accept an invitation with the account one has',
    body: z.object({ token }),
    data: z.object({ family: z.object({ id, name: z.string() }) }),
  }),
} as const;

/** An invitation. */
export type Invitation = z.output<typeof invitation>;
/** An invitation that can be taken back. */
export type OpenInvitation = z.output<typeof openInvitation>;
/** What the holder of a link may know. */
export type InvitationPreview = z.output<typeof invitationPreview>;
