import type { FamilyRole } from '@heartwood/contract/family';
import type { Invitation } from '@heartwood/contract/invitations';
import { message } from '@heartwood/messages/message';
import { isGuardian } from '#features/family/rules.ts';
import type { LimitRule } from '#platform/http/limits.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';

/** Refuses a link that never was. */
export const unknownLink = () => new Refused('not_found', message('failures.invalidInvitation'));
/** Refuses a link that was. */
export const endedLink = () => new Refused('gone', message('failures.invalidInvitation'));

/** How often a family may invite, and links be tried. Mails to one address are counted with all others to it. Sending again counts as sending. */
export const invitationLimits = {
  perFamily: { name: 'invitations', points: 20, seconds: 86_400 },
  triesFromAddress: { name: 'invitation-token', points: 30, seconds: 15 * 60 },
} as const satisfies Record<string, LimitRule>;

/** The most invitations one answer lists, the newest first. */
export const listedInvitations = 200;

/** Whether a member may invite with this role: guardians with every role, relatives with that of relatives. */
export const mayInvite = (inviter: FamilyRole, role: Invitation['role']): boolean => isGuardian(inviter) || role === 'relative';

/** Refuses to send before the address of who invites is confirmed. */
export const unconfirmedAddress = () => refuse.forbidden(message('invitations.refusals.unverified'));

/** How many invitations of one member wait, at most, until their address is confirmed: as many as a family sends in a day. */
export const waitingInvitations = invitationLimits.perFamily.points;

/** @throws Refused forbidden where a member may not invite for a role @param waits whether it may wait until the sender's address is confirmed */
export function assertMaySend(
  sender: { emailVerified: boolean },
  inviter: FamilyRole,
  role: Invitation['role'],
  { waits = false }: { waits?: boolean | undefined } = {},
): void {
  if (!sender.emailVerified && !waits) throw unconfirmedAddress();
  if (!mayInvite(inviter, role)) throw refuse.forbidden(message('invitations.refusals.guardians'));
}

/** Days after which an invitation that was never accepted is forgotten, from when it ended. */
export const forgottenAfterDays = 30;

/**
 * Whether a member may say which person of the family is invited. Guardians alone: the person who accepts sees what is kept of that person.
 */
export const mayNamePerson = (inviter: FamilyRole): boolean => isGuardian(inviter);

/** What is stored about an invitation that decides what has become of it. */
interface InvitationState {
  acceptedAt: Date | null;
  revokedAt: Date | null;
  /** Null while it waits. */
  expiresAt: Date | null;
}

/** What has become of an invitation by now. */
export function statusOf(invitation: InvitationState, now: Date): Invitation['status'] {
  if (invitation.acceptedAt) return 'accepted';
  if (invitation.revokedAt) return 'revoked';
  if (!invitation.expiresAt) return 'waiting';
  return now < invitation.expiresAt ? 'open' : 'expired';
}

/** Whether a member sees an invitation: guardians all of the family's, relatives their own. */
export const maySee = (viewer: { role: FamilyRole; userId: string }, invitation: { inviterId: string }): boolean =>
  isGuardian(viewer.role) || viewer.userId === invitation.inviterId;

/** What a member may do with an invitation they see. Sending again serves also one that has run out. */
export function permissions(
  viewer: { role: FamilyRole; userId: string },
  invitation: InvitationState & Pick<Invitation, 'role'>,
  now: Date,
): Invitation['can'] {
  const status = statusOf(invitation, now);
  return {
    resend: (status === 'open' || status === 'expired') && mayInvite(viewer.role, invitation.role),
    revoke: status === 'open' || status === 'waiting',
  };
}

/** Whether a link can be followed: open, and its sender still may invite for this role. */
export function isGood(
  { invitation, inviterRole }: { invitation: InvitationState & Pick<Invitation, 'role'>; inviterRole: FamilyRole | null },
  now: Date,
): boolean {
  return statusOf(invitation, now) === 'open' && inviterRole !== null && mayInvite(inviterRole, invitation.role);
}
