import type { Invitation, InvitationPreview, OpenInvitation } from '@heartwood/contract/invitations';
import type { Media } from '@heartwood/contract/media';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { ShownLanguage } from '@heartwood/contract/languages';
import type { Session } from '#features/accounts/actions.ts';
import { enterNamedFamily, familyById, membershipsOf } from '#features/family/actions.ts';
import { isGuardian, relationshipLabel } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds, presentMediumOf } from '#features/media/present.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { listedInvitations, permissions, statusOf } from './rules.ts';
import * as store from './store.ts';

const seenBy = ({ db }: Platform, scope: FamilyScope): Promise<store.SentInvitation[]> =>
  store.invitationsOf(db, scope, { limit: listedInvitations, ...(isGuardian(scope.role) ? {} : { inviterId: scope.userId }) });

/** The invitations a member sees, open and past, the newest first. */
export async function presentInvitations(platform: Platform, scope: FamilyScope): Promise<Invitation[]> {
  return presentAll(platform, scope, await seenBy(platform, scope));
}

/** What a user can take back, in every family they are in, whatever covers it. */
export async function presentRevocable(platform: Platform, session: Session): Promise<OpenInvitation[]> {
  const now = platform.clock.now();
  const families = await membershipsOf(platform.db, session.userId);
  const found = families.map(async ({ familyId }) => {
    const scope = await enterNamedFamily(platform, session, familyId);
    const rows = (await seenBy(platform, scope)).filter((row) => permissions(scope, row, now).revoke);
    return rows.map(({ id, email, name }) => ({ id, family_id: familyId, email, name }));
  });
  return (await Promise.all(found)).flat();
}

/** As what a member was invited, and by whom: what they were told in the invitation, whatever has been said of them since. */
export async function presentAccepted({ db }: Platform, scope: FamilyScope): Promise<{ inviter_id: string; relationship_id: number }[]> {
  const rows = await store.acceptedInvitations(db, scope);
  return rows.map(({ inviterId, relationshipId }) => ({ inviter_id: inviterId, relationship_id: relationshipId }));
}

/** One invitation. @throws Refused not_found */
export async function presentInvitationById(platform: Platform, scope: FamilyScope, id: string): Promise<Invitation> {
  const [invitation] = await presentAll(platform, scope, await store.invitationsOf(platform.db, scope, { id }));
  if (!invitation) throw refuse.notFound();
  return invitation;
}

async function presentAll(platform: Platform, scope: FamilyScope, rows: store.SentInvitation[]): Promise<Invitation[]> {
  const ids = rows.flatMap(({ mediumId }) => mediumId ?? []);
  const media = ids.length > 0 ? await presentMediaByIds(platform, scope, ids) : new Map<string, Media>();
  return rows.map((row) => presentInvitation(platform, scope, row, media.get(row.mediumId ?? '') ?? null));
}

function presentInvitation({ clock }: Platform, scope: FamilyScope, row: store.SentInvitation, media: Media | null): Invitation {
  const now = clock.now();
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    heartwood_id: row.personId,
    relationship_id: row.relationshipId,
    relationship: relationshipLabel(translatorOf(scope.language), row.relationshipId, row.relationshipLabel),
    message: row.message,
    media,
    status: statusOf(row, now),
    inviter: { user_id: row.inviterId, name: row.inviterName },
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    can: permissions(scope, row, now),
  };
}

/** What the holder of a link may know before they accept. */
export async function presentPreview(
  platform: Platform,
  found: store.InvitationByToken,
  language: ShownLanguage,
): Promise<InvitationPreview> {
  const { pictures } = platform;
  const { invitation, familyName, inviterName, inviterPortrait } = found;
  return {
    inviter: { name: inviterName, image: inviterPortrait ? pictures.portraitView('portraits', inviterPortrait) : null },
    family: { name: familyName },
    email: invitation.email,
    name: invitation.name,
    relationship_id: invitation.relationshipId,
    relationship: relationshipLabel(translatorOf(language), invitation.relationshipId, invitation.relationshipLabel),
    message: invitation.message,
    media: invitation.mediumId ? await presentMediumOf(platform, invitation.familyId, invitation.mediumId) : null,
    expires_at: found.expiresAt.toISOString(),
  };
}

/** The family a user has joined. @throws Refused not_found */
export async function presentJoined(platform: Platform, familyId: string): Promise<{ id: string; name: string }> {
  const family = await familyById(platform.db, familyId);
  if (!family) throw refuse.notFound();
  return { id: family.id, name: family.name };
}
