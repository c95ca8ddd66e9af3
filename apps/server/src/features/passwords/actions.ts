import { message } from '@heartwood/messages/message';
import {
  deleteIdempotencyKeys,
  deleteSessions,
  deleteTokens,
  lockUser,
  profileOf,
  readerOf,
  updateSession,
  updateUser,
  userById,
  withToken,
} from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { accountLimits, assertStrong, freshMinutes } from '#features/accounts/rules.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import { refuse } from '#platform/http/refusal.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import { passwordChangedMail } from './emails.ts';
import { enqueueReset } from './jobs.ts';
import { currentPasswordLimit } from './rules.ts';

/** Asks for the mail with which a password is chosen anew. Known, unknown and too often asked for: nobody can tell. */
export async function forgotPassword(platform: Platform, email: string): Promise<void> {
  if (await platform.limits.tryTake(accountLimits.mailToAddress, email)) await enqueueReset(platform, email);
}

/** Puts a new password in force by the link of a mail; it works once, and signs nobody in. @throws Refused validation_failed, rate_limited */
export async function resetPassword(
  platform: Platform,
  input: { token: string; email: string; password: string },
  from: { address: string },
): Promise<void> {
  const { email } = input;
  const claim = { purposes: ['reset-password' as const], tokenHash: hashToken(input.token), email };
  await withToken(platform, claim, from, {
    prepare: (userId) => newHash(platform, userId, input.password),
    use: async (tx, user, _row, passwordHash) => {
      // Whoever has opened the link has proved the address.
      const emailVerifiedAt = user.emailVerifiedAt ?? platform.clock.now();
      await putPassword(platform, tx, { ...user, emailVerifiedAt }, passwordHash);
      if (user.emailVerifiedAt) return;
      await updateUser(tx, user.id, { emailVerifiedAt });
      const fact = { type: 'profile.changed', ids: { user_id: user.id } } as const;
      await platform.features.publish(platform, tx, { familyId: null, actorId: user.id, fact });
    },
  });
}

/** Changes the password and ends the user's other sessions. @throws Refused validation_failed, rate_limited */
export async function updatePassword(
  platform: Platform,
  session: Session,
  input: { current_password: string; password: string },
): Promise<void> {
  const known = await provenHash(platform, session.userId, input.current_password, 'current_password');
  const passwordHash = await newHash(platform, session.userId, input.password);
  await platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (user?.passwordHash !== known) throw wrongPassword('current_password');
    await putPassword(platform, tx, user, passwordHash, session.id);
    await updateSession(tx, session.id, { freshUntil: freshFromNow(platform) });
  });
}

/** The hash of a user's new password. @throws Refused validation_failed where it is soon guessed */
async function newHash({ db }: Platform, userId: string, password: string): Promise<string> {
  const [user, profile] = await Promise.all([userById(db, userId), profileOf(db, userId)]);
  assertStrong(password, { firstname: profile?.firstname ?? '', lastname: profile?.lastname ?? '', email: user?.email ?? '' });
  return hashPassword(password);
}

/**
 * Puts a new password in force: ends the sessions, all or all but one, makes open links and the request that made the account void, and
 * tells the user. An address that nobody has proved may be a stranger's: it gets a few of these mails alone.
 * @param keep the session that stays
 */
async function putPassword(
  platform: Platform,
  tx: Tx,
  user: { id: string; email: string; emailVerifiedAt: Date | null },
  passwordHash: string,
  keep?: string,
): Promise<void> {
  await updateUser(tx, user.id, { passwordHash });
  await deleteSessions(tx, user.id, keep);
  await deleteTokens(tx, user.id);
  await deleteIdempotencyKeys(tx, user.id);
  if (!user.emailVerifiedAt && !(await platform.limits.tryTake(accountLimits.mailToUnproved, user.email, tx))) return;
  const reader = await readerOf(tx, user.id);
  await platform.mail.send(tx, passwordChangedMail(platform.config.publicUrl, { to: user.email, ...reader }));
}

/** Makes a session fresh for some minutes. @returns until when @throws Refused validation_failed, rate_limited */
export async function confirmPassword(platform: Platform, session: Session, password: string): Promise<Date> {
  await provenHash(platform, session.userId, password, 'password');
  const freshUntil = freshFromNow(platform);
  await platform.db.transaction((tx) => updateSession(tx, session.id, { freshUntil }));
  return freshUntil;
}

const freshFromNow = (platform: Platform): Date => plus(platform.clock.now(), { minutes: freshMinutes });
const wrongPassword = (field: string) => refuse.invalid({ [field]: [message('passwords.refusals.wrong')] });

/** The hash in force, once the password is proved. @param field of the form, for the message */
async function provenHash(platform: Platform, userId: string, password: string, field: string): Promise<string> {
  const proven = await platform.limits.attempt([[currentPasswordLimit, userId]], async () => {
    const known = (await userById(platform.db, userId))?.passwordHash;
    return (await verifyPassword(known, password)) ? known : undefined;
  });
  if (!proven) throw wrongPassword(field);
  return proven;
}
