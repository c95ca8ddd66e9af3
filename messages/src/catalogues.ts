import type { Language, ShownLanguage } from '@heartwood/contract/languages';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, flatten } from './compile.ts';
import type { Nested } from './compile.ts';
import { isMadeUp, writtenLanguage } from './languages.ts';
import { disguised } from './made-up.ts';
import { translator } from './translate.ts';
import type { Translate } from './translate.ts';

/** The folder of the catalogues: a folder for each language, in it a file for each feature. */
export const cataloguesFolder = fileURLToPath(new URL('..', import.meta.url));

/** The names of a language's catalogues, in order: 'accounts', 'common', ... */
export function catalogueNames(language: Language): string[] {
  return readdirSync(`${cataloguesFolder}/${language}`)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();
}

/** Reads the messages of one catalogue by key. @throws Error when the file is not there or not JSON */
export function readCatalogue(language: Language, name: string): Record<string, string> {
  return flatten(name, JSON.parse(readFileSync(`${cataloguesFolder}/${language}/${name}.json`, 'utf8')) as Nested);
}

/** Reads all messages of a language by key. */
export function readLanguage(language: Language): Record<string, string> {
  return Object.assign({}, ...catalogueNames(language).map((name) => readCatalogue(language, name))) as Record<string, string>;
}

const known = new Map<ShownLanguage, Translate>();

/** All messages of a language. Its files are read when it is first asked for. */
export function translatorOf(language: ShownLanguage): Translate {
  const found = known.get(language);
  if (found) return found;
  const made = translator(
    language,
    readLanguage(writtenLanguage(language)),
    isMadeUp(language) ? (text) => disguised(compile(text), language) : compile,
  );
  known.set(language, made);
  return made;
}
