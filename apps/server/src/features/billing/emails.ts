import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, moneyIn } from '@heartwood/messages/formats';
import type { Translate } from '@heartwood/messages/translate';
import type { Addressee } from '#features/accounts/emails.ts';
import { dayOf } from '#platform/clock.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Notice } from './rules.ts';

/** Brings the recipient the code of a year that was given to them, in the language of the giver: theirs is not known. */
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
    button: { label: t('billing.mails.gift.button'), url: `${publicUrl}/gift/redeem?code=${encodeURIComponent(code)}` },
    smallPrint: t('billing.mails.gift.smallPrint'),
  };
}

/** Brings the giver the same code: where the address was wrong, only the giver has it. */
export function giverMail({ to, firstname: name, language }: Addressee, given: { to: string; code: string }): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('billing.mails.giver.subject'),
    preview: t('billing.mails.giver.preview', { address: given.to }),
    heading: t('billing.mails.giver.heading', { name }),
    paragraphs: [
      t('billing.mails.giver.text', { address: given.to }),
      t('billing.mails.gift.code', { code: given.code }),
      t('billing.mails.giver.otherwise'),
    ],
    smallPrint: t('billing.mails.gift.smallPrint'),
  };
}

const dayFor = (t: Translate, language: ShownLanguage, time: Date): string => dayIn({ t, language }, dayOf(time));

/** Says three days before that a trial ends, what that means, and that nothing is lost. */
export function trialMail(publicUrl: string, { to, firstname: name, language }: Addressee, trialEndsAt: Date): MailMessage {
  const t = translatorOf(language);
  const day = dayFor(t, language, trialEndsAt);
  return {
    to,
    language,
    subject: t('billing.mails.trial.subject', { day }),
    preview: t('billing.mails.trial.preview'),
    heading: t('billing.mails.trial.heading', { name }),
    paragraphs: [t('billing.mails.trial.text', { day }), t('billing.mails.trial.after')],
    button: { label: t('billing.mails.trial.button'), url: `${publicUrl}/subscribe` },
    smallPrint: t('billing.mails.trial.smallPrint'),
  };
}

/** What a user who pays is told of a payment; undefined where there is nothing to tell, as of a bill of nothing. @param isTest no money has moved */
export function noticeMail(publicUrl: string, notice: Notice, addressee: Addressee, isTest: boolean): MailMessage | undefined {
  const { to, language, firstname: name } = addressee;
  const t = translatorOf(language);
  const said = textsOf(notice, t, language, name);
  if (!said) return undefined;
  return {
    to,
    language,
    ...said,
    button: { label: t('billing.mails.toPlan'), url: `${publicUrl}/private/profile#subscription` },
    ...(isTest ? { smallPrint: t('billing.mails.test') } : {}),
  };
}

type Texts = Pick<MailMessage, 'subject' | 'preview' | 'heading' | 'paragraphs'>;

function textsOf({ about: kind, bill, plan, until }: Notice, t: Translate, language: ShownLanguage, name: string): Texts | undefined {
  const what = t('billing.mails.what', { plan: plan ?? 'gift' });
  const day = until ? dayFor(t, language, until) : '';
  if (kind === 'unused' || kind === 'resumed') return useTexts(t, kind, { what, day, name });
  if (!bill) return endedTexts(t, { what, day });
  const amount = moneyIn(language, kind === 'refunded' ? bill.refunded : bill.amount, bill.currency);
  const about = { what, amount, on: dayFor(t, language, bill.createdAt) };
  if (kind === 'paid' && bill.amount === 0) return undefined;
  if (kind === 'paid')
    return {
      subject: t('billing.mails.receipt.subject', about),
      preview: t('billing.mails.receipt.preview', about),
      heading: t('billing.mails.receipt.heading', { name }),
      paragraphs: [t('billing.mails.receipt.text', about), t('billing.mails.receipt.where')],
    };
  if (kind === 'refused')
    return {
      subject: t('billing.mails.failed.subject'),
      preview: t('billing.mails.failed.preview'),
      heading: t('billing.mails.failed.heading', { name }),
      paragraphs: [
        t('billing.mails.failed.text', about),
        t('billing.mails.failed.do'),
        ...(day ? [t('billing.mails.failed.until', { day })] : []),
      ],
    };
  return {
    subject: t('billing.mails.refund.subject', about),
    preview: t('billing.mails.refund.preview'),
    heading: t('billing.mails.refund.subject', about),
    paragraphs: [t('billing.mails.refund.text', about), t('billing.mails.refund.when')],
  };
}

function endedTexts(t: Translate, { what, day }: { what: string; day: string }): Texts {
  return {
    subject: t('billing.mails.ended.subject', { what }),
    preview: t('billing.mails.ended.preview'),
    heading: t('billing.mails.ended.subject', { what }),
    paragraphs: [day ? t('billing.mails.ended.until', { day }) : t('billing.mails.ended.now'), t('billing.mails.ended.kept')],
  };
}

function useTexts(t: Translate, kind: 'unused' | 'resumed', about: { what: string; day: string; name: string }): Texts {
  if (kind === 'unused')
    return {
      subject: t('billing.mails.ended.subject', about),
      preview: t('billing.mails.unused.preview'),
      heading: t('billing.mails.ended.subject', about),
      paragraphs: [t('billing.mails.unused.why', about), t('billing.mails.unused.until', about), t('billing.mails.unused.again')],
    };
  return {
    subject: t('billing.mails.resumed.subject'),
    preview: t('billing.mails.resumed.preview', about),
    heading: t('billing.mails.resumed.heading', about),
    paragraphs: [t('billing.mails.resumed.text', about), t('billing.mails.resumed.end')],
  };
}
