import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { invitationsApi } from '@heartwood/contract/invitations';
import { usuallyLettered } from '@heartwood/contract/relationships';
import { problemMessage } from '@heartwood/messages/validation';
import { createAccount, prepareAccount, signInAgain, startSession, updateUser } from '#features/accounts/actions.ts';
import type { NewAccount, Sender, Session } from '#features/accounts/actions.ts';
import { accountLimits } from '#features/accounts/rules.ts';
import { record } from '#features/activity/actions.ts';
import { joinFamily, lockFamily, nameOf, relate, roleOf } from '#features/family/actions.ts';
import { relationOf, splitName } from '#features/family/rules.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { claimRecording } from '#features/media/actions.ts';
import { hasAccount } from '#features/people/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import { chargesFrom } from '#platform/http/limits.ts';
import { createIdempotently, createdBefore } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { Refused, refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import { joinedMail } from './emails.ts';
import { sendNow, sendWaiting } from './jobs.ts';
import {
  assertMaySend,
  endedLink,
  invitationLimits,
  isGood,
  mayNamePerson,
  maySee,
  permissions,
  unconfirmedAddress,
  unknownLink,
  waitingInvitations,
} from './rules.ts';
import * as store from './store.ts';

type NewInvitation = BodyOf<typeof invitationsApi.send>;

/**
 * Invites a person by mail, also with a spoken message. What the same member sent to the same address before is void. Where the sender's
 * address is not confirmed yet it waits until it is.
 * @returns the invitation's id
 * @throws Refused forbidden, rate_limited, validation_failed where the message is no recording of one's own, or the person has an account or is not there
 */
export async function sendInvitation(
  platform: Platform,
  session: Session,
  scope: FamilyScope,
  input: NewInvitation,
  idempotency: Idempotency | undefined,
): Promise<string> {
  assertMaySend(session, scope.role, input.role, input);
  await assertMayBe(platform, scope, input.heartwood_id);
  return createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
    const now = platform.clock.now();
    const { email, name, role, message, media_id: mediumId } = input;
    const id = newId(platform.clock);
    // Of two who invite one address at once, the later one finds what the earlier one has written.
    await lockFamily(tx, scope.familyId);
    await store.revokeEarlier(tx, scope, { inviterId: scope.userId, email }, now);
    if (mediumId) await claimRecording(platform, tx, scope, mediumId, 'media_id');
    const personId = input.heartwood_id ?? null;
    const sent = {
      email,
      name,
      role,
      message,
      personId,
      mediumId: mediumId ?? null,
      letter: input.letter ?? usuallyLettered(role, input.relationship_id),
      ...relationOf(input.relationship_id, input.relationship_label),
    };
    await store.insertInvitation(tx, scope, { id, ...sent, createdAt: now });
    if (session.emailVerified) await sendNow(platform, tx, scope, { id, ...sent, inviterId: scope.userId });
    else await letWait(platform, tx, scope);
    await countMail(platform, tx, scope, email);
    return id;
  });
}

/**
 * Sends an invitation again, with a new link and three more days. The old link is void, and so is what else its inviter has sent to the address.
 * @throws Refused forbidden, conflict, rate_limited
 */
export async function resendInvitation(
  platform: Platform,
  session: Session,
  scope: FamilyScope,
  invitation: store.SentInvitation,
): Promise<void> {
  assertMaySend(session, scope.role, invitation.role);
  await platform.db.transaction(async (tx) => {
    const now = platform.clock.now();
    await lockFamily(tx, scope.familyId);
    const row = await store.lockInvitation(tx, invitation.id);
    if (!row || !permissions(scope, row, now).resend) throw refuse.conflict(message('invitations.refusals.over'));
    await store.revokeEarlier(tx, scope, row, now);
    await sendNow(platform, tx, scope, row);
    await countMail(platform, tx, scope, row.email);
  });
}

/** Keeps an invitation that was just written until its sender's address is confirmed; where that happened meanwhile it leaves. @throws Refused forbidden */
async function letWait(platform: Platform, tx: Tx, scope: FamilyScope): Promise<void> {
  await sendWaiting(platform, tx, scope.userId);
  if ((await store.lockWaiting(tx, scope.userId)).length > waitingInvitations) throw unconfirmedAddress();
}

/** Takes an invitation back; its link is void. @throws Refused conflict where it is not open */
export async function revokeInvitation(platform: Platform, scope: FamilyScope, invitation: store.SentInvitation): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const now = platform.clock.now();
    const row = await store.lockInvitation(tx, invitation.id);
    if (!row || !permissions(scope, row, now).revoke) throw refuse.conflict(message('invitations.refusals.closed'));
    await store.updateInvitation(tx, scope, row.id, { revokedAt: now });
    await record(platform, tx, scope, { type: 'invitation.ended', ids: { invitation_id: row.id } });
  });
}

/** An invitation the scope's user sees. @throws Refused not_found */
export async function findInvitation(platform: Platform, scope: FamilyScope, id: string): Promise<store.SentInvitation> {
  const [row] = await store.invitationsOf(platform.db, scope, { id });
  if (!row || !maySee(scope, row)) throw refuse.notFound();
  return row;
}

/**
 * What a link leads to, while it is good. Links that are not are counted against the sender's address.
 * @throws Refused not_found for an unknown token, gone for one that was used, revoked or has expired, rate_limited
 */
export async function openLink(platform: Platform, token: string, address: string): Promise<store.InvitationByToken> {
  let refusal = unknownLink();
  const found = await platform.limits.attempt(chargesFrom(invitationLimits.triesFromAddress, address), async () => {
    const row = await store.invitationByToken(platform.db, hashToken(token));
    if (row && !isGood(row, platform.clock.now())) refusal = endedLink();
    return row && isGood(row, platform.clock.now()) ? row : undefined;
  });
  if (!found) throw refusal;
  return found;
}

/**
 * Accepts an invitation with a new account, and signs it in. The same request again signs in again, while the password is the same.
 * @throws Refused not_found, gone, validation_failed, rate_limited, conflict
 */
export async function acceptInvitation(
  platform: Platform,
  input: BodyOf<typeof invitationsApi.accept>,
  from: Sender,
  idempotency: Idempotency | undefined,
): Promise<{ token: string; userId: string }> {
  const before = idempotency && (await createdBefore(platform.db, idempotency));
  const { userId, token } = before ? { userId: before } : await makeMember(platform, input, from, idempotency);
  const signedIn = token ?? (await signInAgain(platform, userId, input.password, from.deviceName));
  if (!signedIn) throw endedLink();
  platform.log.info({ user: userId, from: from.address }, token ? 'registered by invitation' : 'signed in');
  return { userId, token: signedIn };
}

/** @returns the token where the account is new, none where the same request has made it meanwhile */
async function makeMember(
  platform: Platform,
  input: BodyOf<typeof invitationsApi.accept>,
  { address, locale, deviceName }: Sender,
  idempotency: Idempotency | undefined,
): Promise<{ userId: string; token: string | undefined }> {
  const { invitation } = await openLink(platform, input.token, address);
  const { email, password } = input;
  const account: NewAccount = { ...splitName(input.name), email, password, locale, emailVerified: email === invitation.email };
  const prepared = await prepareAccount(platform, account);
  let token: string | undefined;
  const userId = await createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
    const taken = await takeLink(platform, tx, input.token, invitation.familyId);
    const made = await createAccount(platform, tx, account, prepared).catch(sayHowToJoin);
    await welcome(platform, tx, taken, { userId: made, email });
    token = await startSession(platform, tx, made, deviceName);
    return made;
  });
  return { userId, token };
}

/**
 * Joins with an account that exists.
 * @returns the family's id
 * @throws Refused not_found, gone, rate_limited, conflict where they are in the family already
 */
export async function joinByInvitation(
  platform: Platform,
  session: Session,
  token: string,
  address: string,
  idempotency: Idempotency | undefined,
): Promise<string> {
  const joined = idempotency && (await createdBefore(platform.db, idempotency));
  const familyId = joined ?? (await joinBy(platform, session, token, address, idempotency));
  // Sent again by a user who has left meanwhile, it is a link like any other that is used up.
  if (!(await roleOf(platform.db, familyId, session.userId))) throw endedLink();
  return familyId;
}

async function joinBy(platform: Platform, session: Session, token: string, address: string, idempotency: Idempotency | undefined) {
  const { invitation } = await openLink(platform, token, address);
  return createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
    const taken = await takeLink(platform, tx, token, invitation.familyId);
    await welcome(platform, tx, taken, session);
    if (session.email === invitation.email && !session.emailVerified) {
      await updateUser(tx, session.userId, { emailVerifiedAt: platform.clock.now() });
      await sendWaiting(platform, tx, session.userId);
    }
    return invitation.familyId;
  });
}

/**
 * Uses a link up, in the transaction in which a user joins; of many at once one does. The family is held first, as everywhere.
 * @throws Refused gone
 */
async function takeLink(platform: Platform, tx: Tx, token: string, familyId: string): Promise<store.InvitationByToken> {
  const now = platform.clock.now();
  const held = await lockFamily(tx, familyId);
  const found = held ? await store.invitationByToken(tx, hashToken(token)) : undefined;
  if (!found || !isGood(found, now) || !(await store.takeInvitation(tx, hashToken(token), now))) throw endedLink();
  return found;
}

/** Makes a user a member as their invitation says, related to the inviter, who is told by mail. */
async function welcome(platform: Platform, tx: Tx, found: store.InvitationByToken, who: { userId: string; email: string }): Promise<void> {
  const { invitation, inviterName, inviterEmail, familyName } = found;
  const { familyId, inviterId, role, relationshipId, relationshipLabel: ownWords } = invitation;
  const { firstname, lastname } = await nameOf(tx, who.userId);
  const named = invitation.personId && found.inviterRole && mayNamePerson(found.inviterRole) ? { personId: invitation.personId } : {};
  const personId = await joinFamily(platform, tx, { familyId, userId: who.userId, firstname, lastname, role, ...named });
  await relate(platform, tx, { familyId, userId: inviterId, personId }, { relationshipId, ownWords });
  await store.setAcceptedBy(tx, invitation.id, who.userId);
  const errand = actForFamily(familyId, 'an invitation was accepted');
  await record(platform, tx, errand, { type: 'invitation.ended', ids: { invitation_id: invitation.id } });
  const joined = { name: `${firstname} ${lastname}`.trim(), email: who.email };
  await platform.mail.send(
    tx,
    joinedMail(platform.config.publicUrl, {
      to: { address: inviterEmail, name: inviterName },
      language: found.inviterLanguage,
      family: familyName,
      joined,
      invited: invitation,
      role,
    }),
    who,
  );
}

/** A user needs no second account. */
function sayHowToJoin(error: unknown): never {
  if (error instanceof Refused && error.errors?.['email']) throw refuse.invalid({ email: [message('invitations.refusals.taken')] });
  throw error;
}

/** @throws Refused forbidden, validation_failed where a user cannot be the person they are invited as */
async function assertMayBe(platform: Platform, scope: FamilyScope, personId: string | null): Promise<void> {
  if (!personId) return;
  if (!mayNamePerson(scope.role)) throw refuse.forbidden(message('invitations.refusals.person'));
  if ((await hasAccount(platform, scope, personId)) !== false)
    throw refuse.invalid({ heartwood_id: [problemMessage({ rule: 'default', field: 'heartwood_id' })] });
}

/** Counts a mail at the end of its transaction: what is refused before counts as none, and what is refused here was not written. @throws Refused rate_limited */
async function countMail({ limits }: Platform, tx: Tx, scope: FamilyScope, email: string): Promise<void> {
  const charges = [[accountLimits.mailToAddress, email] as const, [invitationLimits.perFamily, scope.familyId] as const];
  await limits.takeAll(charges, tx);
}

/** Who has accepted an invitation, and whether they get a letter a week. */
export const { acceptanceOf } = store;
