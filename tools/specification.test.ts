import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from './paths.ts';

const page = 'docs/specification.md';
const open = new Set(['not yet', 'native shell: later']);

interface Row {
  id: string;
  places: string[];
  proofs: { file: string; title: string }[];
  /** Says why there is no proof. */
  open: string | undefined;
}

/** The lines of the tables. What does not have the form of a line is an error, so that nothing is passed over. */
function rowsOf(markdown: string): Row[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|') && !/^\| (id|---) /.test(line));
  return lines.map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    const [id = '', statement = '', place = '', proof = ''] = cells;
    if (cells.length !== 4 || !/^S[2-9]\.\d+$/.test(id) || statement.length < 5)
      throw new Error(`${page}: not a line of the table: ${line}`);
    const places = place.split(', ').map((path) => /^`([^`]+)`$/.exec(path)?.[1] ?? '');
    if (open.has(proof)) return { id, places, proofs: [], open: proof };
    const proofs = proof.split('<br>').map((one) => {
      const [, file = '', title = ''] = /^`([^`]+)` “([^”]+)”$/.exec(one) ?? [];
      if (!file) throw new Error(`${page}: not a proof: ${one}`);
      return { file, title };
    });
    return { id, places, proofs, open: undefined };
  });
}

const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const rows = rowsOf(read(page));

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

test('no id stands there twice, and every section has its statements', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(new Set(ids.map((id) => id[1]))).toEqual(new Set(['2', '3', '4', '5', '6', '7', '8', '9']));
});

describe.each(rows)('$id', ({ places, proofs }) => {
  test('names places and tests that are there', () => {
    const paths = [...places, ...proofs.map(({ file }) => file)];
    expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    expect(proofs.filter(({ file, title }) => !hasTest(file, title))).toEqual([]);
  });
});

test('every test that is marked with an id stands in the line of that id', () => {
  const files = ['apps/*/{src,test,sample}/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'e2e/*.spec.ts'];
  const marked = globSync(files, { cwd: inRoot() }).flatMap((file) =>
    [...read(file).matchAll(/(['"`])(\[(S\d+\.\d+)\] .*?)\1,/g)].map(([, , title = '', id = '']) => ({ file, title, id })),
  );
  expect(marked.length).toBeGreaterThan(30);
  for (const { file, title, id } of marked) {
    const row = rows.find((one) => one.id === id);
    expect(row?.proofs).toContainEqual({ file, title });
  }
});

test('of what is marked as open nothing is proved, and little is open', () => {
  expect(rows.filter((row) => row.open).map(({ id }) => id)).toEqual(['S3.16', 'S9.8']);
});
