import type { Invitation, InvitationPreview } from '@heartwood/contract/invitations';
import { familyById } from '#features/family/actions.ts';
import { isGuardian, relationshipLabel } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { listedInvitations, permissions, statusOf } from './rules.ts';
import * as store from './store.ts';

/** The invitations a member sees, open and past, the newest first. */
export async function presentInvitations(platform: Platform, scope: FamilyScope): Promise<Invitation[]> {
  const rows = await store.invitationsOf(platform.db, scope, {
    limit: listedInvitations,
    ...(isGuardian(scope.role) ? {} : { inviterId: scope.userId }),
  });
  return rows.map((row) => presentInvitation(platform, scope, row));
}

/** One invitation. @throws Refused not_found */
export async function presentInvitationById(platform: Platform, scope: FamilyScope, id: string): Promise<Invitation> {
  const [row] = await store.invitationsOf(platform.db, scope, { id });
  if (!row) throw refuse.notFound();
  return presentInvitation(platform, scope, row);
}

function presentInvitation({ clock }: Platform, scope: FamilyScope, row: store.SentInvitation): Invitation {
  const now = clock.now();
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    relationship_id: row.relationshipId,
    relationship: relationshipLabel(row.relationshipId, row.relationshipLabel),
    message: row.message,
    status: statusOf(row, now),
    inviter: { user_id: row.inviterId, name: row.inviterName },
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    can: permissions(scope, row, now),
  };
}

/** What the holder of a link may know before they accept. */
export function presentPreview({ pictures }: Platform, found: store.InvitationByToken): InvitationPreview {
  const { invitation, familyName, inviterName, inviterPortrait } = found;
  return {
    inviter: { name: inviterName, image: inviterPortrait ? pictures.portraitView('portraits', inviterPortrait) : null },
    family: { name: familyName },
    email: invitation.email,
    name: invitation.name,
    relationship: relationshipLabel(invitation.relationshipId, invitation.relationshipLabel),
    message: invitation.message,
    expires_at: invitation.expiresAt.toISOString(),
  };
}

/** The family somebody has joined. @throws Refused not_found */
export async function presentJoined(platform: Platform, familyId: string): Promise<{ id: string; name: string }> {
  const family = await familyById(platform.db, familyId);
  if (!family) throw refuse.notFound();
  return { id: family.id, name: family.name };
}
