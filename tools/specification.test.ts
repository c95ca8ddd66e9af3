import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from './paths.ts';

interface Page {
  path: string;
  /** What an id looks like, and the sections there must be. */
  letter: 'S' | 'R';
  sections: string[];
  /** Statements that wait for later work. */
  open: string[];
  /** Every test that it names has an id in its title. */
  isMarked: boolean;
}

const pages: Page[] = [
  {
    path: 'docs/specification.md',
    letter: 'S',
    sections: ['2', '3', '4', '5', '6', '7', '8', '9'],
    open: [],
    isMarked: true,
  },
  { path: 'docs/reliability.md', letter: 'R', sections: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], open: [], isMarked: false },
];
const later = new Set(['not yet', 'native shell: later']);

interface Row {
  id: string;
  places: string[];
  proofs: { file: string; title: string }[];
  /** Says why there is no proof. */
  open: string | undefined;
}

/** The lines of the tables. What does not have the form of a line is an error, so that nothing is passed over. */
function rowsOf({ path: page, letter }: Page): Row[] {
  const lines = read(page)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (id|---) /.test(line));
  return lines.map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    const [id = '', statement = '', place = '', proof = ''] = cells;
    if (cells.length !== 4 || !new RegExp(`^${letter}\\d\\.\\d+$`).test(id) || statement.length < 5)
      throw new Error(`${page}: not a line of the table: ${line}`);
    const places = place.split(', ').map((path) => /^`([^`]+)`$/.exec(path)?.[1] ?? '');
    if (later.has(proof)) return { id, places, proofs: [], open: proof };
    const proofs = proof.split('<br>').map((one) => {
      const [, file = '', title = ''] = /^`([^`]+)` “([^”]+)”$/.exec(one) ?? [];
      if (!file) throw new Error(`${page}: not a proof: ${one}`);
      return { file, title };
    });
    return { id, places, proofs, open: undefined };
  });
}

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

/** Whether a file has a test of this very title. */
function hasTest(file: string, title: string): boolean {
  const source = read(file);
  const call = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*$/;
  return ["'", '"', '`'].some((quote) =>
    source
      .split(`${quote}${title}${quote}`)
      .slice(0, -1)
      .some((before) => call.test(before)),
  );
}

describe.each(pages)('$path', (page) => {
  const { letter, sections, open, isMarked } = page;
  const rows = rowsOf(page);

  test('no id stands there twice, and every section has its statements', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect([...new Set(ids.map((id) => id[1]))].toSorted()).toEqual(sections);
  });

  test.each(rows)('$id names places and tests that are there', ({ places, proofs }) => {
    const paths = [...places, ...proofs.map(({ file }) => file)];
    expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    expect(proofs.filter(({ file, title }) => !hasTest(file, title))).toEqual([]);
  });

  test('every test that is marked with an id stands in the line of that id', () => {
    const files = ['apps/*/{src,test,sample}/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'e2e/*.spec.ts'];
    const mark = new RegExp(`(['"\`])(\\[(${letter}\\d+\\.\\d+)\\] .*?)\\1,`, 'g');
    const marked = globSync(files, { cwd: inRoot() }).flatMap((file) =>
      [...read(file).matchAll(mark)].map(([, , title = '', id = '']) => ({ file, title, id })),
    );
    expect(marked.length).toBeGreaterThan(15);
    for (const { file, title, id } of marked) {
      const row = rows.find((one) => one.id === id);
      expect(row?.proofs).toContainEqual({ file, title });
    }
  });

  test.skipIf(!isMarked)('every test that a line names begins with an id, so that whoever reads the test finds the line', () => {
    const titles = rows.flatMap(({ proofs }) => proofs.map(({ title }) => title));
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter((title) => !/^\[[SR]\d\.\d+\] /.test(title))).toEqual([]);
  });

  test('of what is marked as open nothing is proved, and little is open', () => {
    expect(rows.filter((row) => row.open).map(({ id }) => id)).toEqual(open);
  });
});
