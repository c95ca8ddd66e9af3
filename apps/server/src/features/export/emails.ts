import { exportDays as days } from '@heartwood/contract/limits';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Says that the archive can be fetched: on our page, where one signs in, never by a link that is the key itself. */
export function exportReadyMail(publicUrl: string, { to, firstname: name, language }: Addressee): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('export.mails.ready.subject'),
    preview: t('export.mails.ready.preview', { days }),
    heading: t('export.mails.ready.heading', { name }),
    paragraphs: [t('export.mails.ready.text'), t('export.mails.ready.where', { days })],
    button: { label: t('export.mails.ready.button'), url: `${publicUrl}/private/profile#export` },
  };
}
