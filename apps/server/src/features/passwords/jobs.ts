import { lockUser, putToken, readerOf, userByEmail } from '#features/accounts/actions.ts';
import { plus } from '#platform/clock.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { createSeal } from '#platform/seal.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { resetMail } from './emails.ts';
import { resetMinutes } from './rules.ts';

/** One after the other, so that the newest request has the newest link. The address is sealed: the queue outlives the account. */
const resetting: JobKind<{ sealed: string }> = { name: 'password-reset-mail', concurrency: 1, timeout: 60, retries: 10 };

const sealOf = (platform: Platform) => createSeal(platform.secrets.keys('password reset requests'));

// [Note: Why asking for a new password costs the same for everybody]
// The request looks up no account: it enqueues the address and answers. Whether there is an account is found out by a job, so
// the time of the answer does not tell.

/** Asks for the mail with which a password is chosen anew, whether or not the address has an account. */
export async function enqueueReset(platform: Platform, email: string): Promise<void> {
  await platform.jobs.enqueue(platform.db, resetting, { sealed: sealOf(platform).close(email) });
}

/** Registers the jobs of passwords. */
export function passwordJobs(platform: Platform): void {
  platform.jobs.handle(resetting, async ({ sealed }) => sendReset(platform, sealOf(platform).open(sealed)));
}

async function sendReset(platform: Platform, email: string): Promise<void> {
  const token = newToken();
  const now = platform.clock.now();
  await platform.db.transaction(async (tx) => {
    const known = await userByEmail(tx, email);
    // Held, because the address may be left meanwhile: whoever reads its mails then is not the user.
    const user = known && (await lockUser(tx, known.id));
    if (user?.email !== email) return;
    const { firstname, language } = await readerOf(tx, user.id);
    const expiresAt = plus(now, { minutes: resetMinutes });
    await putToken(tx, { userId: user.id, purpose: 'reset-password', tokenHash: hashToken(token), email, expiresAt, createdAt: now });
    await platform.mail.send(tx, resetMail(platform.config.publicUrl, { to: email, firstname, language, token }));
  });
}
