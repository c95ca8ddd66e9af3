import { Visitor } from 'oxc-parser';
import type { Problem, SourceFile, Tree } from './sources.ts';

/** What files were called, and the term they are called by. */
const retiredFiles = new Map([
  ['again', 'retries'],
  ['apart', 'sandbox'],
  ['coming', 'what it is about'],
  ['disguise', 'polyglot'],
  ['door', 'listener, endpoint or route group'],
  ['endings', 'exit-codes'],
  ['foreign', 'decoders'],
  ['hygiene', 'sanitize'],
  ['kept', 'device storage'],
  ['kinds', 'file-types'],
  ['lanes', 'track-writers'],
  ['leash', 'sandbox'],
  ['light', 'tone-mapping'],
  ['once', 'idempotency'],
  ['pace', 'slow-clients'],
  ['patience', 'what is limited'],
  ['pieces', 'chunks or batches'],
  ['plain', 'strip-metadata'],
  ['together', 'insert-batch'],
  ['who', 'growth-standards'],
  ['wire', 'raw-http'],
  ['words', 'messages'],
]);
/** The same for words in names of the code. */
const retiredNames = new Map([
  ['apart', 'separate'],
  ['coming', 'upcoming, or loading'],
  ['disguise', 'polyglot'],
  ['door', 'listener, endpoint or route group'],
  ['doors', 'listeners, endpoints or route groups'],
  ['hygiene', 'sanitize'],
  ['leash', 'sandbox'],
  ['patience', 'what is limited, with its unit'],
  ['patient', 'what is limited, with its unit'],
  ['piece', 'chunk or fragment'],
  ['pieces', 'chunks or fragments'],
]);

/** Home-made words stay retired where the field has a term. */
export function checkRetired({ paths, sources }: Tree): Problem[] {
  return [...paths.flatMap(fileName), ...sources.flatMap(names)];
}

function fileName(file: string): Problem[] {
  const name = /([^/.]+)\.(?:test\.|spec\.)?[cm]?[jt]sx?$/.exec(file)?.[1] ?? '';
  const term = retiredFiles.get(name);
  return term ? [{ file, rule: 'retired', message: `'${name}' is called ${term}` }] : [];
}

function names({ path, program, lineAt }: SourceFile): Problem[] {
  const found = new Map<string, Problem>();
  new Visitor({
    Identifier({ name, start }) {
      const [term] = name.split(/(?=[A-Z])|_/).flatMap((part) => retiredNames.get(part.toLowerCase()) ?? []);
      if (term && !found.has(name))
        found.set(name, { file: path, rule: 'retired', message: `line ${lineAt(start)}: '${name}' is called ${term}` });
    },
  }).visit(program);
  return [...found.values()];
}
