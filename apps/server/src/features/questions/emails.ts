import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Reminds a user of a question that waits for their answer. */
export function reminderMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string };
    language: ShownLanguage;
    asker: string;
    question: { id: string; text: string; mediumId: string | null };
    /** Where they may answer by mail; undefined where no mail is taken. */
    replyTo: string | undefined;
    /** How they stop mails like it. */
    stop: NonNullable<MailMessage['stop']>;
  },
): MailMessage {
  const { to, language, asker, question, replyTo, stop } = about;
  const t = translatorOf(language);
  return {
    to,
    language,
    // What a user has written never stands alone where mails are listed: the product goes before it.
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
    stop,
  };
}
