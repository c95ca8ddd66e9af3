import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Reminds somebody of a question that waits for their answer. */
export function reminderMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string };
    language: ShownLanguage;
    asker: string;
    question: { id: string; text: string; mediumId: string | null };
    /** Where they may answer by mail; undefined where no mail is taken. */
    replyTo: string | undefined;
  },
): MailMessage {
  const { to, language, asker, question, replyTo } = about;
  const t = translatorOf(language);
  return {
    to,
    language,
    // What somebody has written never stands alone where mails are listed: the product goes before it.
    subject: t('questions.mails.reminder.subject', { asker }),
    preview: t('questions.mails.reminder.preview'),
    heading: t('questions.mails.reminder.heading', { asker }),
    paragraphs: [
      ...(question.mediumId ? [t('questions.mails.reminder.more')] : []),
      ...(replyTo ? [t('questions.mails.reminder.byMail')] : []),
    ],
    quote: { text: question.text, by: asker },
    button: { label: t('questions.mails.reminder.button'), url: `${publicUrl}/treasures/ask-family?question=${question.id}` },
    smallPrint: t('questions.mails.reminder.smallPrint'),
    replyTo,
    thread: `question-${question.id}`,
  };
}
