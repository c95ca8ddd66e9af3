import { message } from '@heartwood/messages/message';
import { assertUncommon, lockUser, putPassword, updateSession, updateUser, userById, withToken } from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { accountLimits, freshMinutes } from '#features/accounts/rules.ts';
import { plus } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
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
  assertUncommon(input.password);
  const { email } = input;
  const claim = { purposes: ['reset-password' as const], tokenHash: hashToken(input.token), email };
  await withToken(platform, claim, from, {
    prepare: () => hashPassword(input.password),
    use: async (tx, user, _row, passwordHash) => {
      await putPassword(platform, tx, user, passwordHash);
      await updateUser(tx, user.id, { emailVerifiedAt: user.emailVerifiedAt ?? platform.clock.now() });
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
  assertUncommon(input.password);
  const passwordHash = await hashPassword(input.password);
  await platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (user?.passwordHash !== known) throw wrongPassword('current_password');
    await putPassword(platform, tx, user, passwordHash, session.id);
    await updateSession(tx, session.id, { freshUntil: freshFromNow(platform) });
  });
}

/** Makes a session fresh for some minutes. @returns until when @throws Refused validation_failed, rate_limited */
export async function confirmPassword(platform: Platform, session: Session, password: string): Promise<Date> {
  await provenHash(platform, session.userId, password, 'password');
  const freshUntil = freshFromNow(platform);
  await updateSession(platform.db, session.id, { freshUntil });
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
