import { message } from '@heartwood/messages/message';
import {
  deleteTokens,
  lockUser,
  makeToken,
  readerOf,
  sendVerification,
  updateUser,
  userByEmail,
  withToken,
} from '#features/accounts/actions.ts';
import type { Session, TokenClaim, TokenRow, UserRow } from '#features/accounts/actions.ts';
import { accountLimits, invalidToken } from '#features/accounts/rules.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import * as emails from './emails.ts';

/** What features above give to this one. */
export interface AddressesPorts {
  /** What a user has written to people who are invited, and waits for the user's address. `name` is theirs, or their address. */
  waitingFor: (db: Queryable, userId: string) => Promise<{ id: string; name: string }[]>;
}

/** An address that was proved, and who is invited by what has waited for it and leaves now. */
export interface Proved {
  email: string;
  invited: string[];
}

/**
 * Proves the address a link was sent to; the link of a change puts the new address in force.
 * @throws Refused validation_failed, rate_limited
 */
export async function verifyEmail(platform: Platform, ports: AddressesPorts, token: string, from: { address: string }): Promise<Proved> {
  const claim: TokenClaim = { purposes: ['verify-email', 'change-email'], tokenHash: hashToken(token) };
  const prove = async (tx: Tx, user: UserRow, { email }: TokenRow) => {
    const leaving = { type: 'address.left', ids: { user_id: user.id } } as const;
    if (email !== user.email) await platform.features.publish(platform, tx, { familyId: null, actorId: user.id, fact: leaving });
    if (!(await updateUser(tx, user.id, { email, emailVerifiedAt: platform.clock.now() }))) throw invalidToken();
    const waited = await ports.waitingFor(tx, user.id);
    const fact = { type: 'profile.changed', ids: { user_id: user.id } } as const;
    await platform.features.publish(platform, tx, { familyId: null, actorId: user.id, fact });
    if (email !== user.email) await tellMoved(platform, tx, user, email);
    const waiting = new Set((waited.length > 0 ? await ports.waitingFor(tx, user.id) : []).map(({ id }) => id));
    return { email, invited: waited.filter(({ id }) => !waiting.has(id)).map(({ name }) => name) };
  };
  return withToken(platform, claim, from, { prepare: async () => undefined, use: prove });
}

async function tellMoved(platform: Platform, tx: Tx, user: UserRow, newAddress: string): Promise<void> {
  await deleteTokens(tx, user.id);
  const reader = await readerOf(tx, user.id);
  for (const to of [user.email, newAddress])
    await platform.mail.send(tx, emails.addressChangedMail(platform.config.publicUrl, { to, ...reader, newAddress }), {
      userId: user.id,
    });
}

/** Sends the verification mail again. @throws Refused conflict where the address is proved already, rate_limited */
export async function resendVerification(platform: Platform, { userId, email }: Session): Promise<void> {
  await platform.db.transaction(async (tx) => {
    // Held, because the address may be proved or left meanwhile: a link to the old one would bring the account back to it.
    const user = await lockUser(tx, userId);
    if (user?.email !== email || user.emailVerifiedAt) throw refuse.conflict(message('addresses.refusals.confirmed'));
    await platform.limits.takeAll([[accountLimits.mailToAddress, email]], tx);
    await sendVerification(platform, tx, { userId, email, ...(await readerOf(tx, userId)) });
  });
}

/**
 * Asks to change the address: it is in force once the link sent to the new one is opened. Whether the new one has an account is told to
 * the reader of its mails alone.
 * @throws Refused validation_failed, rate_limited
 */
export async function changeEmail(platform: Platform, { userId, email }: Session, newAddress: string): Promise<void> {
  const { publicUrl } = platform.config;
  if (newAddress === email) throw refuse.invalid({ email: [message('addresses.refusals.own')] });
  await platform.limits.takeAll([email, newAddress].map((address) => [accountLimits.mailToAddress, address] as const));
  const reader = await readerOf(platform.db, userId);
  await platform.db.transaction(async (tx) => {
    // Another address may have been proved meanwhile: that one is told.
    const user = await lockUser(tx, userId);
    if (!user) throw refuse.unauthenticated();
    const token = await makeToken(platform, tx, { userId, email: newAddress, purpose: 'change-email' });
    const other = await userByEmail(tx, newAddress);
    const toNew = other
      ? emails.addressInUseMail(publicUrl, { to: newAddress, ...(await readerOf(tx, other.id)) })
      : emails.newAddressMail(publicUrl, { to: newAddress, ...reader, token });
    await platform.mail.send(tx, toNew, { userId });
    await platform.mail.send(tx, emails.addressChangeMail(publicUrl, { to: user.email, ...reader, newAddress }));
  });
}
