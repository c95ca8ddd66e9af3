import { languages, type Language } from '@heartwood/contract/languages';
import { fileURLToPath } from 'node:url';
import { catalogueNames, cataloguesFolder, readLanguage } from '@heartwood/messages/catalogues';
import { compile } from '@heartwood/messages/compile';
import { groups, isIn, type Group } from '@heartwood/messages/groups';
import type { Plugin } from 'vite';

const prefix = 'virtual:messages/';

/**
 * Serves `virtual:messages/<language>/<group>`: the messages of one group in one language, compiled, as a module of its own
 * (`messages-de-visitor`).
 */
export function messages(): Plugin {
  return {
    name: 'heartwood:messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [language, group] = id.slice(prefix.length + 1).split('/') as [Language, Group];
      for (const name of catalogueNames(language)) this.addWatchFile(fileURLToPath(new URL(`${language}/${name}.json`, folder)));
      const compiled = Object.entries(readLanguage(language)).flatMap(([key, text]) => (isIn(group, key) ? [[key, compile(text)]] : []));
      return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

const folder = new URL(`file://${cataloguesFolder}`);

/** Chunks with messages are named by language and group. */
export const messageChunks = languages.flatMap((language) =>
  groups.map((group) => ({ name: `messages-${language}-${group}`, test: `${prefix}${language}/${group}`, priority: 10 })),
);
