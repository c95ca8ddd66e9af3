import { compile } from '../../messages/src/compile.ts';
import { catalogueNames, readCatalogue } from '../../messages/src/catalogues.ts';
import { languages } from '../../packages/contract/src/languages.ts';
import type { Language } from '../../packages/contract/src/languages.ts';
import { choicesOf, parametersOf, tagsOf } from '../../messages/src/parameters.ts';
import type { Choice } from '../../messages/src/parameters.ts';
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
 * What is wrong with the catalogues: a message that a language lacks or has for itself, an empty or unreadable one, parameters, tags or
 * branches that differ from the English ones, a plural that lacks a form, a message that nothing uses, types that are not up to date.
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
    ...Object.entries(catalogues).flatMap(([language, messages]) => formsLacking(language, en, messages)),
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
      if (wanted !== given) return [problem(language, key, `takes ${given?.trim()}, in English ${wanted?.trim()}`)];
      const [branches, otherBranches] = [text, other].map(branchesOf);
      return branches === otherBranches ? [] : [problem(language, key, `chooses by ${otherBranches}, in English by ${branches}`)];
    }),
  ];
}

/** What each parameter of a select may be: 'whose: mine, other'. */
function branchesOf(text: string): string {
  const found = new Map<string, Set<string>>();
  for (const { name, type, cases } of choicesOf(compile(text)))
    if (type === 'select') found.set(name, new Set([...(found.get(name) ?? []), ...cases]));
  return [...found]
    .map(([name, cases]) => `${name}: ${[...cases].toSorted().join(', ')}`)
    .toSorted()
    .join('; ');
}

const tellsOne = ({ cases }: Choice): boolean => cases.some((one) => one === '1' || !/^(\d+|other)$/.test(one));

/** Plurals that tell one from several in English have every form of the language (`=1` counts as 'one'); with 'other' alone they are none. */
function formsLacking(language: string, english: Record<string, string>, messages: Record<string, string>): Problem[] {
  return Object.entries(messages).flatMap(([key, text]) => {
    const told = new Set(
      choicesOf(compile(english[key] ?? text))
        .filter(tellsOne)
        .map(({ name }) => name),
    );
    return choicesOf(compile(text)).flatMap(({ name, type, cases }) => {
      if (type === 'select') return [];
      if (type === 'plural' && cases.length === 1)
        return [problem(language, key, `has one form for every number: write {${name}, number}`)];
      const { pluralCategories } = new Intl.PluralRules(language, { type: type === 'plural' ? 'cardinal' : 'ordinal' }).resolvedOptions();
      const lacking = pluralCategories.filter((form) => !cases.includes(form) && !(form === 'one' && cases.includes('1')));
      return lacking.length > 0 && told.has(name) ? [problem(language, key, `lacks ${lacking.join(', ')} of {${name}}`)] : [];
    });
  });
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
