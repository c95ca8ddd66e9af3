import { exportDays } from '@heartwood/contract/limits';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Says that the archive can be fetched: on our page, where one signs in, never by a link that is the key itself. */
export function exportReadyMail(publicUrl: string, about: Addressee): MailMessage {
  return {
    to: about.to,
    subject: 'Your export is ready',
    preview: `It waits for you for ${exportDays} days.`,
    heading: `Everything of yours, ${about.firstname}`,
    paragraphs: [
      'Your export is ready: originals, captions, comments and dates, in folders you can open without us.',
      `You find it in your profile for ${exportDays} days. After that it is removed, and you can make a new one at any time.`,
    ],
    button: { label: 'To my export', url: `${publicUrl}/private/profile#export` },
  };
}
