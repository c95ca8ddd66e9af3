import { translatorOf } from '@heartwood/messages/catalogues';
import { page } from '#features/accounts/emails.ts';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { resetMinutes as minutes } from './rules.ts';

/** Lets a user who forgot their password choose a new one. */
export function resetMail(publicUrl: string, { to, firstname: name, language, token }: Addressee & { token: string }): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('passwords.mails.reset.subject'),
    preview: t('passwords.mails.reset.preview', { minutes }),
    heading: t('passwords.mails.reset.heading', { name }),
    paragraphs: [t('passwords.mails.reset.text')],
    button: { label: t('passwords.mails.reset.subject'), url: page(publicUrl, '/reset-password', { token, email: to }) },
    smallPrint: t('passwords.mails.reset.smallPrint', { minutes }),
  };
}

/** Says that the password is another one now. */
export function passwordChangedMail(publicUrl: string, { to, firstname: name, language }: Addressee): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('passwords.mails.changed.subject'),
    preview: t('passwords.mails.changed.preview'),
    heading: t('passwords.mails.changed.subject'),
    paragraphs: [t('passwords.mails.changed.text', { name }), t('accounts.mails.notYou')],
    button: { label: t('accounts.mails.notMe'), url: `${publicUrl}/forgot-password` },
  };
}
