import type { ShownLanguage } from '@heartwood/contract/languages';
import type { NotificationKind } from '@heartwood/contract/notification-events';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { Queryable } from '#platform/db/pool.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { verificationHours } from './rules.ts';

/** Whom a mail is for, and the language they read. */
export interface Addressee {
  to: string;
  firstname: string;
  language: ShownLanguage;
}

/**
 * From when on somebody may be written to, by what they have chosen: of a kind of what people are told; without one, of what cannot be turned off.
 * The features above know it.
 * @returns now, or when their quiet hours are over; null where they want no mail of it
 */
export type WriteFrom = (platform: Platform, db: Queryable, userId: string, kind: NotificationKind | undefined) => Promise<Date | null>;

/** A page of ours with what its link carries. */
export const page = (publicUrl: string, path: string, query: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(query).toString()}`;
/** Days a verification link lives. */
export const verificationDays = verificationHours / 24;

/** Asks to prove an e-mail address. */
export function verificationMail(publicUrl: string, { to, firstname: name, language, token }: Addressee & { token: string }): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('accounts.mails.verification.subject'),
    preview: t('accounts.mails.verification.preview'),
    heading: t('accounts.mails.verification.heading', { name }),
    paragraphs: [t('accounts.mails.verification.text')],
    button: { label: t('accounts.mails.verification.button'), url: page(publicUrl, '/verify-email', { token }) },
    smallPrint: t('accounts.mails.verification.smallPrint', { days: verificationDays }),
  };
}

/** Says goodbye to somebody who has deleted their account. */
export function goodbyeMail(publicUrl: string, { to, firstname: name, language }: Addressee): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('accounts.mails.goodbye.subject'),
    preview: t('accounts.mails.goodbye.preview'),
    heading: t('accounts.mails.goodbye.heading', { name }),
    paragraphs: [t('accounts.mails.goodbye.deleted'), t('accounts.mails.goodbye.families')],
    button: { label: 'Heartwood', url: `${publicUrl}/home` },
  };
}
