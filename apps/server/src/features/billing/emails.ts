import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Brings somebody the code of a year that was given to them, in the language of the giver: theirs is not known. */
export function giftMail(
  publicUrl: string,
  given: { to: string; language: ShownLanguage; giver: string; message: string | null; code: string },
): MailMessage {
  const { to, language, giver, message, code } = given;
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('billing.mails.gift.subject'),
    preview: t('billing.mails.gift.preview'),
    heading: t('billing.mails.gift.heading', { giver }),
    paragraphs: [t('billing.mails.gift.text'), t('billing.mails.gift.code', { code })],
    ...(message ? { quote: { text: message, by: giver } } : {}),
    button: { label: t('billing.mails.gift.button'), url: `${publicUrl}/subscribe?gift=${encodeURIComponent(code)}` },
    smallPrint: t('billing.mails.gift.smallPrint'),
  };
}
