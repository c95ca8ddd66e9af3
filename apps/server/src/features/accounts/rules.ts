import { hour, portraitLimit } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import type { Message } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import { latestDay } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';
import { refuse } from '#platform/http/refusal.ts';
import { weaknessOf } from '#platform/password-strength.ts';
import type { Weakness } from '#platform/password-strength.ts';

/** Days without use after which a session ends. */
export const sessionDays = 90;
/** Devices that one user has signed in, at most. */
export const sessionLimit = 50;
/** Minutes in which a session counts as fresh after the password was given. */
export const freshMinutes = 15;
/** Hours a verification link lives. */
export const verificationHours = 72;
/** Hours a creating request's Idempotency-Key is remembered. */
export const idempotencyHours = 48;
/** Hours after which what is left of a deleted account in the queue of mails and the outbox is removed; its last mail has gone out by then. */
export const mailsKeptHours = 20;
/** Days an address has no second trial after its account was deleted. */
export const trialMemoryDays = 365;
/** A session's last use is written down at most this often, in minutes. */
export const touchMinutes = 10;

/** Rate limits of the endpoints of accounts. */
export const accountLimits = {
  loginAtAccountFromAddress: { name: 'login-account-address', points: 10, seconds: 15 * 60 },
  loginFromAddress: { name: 'login-address', points: 25, seconds: 5 * 60 },
  loginAtAccount: { name: 'login-account', points: 100, seconds: 60 * 60 },
  /** Mails to one address, whichever user has asked for them: registering, links, invitations of any family. */
  mailToAddress: { name: 'account-mail', points: 3, seconds: 60 * 60 },
  /** Mails about what somebody does with an account whose address nobody has proved: it may be a stranger's. */
  mailToUnproved: { name: 'account-unproved', points: 3, seconds: 60 * 60 },
  register: { name: 'register', points: 10, seconds: 60 * 60 },
  tokenFromAddress: { name: 'account-token', points: 30, seconds: 15 * 60 },
} as const satisfies Record<string, LimitRule>;

/** Refuses an address that has an account. */
export const takenAddress = () => refuse.invalid({ email: [message('accounts.refusals.taken')] });
/** Refuses a link that is over, used or was never sent: which of them is not told. */
export const invalidToken = () => refuse.invalid({ token: [message('failures.invalidToken')] });

const weak = {
  own: message('accounts.refusals.weak.own'),
  common: message('accounts.refusals.weak.common'),
  pattern: message('accounts.refusals.weak.pattern'),
  guessable: message('accounts.refusals.weak.guessable'),
} satisfies Record<Weakness, Message>;

/** Who a password is for. */
interface Named {
  firstname: string;
  lastname: string;
  email: string;
}

/** Words that an attacker who knows the user tries first: their names and address, whole, in parts and put together, and the product. */
function wordsOf({ firstname, lastname, email }: Named): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [firstname, lastname, email, local].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const words = [email, local, domain, firstname, lastname, firstname + lastname, lastname + firstname, ...parts, 'heartwood'];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length > 2);
}

/** @throws Refused validation_failed, with what would be better, for a password that is soon guessed */
export function assertStrong(password: string, person: Named): void {
  const weakness = weaknessOf(password, wordsOf(person));
  if (weakness) throw refuse.invalid({ password: [weak[weakness]] });
}

/** The earliest birthday of a user. */
const earliestBirth = '1870-01-01';

/** @throws Refused validation_failed for a day that cannot be the birthday of a user */
export function assertBirth(day: string | null | undefined, now: Date): void {
  if (day && (day < earliestBirth || day > latestDay(now)))
    throw refuse.invalid({ birth: [problemMessage({ rule: 'default', field: 'birth' })] });
}

/** Whether a profile can keep so many portraits. */
export const fitsProfile = (portraits: number): boolean => portraits <= portraitLimit;

/** Whether an id (UUIDv7: its first 48 bits are milliseconds since 1970) was made more than an hour ago. */
export const isOlderThanAnHour = (id: string, now: Date): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id) &&
  Number.parseInt(id.slice(0, 13).replace('-', ''), 16) < now.getTime() - hour;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Mac', /Mac OS X/],
  ['Windows', /Windows/],
  ['Linux', /Linux/],
] as const;
const browsers = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;

/** A name for a device, from what its user agent says, in names alone: 'Chrome, Mac'. Empty where it says nothing known. */
export function deviceNameOf(userAgent: string = ''): string {
  const first = (known: readonly (readonly [string, RegExp])[]) => known.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [first(browsers), first(systems)].filter((name) => name !== undefined).join(', ');
}
