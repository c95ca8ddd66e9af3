import type { ShownLanguage } from '@heartwood/contract/languages';
import type { NotificationKind, StoppableMails } from '@heartwood/contract/notification-events';
import { translatorOf } from '@heartwood/messages/catalogues';
import { familyIn, listIn } from '@heartwood/messages/formats';
import type { Queryable } from '#platform/db/pool.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { verificationHours } from './rules.ts';

/** The recipient of a mail, and the language they read. */
export interface Addressee {
  to: string;
  firstname: string;
  language: ShownLanguage;
}

/**
 * When a user may be sent a mail, by their preferences, which a feature above stores.
 * @param kind of notification that the mail tells of; undefined for a mail that cannot be turned off
 * @returns now, or the end of their quiet hours; null where they have turned off mails of the kind
 */
export type WriteFrom = (platform: Platform, db: Queryable, userId: string, kind: NotificationKind | undefined) => Promise<Date | null>;

/**
 * How a user stops mails of a rhythm or kind, in the language the mail is written in. A feature above makes it.
 * @returns what a mail carries as its `stop`
 */
export type StopOf = (
  platform: Pick<Platform, 'config' | 'secrets'>,
  reader: { userId: string; language: ShownLanguage },
  mails: StoppableMails,
) => NonNullable<MailMessage['stop']>;

/** What mails of a kind need from the features above: when a user may be written to, and how they stop it. */
export interface ChosenMails {
  writeFrom: WriteFrom;
  stopOf: StopOf;
}

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

/**
 * Says goodbye to a user who has deleted their account, and what became of their families.
 * @param left.gone the names of those that were erased, because nobody else was in them
 * @param left.stay whether any goes on
 */
export function goodbyeMail(
  publicUrl: string,
  { to, firstname: name, language }: Addressee,
  { gone, stay }: { gone: readonly string[]; stay: boolean },
): MailMessage {
  const families = listIn(
    language,
    gone.map((family) => familyIn(language, family)),
  );
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('accounts.mails.goodbye.subject'),
    preview: t('accounts.mails.goodbye.preview'),
    heading: t('accounts.mails.goodbye.heading', { name }),
    paragraphs: [
      t('accounts.mails.goodbye.deleted'),
      ...(gone.length > 0 ? [t('accounts.mails.goodbye.gone', { families, count: gone.length })] : []),
      ...(stay ? [gone.length > 0 ? t('accounts.mails.goodbye.others') : t('accounts.mails.goodbye.families')] : []),
      t('accounts.mails.goodbye.welcome'),
    ],
    button: { label: 'Heartwood', url: `${publicUrl}/home` },
  };
}
