import type { ShownLanguage } from '@heartwood/contract/languages';
import { rules } from '@heartwood/contract/validation';

/** A mail as features describe it: every text is plain text, by whomever it was written. How it looks is the layout's. */
export interface MailMessage {
  /** An address, or an address with the name it belongs to. */
  to: string | { address: string; name: string | null };
  /** The language its texts are written in. */
  language: ShownLanguage;
  subject: string;
  /** What lists of mails show after the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** What a person wrote, with their line breaks; stands between the paragraphs and the button. */
  quote?: { text: string; by: string };
  /** Lists of what there is to see, each below its title; they stand before the button. */
  blocks?: readonly ListBlock[];
  /** The one thing to do. `url` is one of our pages: it begins with the configuration's `publicUrl`. */
  button?: { label: string; url: string };
  smallPrint?: string;
  /** Where an answer to it goes; left out, to the sender of all mails. */
  replyTo?: string | undefined;
  /** What it is about, in letters, digits and hyphens: mail readers show mails about the same as one conversation. */
  thread?: string;
  /** How mails like this one are stopped: a page of ours that asks first, and an address that does it when it is posted to (RFC 8058). */
  stop?: { label: string; url: string; oneClick: string };
}

/** A list. `more` says how much is left out. */
export interface ListBlock {
  title: string;
  items: readonly ListItem[];
  more: string | null;
}

/** One of a list: a sentence that leads to a page of ours, the beginning of what a user wrote, and pictures. */
export interface ListItem {
  text: string;
  quote: string | null;
  url: string;
  answer: MailAnswer | null;
  pictures: readonly ListPicture[];
}

/** A picture of a list. `own`: where it leads and how it is answered, where the sentence is about several things. */
export interface ListPicture extends MailPicture {
  own: { url: string; answer: MailAnswer | null } | null;
}

/** How the reader of a mail answers about one thing in it. `address` is a reply address. */
export interface MailAnswer {
  label: string;
  address: string;
  subject: string;
}

/** A picture in our storage, sent along with the mail: see [Note: Pictures in mails]. Sizes are pixels. */
export interface MailPicture {
  key: string;
  width: number;
  height: number;
}

/** A message that was checked: one recipient, every header on one line. */
export interface CheckedMessage extends MailMessage {
  to: { address: string; name: string | null };
}

// Directional overrides turn a line around as it is read; U+2028 and U+2029 are line ends to some readers.
const lineEnds = /[\p{Cc}\u2028\u2029]+/gu;
const overrides = /[\u202A-\u202E\u2066-\u2069]/gu;
const controlsButLineEnds = /[^\P{Cc}\n\t]/gu;

/** Text as one line, as headers and headings need it: a line break in a name starts no header. */
export const oneLine = (text: string): string => text.replaceAll(lineEnds, ' ').replaceAll(overrides, '').replaceAll(/ {2,}/g, ' ').trim();

/** Text of several lines, with `\n` for every line end and without control characters. */
export const lines = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controlsButLineEnds, '')
    .replaceAll(overrides, '')
    .trim();

/**
 * Checks a message before it is sent.
 * @throws Error where the recipient could be anything but one address, or the button leads out of our pages
 */
export function checked(message: MailMessage, publicUrl: string): CheckedMessage {
  const to = typeof message.to === 'string' ? { address: message.to, name: null } : message.to;
  if (to.address === '' || to.address !== to.address.trim() || !rules.email(to.address)) throw new Error('A mail needs one valid address.');
  if (linksOf(message).some((url) => !isOurs(url, publicUrl)))
    throw new Error('The button of a mail leads to a page of ours, as does each of its links.');
  return {
    ...message,
    to: { address: to.address, name: oneLine(to.name ?? '') || null },
    subject: oneLine(message.subject),
    preview: oneLine(message.preview),
  };
}

const linksOf = ({ button, stop, blocks = [] }: MailMessage): string[] => [
  ...(button ? [button.url] : []),
  ...(stop ? [stop.url, stop.oneClick] : []),
  ...blocks.flatMap(({ items }) => items.flatMap(({ url, pictures }) => [url, ...pictures.flatMap(({ own }) => own?.url ?? [])])),
];

const isOurs = (url: string, publicUrl: string): boolean => url.startsWith(`${publicUrl}/`) && !/[\s\p{Cc}\\]/u.test(url);
