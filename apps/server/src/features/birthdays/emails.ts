import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, listIn } from '@heartwood/messages/formats';
import { writtenLanguage } from '@heartwood/messages/languages';
import type { Addressee } from '#features/accounts/emails.ts';
import { page } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

interface Birthday {
  who: { name: string; slug: string };
  birthdayOn: string;
}

const pageOf = (publicUrl: string, { who, birthdayOn }: Birthday): string =>
  page(publicUrl, '/inspiration/share-birthday', { person: who.slug, on: birthdayOn });

/** Says that wishes have come, and from whom; nothing of what they say. For who has no account, to those who read them out. */
export function deliveredMail(
  publicUrl: string,
  about: Addressee & Birthday & { who: { isReader: boolean }; names: readonly string[] },
): MailMessage {
  const { to, firstname, language, who, names } = about;
  const t = translatorOf(language);
  const count = names.length;
  const list = listIn(writtenLanguage(language), names);
  const button = { url: pageOf(publicUrl, about) };
  if (!who.isReader)
    return {
      to,
      language,
      subject: t('birthdays.mails.readOut.subject', { name: who.name }),
      preview: t('birthdays.mails.readOut.preview', { count }),
      heading: t('birthdays.mails.readOut.heading', { name: who.name }),
      paragraphs: [t('birthdays.mails.readOut.text', { count, name: who.name }), t('birthdays.mails.names', { names: list })],
      button: { ...button, label: t('birthdays.mails.readOut.button') },
    };
  return {
    to,
    language,
    subject: t('birthdays.mails.delivered.subject', { name: firstname }),
    preview: t('birthdays.mails.delivered.preview', { count }),
    heading: t('birthdays.mails.delivered.heading', { name: firstname }),
    paragraphs: [t('birthdays.mails.delivered.text', { count }), t('birthdays.mails.names', { names: list })],
    button: { ...button, label: t('birthdays.mails.delivered.button') },
  };
}

/** Asks for a wish, once a day at most. */
export function reminderMail(publicUrl: string, about: Addressee & Birthday & { sender: string }): MailMessage {
  const { to, firstname, language, who, birthdayOn, sender } = about;
  const t = translatorOf(language);
  const day = dayIn({ t, language: writtenLanguage(language) }, birthdayOn, { weekday: true });
  return {
    to,
    language,
    subject: t('birthdays.mails.reminder.subject', { name: who.name }),
    preview: t('birthdays.mails.reminder.preview', { day }),
    heading: t('birthdays.mails.reminder.heading', { name: who.name, day }),
    paragraphs: [
      t('birthdays.mails.reminder.dear', { name: firstname }),
      t('birthdays.mails.reminder.text', { sender, name: who.name }),
      t('birthdays.mails.reminder.secret', { name: who.name }),
    ],
    button: { label: t('birthdays.mails.reminder.button'), url: pageOf(publicUrl, about) },
  };
}
