import { portraitLimit } from '@heartwood/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { LimitRule } from '#platform/http/limits.ts';

/** Days without use after which a session ends. */
export const sessionDays = 90;
/** Minutes in which a session counts as fresh after the password was given. */
export const freshMinutes = 15;
/** Hours a verification link lives. */
export const verificationHours = 72;
/** Hours a creating request's Idempotency-Key is remembered. */
export const idempotencyHours = 48;
/** A session's last use is written down at most this often, in minutes. */
export const touchMinutes = 10;

/** How often an account's doors may be tried. */
export const accountLimits = {
  loginAtAccountFromAddress: { name: 'login-account-address', points: 10, seconds: 15 * 60 },
  loginFromAddress: { name: 'login-address', points: 25, seconds: 5 * 60 },
  loginAtAccount: { name: 'login-account', points: 100, seconds: 60 * 60 },
  mailToAddress: { name: 'account-mail', points: 3, seconds: 60 * 60 },
  register: { name: 'register', points: 10, seconds: 60 * 60 },
  tokenFromAddress: { name: 'account-token', points: 30, seconds: 15 * 60 },
} as const satisfies Record<string, LimitRule>;

const common = new Set(dictionary['passwords-common']);

/** Whether many people use this password, whatever its case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

/** The earliest birthday of somebody who can sign in. */
const earliestBirth = '1870-01-01';

/** Whether a day can be the birthday of somebody who has an account. @param today as `YYYY-MM-DD`, like `day` */
export const isBirth = (day: string, today: string): boolean => day >= earliestBirth && day <= today;

/** Whether a profile can keep so many portraits. */
export const fitsProfile = (portraits: number): boolean => portraits <= portraitLimit;

/** Whether an id (UUIDv7: its first 48 bits are milliseconds since 1970) was made more than an hour ago. */
export const isOlderThanAnHour = (id: string, now: Date): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id) &&
  Number.parseInt(id.slice(0, 13).replace('-', ''), 16) < now.getTime() - 3_600_000;

/** A name for a device, from what its user agent says. */
export function deviceNameOf(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const system = /iPhone|iPad/.test(agent)
    ? 'iPhone or iPad'
    : /Android/.test(agent)
      ? 'Android'
      : /Mac OS X/.test(agent)
        ? 'Mac'
        : /Windows/.test(agent)
          ? 'Windows'
          : /Linux/.test(agent)
            ? 'Linux'
            : '';
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : '';
  return browser && system ? `${browser} on ${system}` : browser || system || 'Unknown device';
}
