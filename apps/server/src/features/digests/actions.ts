import type { StoppableMails } from '@heartwood/contract/notification-events';
import { stoppableMails } from '@heartwood/contract/notification-events';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { lockUser } from '#features/accounts/actions.ts';
import { acceptanceOf } from '#features/invitations/actions.ts';
import { prefer } from '#features/notifications/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { NamedKey, Secrets } from '#platform/secrets.ts';
import { choiceOf, weeklyOf } from './rules.ts';
import * as store from './store.ts';

// [Note: What stops a mail]
// The token in a mail names a person and a rhythm or kind of mails, signed with HMAC-SHA-256. It opens nothing: its holder can stop these mails and have them
// sent again, and learns of no other user. It does not end, because mails are read late and RFC 8058 asks for an address that works; the keys of all
// secrets are tried, so that mails written before a new one can still be stopped.

/** Whose mails of which rhythm or kind. */
interface Stop {
  userId: string;
  mails: StoppableMails;
}

const keysOf = (secrets: Secrets): NamedKey[] => secrets.keys('stopping mails');

const tagOf = (key: Buffer, named: string): string => createHmac('sha256', key).update(named).digest('base64url').slice(0, 22);

/** What a mail carries so that it can be stopped. */
export function stopToken({ secrets }: Pick<Platform, 'secrets'>, { userId, mails }: Stop): string {
  const [newest] = keysOf(secrets);
  const named = `${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}.${mails}`;
  return `${named}.${tagOf(newest?.key ?? secrets.key('stopping mails'), named)}`;
}

/** Whose mails a token stops. @returns undefined where it was not made here */
function readToken({ secrets }: Platform, token: string): Stop | undefined {
  const [id = '', written, tag = ''] = token.split('.');
  const mails = stoppableMails.find((known) => known === written);
  const isOurs = (key: Buffer) => {
    const right = tagOf(key, `${id}.${written}`);
    return tag.length === right.length && timingSafeEqual(Buffer.from(tag), Buffer.from(right));
  };
  if (!mails || !/^[\w-]{22}$/.test(tag) || !keysOf(secrets).some(({ key }) => isOurs(key))) return undefined;
  const userId = Buffer.from(id, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { userId, mails };
}

/**
 * Stops a user's mails of a rhythm or kind, or has them sent again as they were before that. Done twice it is done once.
 * @throws Refused not_found where the token is none, or its person is gone
 */
export async function choose(platform: Platform, token: string, stopped: boolean): Promise<{ mails: StoppableMails; stopped: boolean }> {
  const stop = readToken(platform, token);
  if (!stop) throw refuse.notFound();
  const { userId, mails } = stop;
  await platform.db.transaction(async (tx) => {
    // What is remembered is read when nobody else changes it any more: two mails may be stopped at once.
    await lockUser(tx, userId);
    const remembered = await store.stoppedOf(tx, userId);
    let choice: ReturnType<typeof choiceOf> | undefined;
    const isThere = await prefer(platform, tx, userId, (before) => {
      choice = choiceOf({ mails, stopped }, before, remembered);
      const { kinds, email } = choice;
      return kinds.length > 0 ? { kinds: Object.fromEntries(kinds.map((kind) => [kind, { email }])) } : undefined;
    });
    if (!isThere || !choice) throw refuse.notFound();
    await store.putStopped(tx, userId, choice.remembered);
  });
  return { mails, stopped };
}

/** A user who accepts an invitation that promises a letter a week gets one, unless they have chosen already what should reach them. */
export async function beginWeekly(platform: Platform, tx: Tx, { fact }: Happened<'invitation.ended'>): Promise<void> {
  const accepted = await acceptanceOf(tx, fact.ids.invitation_id);
  if (accepted?.letter) await prefer(platform, tx, accepted.userId, weeklyOf);
}
