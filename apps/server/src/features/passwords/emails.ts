import { page } from '#features/accounts/emails.ts';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { resetMinutes } from './rules.ts';

/** Lets somebody who forgot their password choose a new one. */
export function resetMail(publicUrl: string, about: Addressee & { token: string }): MailMessage {
  return {
    to: about.to,
    subject: 'Choose a new password',
    preview: `The link works for ${resetMinutes} minutes, once.`,
    heading: `Hello, ${about.firstname}`,
    paragraphs: ['Somebody asked for a new password for your account, and we hope it was you.'],
    button: { label: 'Choose a new password', url: page(publicUrl, '/reset-password', { token: about.token, email: about.to }) },
    smallPrint: `The link works for ${resetMinutes} minutes, once. If you did not ask for it, you can ignore this mail: your password stays as it is.`,
  };
}
