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
  /** The one thing to do. `url` is one of our pages: it begins with the configuration's `publicUrl`. */
  button?: { label: string; url: string };
  smallPrint?: string;
}

/** A message that was looked over: one recipient, every header on one line. */
export interface CheckedMessage extends MailMessage {
  to: { address: string; name: string | null };
}

// Directional overrides turn a line around as it is read; U+2028 and U+2029 are line ends to some readers.
const lineEnds = /[\p{Cc}\u2028\u2029]+/gu;
const overrides = /[\u202A-\u202E\u2066-\u2069]/gu;
const controlsButLineEnds = /[^\P{Cc}\n\t]/gu;

/** Text as one line, as headers and headings need it: whoever writes a line break into their name starts no header. */
export const oneLine = (text: string): string => text.replaceAll(lineEnds, ' ').replaceAll(overrides, '').replaceAll(/ {2,}/g, ' ').trim();

/** Text of several lines, with `\n` for every line end and without control characters. */
export const lines = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controlsButLineEnds, '')
    .replaceAll(overrides, '')
    .trim();

/**
 * Looks a message over before it is handed to anybody.
 * @throws Error where the recipient could be anything but one address, or the button leads out of our pages
 */
export function checked(message: MailMessage, publicUrl: string): CheckedMessage {
  const to = typeof message.to === 'string' ? { address: message.to, name: null } : message.to;
  if (to.address === '' || to.address !== to.address.trim() || !rules.email(to.address)) throw new Error('A mail needs one valid address.');
  if (message.button && !isOurs(message.button.url, publicUrl)) throw new Error('The button of a mail leads to a page of ours.');
  return {
    ...message,
    to: { address: to.address, name: oneLine(to.name ?? '') || null },
    subject: oneLine(message.subject),
    preview: oneLine(message.preview),
  };
}

const isOurs = (url: string, publicUrl: string): boolean => url.startsWith(`${publicUrl}/`) && !/[\s\p{Cc}\\]/u.test(url);
