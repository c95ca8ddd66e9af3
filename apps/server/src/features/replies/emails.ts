import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { listIn } from '@heartwood/messages/formats';
import type { PlainKey, Translate } from '@heartwood/messages/translate';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Thread } from '#platform/mail/reply-address.ts';
import { longest } from './rules.ts';
import type { Reason } from './rules.ts';

/** Who is told of a mail of theirs, and what it answered. */
interface About {
  to: { address: string; name: string };
  language: ShownLanguage;
  thread: Thread;
  /** Names of files that are not posted. */
  leftOut: readonly string[];
  /** Characters of what they wrote, where that is too long. */
  written: number;
}

const told = {
  sender: ['replies.mails.sender.heading', 'replies.mails.sender.text'],
  gone: ['replies.mails.gone.heading', 'replies.mails.gone.text'],
  closed: ['replies.mails.closed.heading', 'replies.mails.closed.text'],
  resting: ['replies.mails.resting.heading', 'replies.mails.resting.text'],
  empty: ['replies.mails.empty.heading', 'replies.mails.empty.text'],
  unreadable: ['replies.mails.unreadable.heading', 'replies.mails.unreadable.text'],
  which: ['replies.mails.which.heading', 'replies.mails.which.text'],
} as const satisfies Record<Exclude<Reason, 'long'>, readonly [PlainKey, PlainKey]>;

/** How the reason is told: in a heading, and a text with what to do. */
function textsOf(t: Translate, { thread, written }: About, reason: Reason): [string, string] {
  if (reason !== 'long') {
    const [heading, text] = told[reason];
    return [t(heading), t(text)];
  }
  const text = thread.kind === 'question' ? 'replies.mails.long.answer' : 'replies.mails.long.comment';
  return [t('replies.mails.long.heading'), t(text, { most: longest(thread), written })];
}

/** Where what is answered is. */
function pageOf({ kind, id }: Thread): string {
  if (kind === 'letter') return '/dashboard';
  return kind === 'question' ? `/treasures/ask-family?question=${id}` : `/post/${id}`;
}

/** Tells a user that a mail of theirs is not posted, why, and what to do. */
export function refusedMail(publicUrl: string, about: About, reason: Reason): MailMessage {
  const { to, language, thread, leftOut } = about;
  const t = translatorOf(language);
  const [heading, text] = textsOf(t, about, reason);
  const page = reason === 'gone' || reason === 'resting' ? '/dashboard' : pageOf(thread);
  return {
    to,
    language,
    subject: t('replies.mails.refused.subject'),
    preview: heading,
    heading,
    paragraphs: [text, ...(leftOut.length > 0 ? [t('replies.mails.leftOut.files', { files: listIn(language, leftOut) })] : [])],
    button: { label: t('replies.mails.refused.button'), url: `${publicUrl}${page}` },
    // Who has not written it has nothing in their mailbox.
    ...(reason === 'sender' ? {} : { smallPrint: t('replies.mails.refused.smallPrint') }),
  };
}

/** Tells a user which files of a mail of theirs are not posted with its words. */
export function leftOutMail(publicUrl: string, { to, language, thread, leftOut }: About): MailMessage {
  const t = translatorOf(language);
  return {
    to,
    language,
    subject: t('replies.mails.leftOut.subject'),
    preview: t('replies.mails.leftOut.preview'),
    heading: t('replies.mails.leftOut.heading'),
    paragraphs: [t('replies.mails.leftOut.files', { files: listIn(language, leftOut) }), t('replies.mails.leftOut.text')],
    button: { label: t('replies.mails.refused.button'), url: `${publicUrl}${pageOf(thread)}` },
  };
}
