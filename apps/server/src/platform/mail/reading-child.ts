import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import PostalMime, { addressParser } from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import { answerTasks } from '#platform/sandbox/sandbox.ts';
import type { MailFile, ReadingAnswer, ReadingTask } from './reading.ts';

// A process of its own: reads one mail, writes its files into a folder and answers what was written. What it is given may be made to exhaust
// or to break the parsers; that then ends this process and nothing else.

/** Levels of parts in parts; bytes of all headers; files; characters of the words, as they were sent and without what they answer. */
const most = { depth: 20, headers: 262_144, files: 100, written: 500_000, html: 2_000_000 };
/** Bytes of a picture inside the words up to which it decorates them. */
const decoration = 20_000;

answerTasks<ReadingTask, ReadingAnswer>(async ({ path, folder }) => {
  const bytes = await readFile(path);
  const mail = await new PostalMime({ maxNestingDepth: most.depth, maxHeadersSize: most.headers, forceRfc822Attachments: true })
    .parse(bytes)
    .catch(() => undefined);
  if (!mail || mail.attachments.length > most.files) return undefined;
  const files: MailFile[] = [];
  for (const [index, attachment] of mail.attachments.entries()) files.push(await keep(attachment, join(folder, String(index))));
  return {
    headers: mail.headers.map(({ key, value }) => ({ key, value: value.replaceAll(/\s+/g, ' ').trim() })),
    from: addressesIn(mail, 'from'),
    to: addressesIn(mail, 'to'),
    text: storable(withoutQuotes(wordsOf(mail))).trim(),
    files,
  };
});

/** Text as a database keeps it: without NUL, and of whole characters alone. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Every mailbox of every field of a name: of two fields, a parser for people would show one. */
function addressesIn({ headers }: Email, name: 'from' | 'to'): string[] {
  const all = headers.filter(({ key }) => key === name).flatMap(({ value }) => parsed(value));
  return all.map((address) => address.toLowerCase());
}

const parsed = (value: string): string[] => {
  const mailboxes = (list: Address[]): string[] =>
    list.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : one.address));
  return mailboxes(addressParser(value));
};

/** What was written as text; where that is empty, what the page says. */
function wordsOf({ text = '', html = '' }: Email): string {
  if (text.trim() !== '' || html === '') return text.slice(0, most.written);
  return convert(html.slice(0, most.html), {
    wordwrap: false,
    limits: { maxInputLength: most.html, maxDepth: 100, maxChildNodes: 10_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
    ],
  }).slice(0, most.written);
}

/** How German mail readers begin what is answered where the library does not know it: over two lines, or with the name first. */
const attributions = [
  /^Am [^\n]{4,120}(?:\n[^\n]{1,120})?\sschrieb\s[^\n]{1,200}(?:\n[^\n]{1,200})?:[ \t]*$(\s*>)?/gm,
  /^[^\n]{1,200}<[^<>\n]{3,254}>\sschrieb am [^\n]{4,100}:[ \t]*$(\s*>)?/gm,
];

/** Removes what a mail answers and its signature. */
function withoutQuotes(words: string): string {
  const plain = attributions.reduce(
    // Where every line is marked as quoted, something may be written below; else all that follows is what is answered.
    (text, attribution) => text.replaceAll(attribution, (_, marked?: string) => marked ?? '-----Original Message-----'),
    words.replaceAll('\r\n', '\n'),
  );
  return new EmailReplyParser().parseReply(plain).trim();
}

async function keep({ content, filename, mimeType, disposition, related, contentId }: Attachment, path: string): Promise<MailFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  await writeFile(path, bytes);
  const isInside = related === true || (disposition === 'inline' && contentId !== undefined);
  const [name, type] = [filename ?? '', mimeType].map(storable) as [string, string];
  return { path, filename: name, type, size: bytes.length, isDecoration: isInside && bytes.length <= decoration };
}
