import { compile } from '../../messages/src/compile.ts';
import { catalogueNames, readCatalogue } from '../../messages/src/catalogues.ts';
import { languages } from '../../packages/contract/src/languages.ts';
import type { Language } from '../../packages/contract/src/languages.ts';
import { parametersOf, tagsOf } from '../../messages/src/parameters.ts';
import type { Problem, SourceFile } from './sources.ts';

/** Where the types of the messages stand. */
export const typesFile = 'messages/src/messages.gen.ts';

/** The messages of every language by key. */
export type Catalogues = Record<Language, Record<string, string>>;

/** Reads all catalogues from their files. @throws Error when one is not JSON */
export function readCatalogues(): Catalogues {
  const of = (language: Language) => Object.assign({}, ...catalogueNames(language).map((name) => readCatalogue(language, name)));
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as Catalogues;
}

/** The TypeScript file with the type of every message's parameters, made from English. */
export function typesOf({ en }: Catalogues): string {
  const lines = Object.entries(en)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => `  '${key}': ${shapeOf(text)};`);
  return [
    "// Made from messages/en by 'node tools/messages.ts'.",
    '',
    '/** The parameters of every message; undefined where it has none. */',
    'export interface MessageParams {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

function shapeOf(text: string): string {
  const parameters = [...parametersOf(compile(text))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parameters.length === 0 ? 'undefined' : `{ ${parameters.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
}

/**
 * What is wrong with the catalogues: a message that a language lacks or has for itself, an empty or unreadable one, parameters or tags that
 * differ from the English ones, one that nothing uses, types that are not up to date.
 * @param types the file of types as it is
 */
export function checkMessages(catalogues: Catalogues, types: string, sources: readonly SourceFile[]): Problem[] {
  const broken = languages.flatMap((language) =>
    Object.entries(catalogues[language]).flatMap(([key, text]) => unreadable(language, key, text)),
  );
  if (broken.length > 0) return broken;
  const { en, ...others } = catalogues;
  return [
    ...Object.entries(others).flatMap(([language, messages]) => differences(language, en, messages)),
    ...unused(Object.keys(en), sources),
    ...(types === typesOf(catalogues)
      ? []
      : [{ file: typesFile, rule: 'messages', message: "is not up to date: run 'node tools/messages.ts'" }]),
  ];
}

const problem = (language: string, key: string, message: string): Problem => ({
  file: `messages/${language}/${key.split('.')[0]}.json`,
  rule: 'messages',
  message: `'${key}' ${message}`,
});

function unreadable(language: string, key: string, text: string): Problem[] {
  if (text.trim() === '') return [problem(language, key, 'is empty')];
  try {
    compile(text);
    return [];
  } catch (error) {
    return [problem(language, key, `is not valid: ${String((error as Error).message).split('\n')[0]}`)];
  }
}

function differences(language: string, english: Record<string, string>, messages: Record<string, string>): Problem[] {
  const unknown = Object.keys(messages).filter((key) => !(key in english));
  return [
    ...unknown.map((key) => problem(language, key, 'is not in English')),
    ...Object.entries(english).flatMap(([key, text]) => {
      const other = messages[key];
      if (other === undefined) return [problem(language, key, 'is missing')];
      const [wanted, given] = [text, other].map((one) => `${shapeOf(one)} ${tagsOf(one).join(' ')}`);
      return wanted === given ? [] : [problem(language, key, `takes ${given?.trim()}, in English ${wanted?.trim()}`)];
    }),
  ];
}

/** Keys stand in the sources as they are, in quotes; a key that is put together at run time cannot be found and counts as unused. */
function unused(keys: readonly string[], sources: readonly SourceFile[]): Problem[] {
  const used = new Set<string>();
  for (const { path, text } of sources) {
    if (/\.test\.tsx?$/.test(path)) continue;
    for (const [, key] of text.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/gi)) used.add(key!);
  }
  return keys.filter((key) => !used.has(key)).map((key) => problem('en', key, 'is used nowhere'));
}
