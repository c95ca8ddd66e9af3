import { translatorOf } from '@heartwood/messages/catalogues';
import { page, verificationDays } from '#features/accounts/emails.ts';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Asks the new address whether it belongs to the account that wants it. */
export function newAddressMail(publicUrl: string, { to, firstname: name, language, token }: Addressee & { token: string }): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('addresses.mails.new.subject'),
    preview: t('addresses.mails.new.preview'),
    heading: t('addresses.mails.hello', { name }),
    paragraphs: [t('addresses.mails.new.text')],
    button: { label: t('addresses.mails.new.button'), url: page(publicUrl, '/verify-email', { token }) },
    smallPrint: t('addresses.mails.new.smallPrint', { days: verificationDays }),
  };
}

/** Tells a user that their address was given for another account. */
export function addressInUseMail(publicUrl: string, { to, firstname: name, language }: Addressee): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('addresses.mails.inUse.subject'),
    preview: t('addresses.mails.inUse.preview'),
    heading: t('addresses.mails.hello', { name }),
    paragraphs: [t('addresses.mails.inUse.text'), t('addresses.mails.inUse.you')],
    button: { label: t('addresses.mails.login'), url: `${publicUrl}/login` },
  };
}

/** Tells the address in force that another one is to take its place. */
export function addressChangeMail(
  publicUrl: string,
  { to, firstname: name, language, newAddress: email }: Addressee & { newAddress: string },
): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('addresses.mails.change.subject'),
    preview: t('addresses.mails.change.preview'),
    heading: t('addresses.mails.hello', { name }),
    paragraphs: [t('addresses.mails.change.text', { email }), t('accounts.mails.notYou')],
    button: { label: t('accounts.mails.notMe'), url: `${publicUrl}/forgot-password` },
  };
}

/** Tells both addresses that the new one is in force. */
export function addressChangedMail(
  publicUrl: string,
  { to, firstname: name, language, newAddress: email }: Addressee & { newAddress: string },
): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('addresses.mails.changed.subject'),
    preview: t('addresses.mails.changed.preview'),
    heading: t('addresses.mails.changed.subject'),
    paragraphs: [t('addresses.mails.changed.text', { name, email })],
    button: { label: t('addresses.mails.login'), url: `${publicUrl}/login` },
    smallPrint: t('addresses.mails.changed.smallPrint'),
  };
}
