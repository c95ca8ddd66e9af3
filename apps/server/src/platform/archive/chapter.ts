import { translatorOf } from '@heartwood/messages/catalogues';
import { directionOf, writtenLanguage } from '@heartwood/messages/languages';
import type { ShownLanguage } from '@heartwood/contract/languages';
import type { PlainKey, Translate } from '@heartwood/messages/translate';

/** Who reads an archive: the words of their language, and what `Intl` and a page are told of it. */
export interface Reader {
  t: Translate;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** A reader of a language. */
export const readerIn = (language: ShownLanguage): Reader => ({
  t: translatorOf(language),
  language: writtenLanguage(language),
  direction: directionOf(language),
});

/** The message that heads a column of a table. */
export type Column = Extract<PlainKey, `export.archive.columns.${string}`>;

/** A value of a table. */
type Cell = string | number | null;

/** One thing as it goes into an export: once for programs, once for tables, once for reading. */
export interface Exported {
  /** Everything of it, as JSON. */
  data: object;
  /** What of it fits into a table, in the reader's words, by column. Every entry of a chapter has the same ones. */
  row: Partial<Record<Column, Cell>>;
  heading: string;
  /** `YYYY-MM-DD`, or null; its files are named by it. */
  day: string | null;
  /** What a user wrote, with their line breaks. */
  text: string;
  /** What else is to be read, one line each. */
  lines: string[];
  /** Media by id, those of comments too. */
  media: readonly string[];
  /** What is said of single media, by their id. */
  captions?: Readonly<Record<string, string>>;
  /** The post it is, with its author: when the reader may not see it any more, the archive is deleted. */
  lent?: { postId: string; authorId: string | null };
  /** Pictures by their key in the storage: portraits. */
  pictures: readonly string[];
}
