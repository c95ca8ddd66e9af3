/** A value of a table. */
export type Cell = string | number | null;

/** One thing as it goes into an export: once for programs, once for tables, once for reading. */
export interface Exported {
  /** Everything of it, as JSON. */
  data: object;
  /** What of it fits into a table. */
  row: Record<string, Cell>;
  heading: string;
  /** `YYYY-MM-DD`, or null; its files are named by it. */
  day: string | null;
  /** What somebody wrote, with their line breaks. */
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

/** The key of a stored object in an address of it: what stands before its expiry and signature. */
export const keyIn = (address: string): string => address.split('?')[0] ?? '';
