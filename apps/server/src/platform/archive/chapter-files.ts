import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Column, Exported, Reader } from './chapter.ts';
import { escapeHtml, fileHtml, pageEnd, pageStart } from './page.ts';

/** A file of the archive that belongs to an entry. */
export interface PlacedFile {
  /** Of the medium, or its key. */
  id: string;
  /** Relative to the pages. */
  file: string;
  label: string;
  /** What a page shows instead, where browsers cannot show the file. */
  shown?: string;
}

/** What a chapter came to. */
interface WrittenChapter {
  /** Names of its files, the first page first. */
  files: string[];
  page: string;
  count: number;
}

/** Entries on one page: browsers grow slow on thousands of pictures. */
const perPage = 200;
/** What a spreadsheet takes for a formula gets an apostrophe before it. */
const table = { escape_formulas: true, bom: false } as const;
/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Writes a chapter as JSON, as a table and as pages, entry by entry, so that it never is in memory as a whole.
 * @param reader in whose language pages and the columns of tables are written; JSON keeps its names
 * @param folder where the files are written
 * @param place says which files of the archive belong to an entry
 * @returns undefined where there is nothing in it
 */
export async function writeChapter(
  reader: Reader,
  folder: string,
  chapter: { name: string; title: string; entries: AsyncIterable<Exported> },
  place: (entry: Exported) => Promise<PlacedFile[]>,
): Promise<WrittenChapter | undefined> {
  const { t } = reader;
  const { name, title } = chapter;
  const files: string[] = [];
  const begin = async (file: string): Promise<FileHandle> => {
    files.push(file);
    return open(join(folder, file), 'wx', 0o600);
  };
  let count = 0;
  let json: FileHandle | undefined;
  let csv: FileHandle | undefined;
  let page: FileHandle | undefined;
  try {
    for await (const entry of chapter.entries) {
      const placed = await place(entry);
      if (count % perPage === 0) {
        const number = count / perPage + 1;
        const next = pageName(name, number);
        if (page) await page.appendFile(`<p><a href="${next}">${escapeHtml(t('export.archive.further'))}</a></p>${pageEnd}`);
        await page?.close();
        page = await begin(next);
        const back =
          number === 1
            ? { href: 'index.html', label: t('export.archive.back') }
            : { href: pageName(name, number - 1), label: t('export.archive.before') };
        await page.appendFile(pageStart(reader, title, back));
      }
      json ??= await begin(`${name}.json`);
      csv ??= await begin(`${name}.csv`);
      const named = Object.fromEntries(placed.map(({ id, file }) => [id, file]));
      await json.appendFile(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify({ ...entry.data, files: named })}`);
      const row = { ...entry.row, 'export.archive.columns.files': placed.map(({ file }) => file).join('\n') };
      if (count === 0) await csv.appendFile(byteOrderMark + stringify([Object.keys(row).map((column) => t(column as Column))], table));
      await csv.appendFile(stringify([Object.values(row)], table));
      await page?.appendFile(article(entry, placed));
      count += 1;
    }
    await json?.appendFile('\n]\n');
    await page?.appendFile(pageEnd);
  } finally {
    for (const handle of [json, csv, page]) await handle?.close();
  }
  return count > 0 ? { files, page: pageName(name, 1), count } : undefined;
}

const pageName = (name: string, number: number): string => (number === 1 ? `${name}.html` : `${name}-${number}.html`);

function article({ heading, text, lines }: Exported, placed: readonly PlacedFile[]): string {
  const words = text === '' ? '' : `<p class="words">${escapeHtml(text)}</p>\n`;
  const list = lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>\n`;
  const shown = placed.map((one) => fileHtml(one.file, one.label, one.shown)).join('');
  return `<article><h2>${escapeHtml(heading)}</h2>\n${words}${shown}${list}</article>\n`;
}
