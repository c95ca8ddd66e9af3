import { limits } from '@heartwood/contract/limits';
import { createHash } from 'node:crypto';
import type { LimitRule } from '#platform/http/limits.ts';
import type { MailFile, MailHeader } from '#platform/mail/reading.ts';
import type { Thread } from '#platform/mail/reply-address.ts';

/** Recipients of one mail that are looked at, at most. */
export const recipientLimit = 10;
/** Bytes from the start of a mail in which its header is looked for. */
export const headLimit = 262_144;
/** Hours after which the retries of the job that reads a mail have ended: by then it is enqueued anew every hour. */
export const retriedHours = 12;
/** Hours after which a mail that could not be worked at is given up; its sender is told. */
export const givenUpHours = 36;
/** Days for which the bytes of a mail that was not posted are kept, and for which it is known that a mail has come. */
export const keptDays = { refused: 7, known: 30 } as const;
/** How many mails are taken for one person, by SMTP from one address: each is kept, for days where it is not posted, and read in a process of its own. */
export const arrivalLimit: LimitRule = { name: 'replies-arrive', points: 100, seconds: 86_400 };
/** Photos and files of one mail that are posted below a post: each but the first is a comment of its own. */
export const commentFiles = 10;

/** Why a mail was not posted, as its sender is told; `leftOut` is told of one that was, without some of its files. */
export type Reason = 'sender' | 'gone' | 'closed' | 'resting' | 'long' | 'empty' | 'unreadable' | 'which';

/** How often a user is told of mails that were not posted. A mail that they may not have written says so once a day. */
export const tellingLimits = {
  sender: { name: 'replies-sender', points: 1, seconds: 86_400 },
  other: { name: 'replies-refused', points: 20, seconds: 86_400 },
} as const satisfies Record<string, LimitRule>;

/** Where the bytes of mails are. */
export const mailsFolder = 'replies';
/** Where everything of one mail is. */
export const folderOf = (id: string): string => `${mailsFolder}/${id}`;
/** Where its bytes are. */
export const keyOf = (id: string): string => `${folderOf(id)}/mail.eml`;

/** What is answered, as it stands in a row. */
export const threadText = ({ kind, id }: Thread): string => `${kind}/${id}`;
/** What is answered, from a row. */
export function threadOf(text: string): Thread {
  const [kind, id = ''] = text.split('/');
  return { kind: kind === 'post' || kind === 'letter' ? kind : 'question', id };
}

/** Characters that an answer to it may have. */
export const longest = ({ kind }: Thread): number => (kind === 'question' ? limits.story : limits.comment);

/** The header of a mail, each field on one line. @param start the first bytes of it */
export function headOf(start: Buffer): string {
  const text = start.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  return text.slice(0, end?.index).replaceAll(/\r?\n[ \t]+/g, ' ');
}

/** What tells a mail from every other one: SHA-256 of its Message-ID, or of all of it. @param whole the latter, hexadecimal */
export function messageHash(head: string, whole: string): string {
  const id = /^message-id:[ \t]*(<[^<>\s]{1,998}>)/im.exec(head)?.[1];
  return id ? createHash('sha256').update(id).digest('hex') : whole;
}

/** The address in what mails are from, `Heartwood <hello@example.org>` for one, in lower case. */
export const addressIn = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();

/**
 * Whether a program wrote a mail (RFC 3834 and what is usual besides): an automatic reply, a report, a list. Those are not answered.
 * @param mailFrom of the SMTP session, where there was one
 * @param own how our own mails begin: the address they are from, the host in their Message-ID; and the domain of reply addresses
 */
export function isAutomatic(
  mail: { headers: readonly MailHeader[]; from: readonly string[] },
  mailFrom: string | undefined,
  own: { from: string; host: string; domain: string | undefined },
): boolean {
  const field = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const said = field('auto-submitted');
  return (
    (said !== undefined && said.split(/[\s;(]/)[0] !== 'no') ||
    /^(bulk|list|junk)\b/.test(field('precedence') ?? '') ||
    ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id'].some((name) => field(name) !== undefined) ||
    mailFrom === '' ||
    field('return-path') === '<>' ||
    /^multipart\/report\b/.test(field('content-type') ?? '') ||
    mail.from.some(
      (address) => /^(mailer-daemon|postmaster)@/.test(address) || address === own.from || address.endsWith(`@${own.domain}`),
    ) ||
    isOurs(mail.headers.find(({ key }) => key === 'message-id')?.value ?? '', own.host)
  );
}

/** Whether a Message-ID is one of ours: a UUID of version 7, written small. Mail programs of people at our host make others. */
const isOurs = (id: string, host: string): boolean =>
  id.endsWith(`@${host}>`) && /^<[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}@/.test(id);

/** Parts of a mail that are not attachments: signatures, invitations to meetings, what a mail looks like. */
const notAdded =
  /^(application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-encrypted|ms-tnef)|text\/(calendar|html|x-amp-html)|message\/)/i;

/** An attachment of a mail. */
export const addedFiles = (files: readonly MailFile[]): MailFile[] =>
  files.filter(({ type, isDecoration, size }) => !isDecoration && size > 0 && !notAdded.test(type));
