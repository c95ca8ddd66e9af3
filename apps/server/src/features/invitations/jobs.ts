import { invitationHours } from '@heartwood/contract/limits';
import { translatorOf } from '@heartwood/messages/catalogues';
import { lockUser, readerOf, userByEmail } from '#features/accounts/actions.ts';
import { record } from '#features/activity/actions.ts';
import { nameOf, roleOf } from '#features/family/actions.ts';
import { relationshipLabel } from '#features/family/rules.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import { eachFamily } from '#platform/jobs/each-family.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { invitationMail } from './emails.ts';
import { forgottenAfterDays, mayInvite } from './rules.ts';
import * as store from './store.ts';

const forgetting: JobKind<object> = { name: 'invitations-forget', concurrency: 1, timeout: 600, retries: 3 };

/** Forgets address, name and message of invitations that were never accepted, some time after the invitation has ended. */
export async function forgetInvitations(platform: Platform): Promise<void> {
  const before = plus(platform.clock.now(), { days: -forgottenAfterDays });
  const families = (await store.familiesWithEnded(platform.db, before)).map((familyId) => ({ familyId }));
  await eachFamily(platform, families, 'invitations could not be forgotten', ({ familyId }) => {
    const errand = actForFamily(familyId, 'invitations that nobody accepted are forgotten');
    return platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await store.forgetEnded(tx, errand, before)));
  });
}

/** Registers the jobs of invitations; they run every hour. */
export function invitationsJobs(platform: Platform): void {
  platform.jobs.schedule(forgetting, '45 * * * *', () => forgetInvitations(platform));
}

/** An invitation as it is sent. */
type Mailed = Pick<
  store.InvitationRow,
  'id' | 'email' | 'name' | 'message' | 'mediumId' | 'letter' | 'relationshipId' | 'relationshipLabel' | 'inviterId'
>;

/** Sends an invitation with a new link, which is good for three days; an older link is void. */
export async function sendNow(platform: Platform, tx: Tx, scope: FamilyScope | FamilyErrand, invitation: Mailed): Promise<void> {
  const now = platform.clock.now();
  const token = newToken();
  const expiresAt = plus(now, { hours: invitationHours });
  await store.updateInvitation(tx, scope, invitation.id, { tokenHash: hashToken(token), sentAt: now, expiresAt });
  await mailInvitation(platform, tx, scope, { ...invitation, token, expiresAt });
  await record(platform, tx, scope, { type: 'invitation.sent', ids: { invitation_id: invitation.id } });
}

/** Sends what a user has written before their address was confirmed, once it is; until then nothing. */
export async function sendWaiting(platform: Platform, tx: Tx, userId: string): Promise<void> {
  if ((await store.waitingOf(tx, userId)).length === 0) return;
  // Held, so that an address that is confirmed at the same time finds what was just written, or is found here.
  const user = await lockUser(tx, userId);
  if (!user?.emailVerifiedAt) return;
  for (const invitation of await store.lockWaiting(tx, userId)) {
    const role = await roleOf(tx, invitation.familyId, userId);
    const errand = actForFamily(invitation.familyId, 'the address of who invites was confirmed');
    if (role && mayInvite(role, invitation.role)) await sendNow(platform, tx, errand, invitation);
  }
}

async function mailInvitation(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope | FamilyErrand,
  { email, name, message, mediumId, token, expiresAt, ...sent }: Mailed & { token: string; expiresAt: Date },
): Promise<void> {
  const { firstname, lastname } = await nameOf(tx, sent.inviterId);
  // An address without an account is written to in the language of the inviter.
  const language = (await userByEmail(tx, email))?.locale ?? (await readerOf(tx, sent.inviterId)).language;
  const about = {
    to: { address: email, name },
    language,
    inviter: `${firstname} ${lastname}`.trim(),
    family: await store.familyName(tx, scope),
    relation: {
      relationship_id: sent.relationshipId,
      relationship: relationshipLabel(translatorOf(language), sent.relationshipId, sent.relationshipLabel),
    },
    message,
    isSpoken: mediumId !== null,
    hasLetter: sent.letter,
    token,
    expiresAt,
  };
  await platform.mail.send(tx, invitationMail(platform.config.publicUrl, about), { userId: sent.inviterId });
}
