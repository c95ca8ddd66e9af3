import { registerHooks } from 'node:module';

// [Note: A start that reads one list a thousand times]
// For every import of a .js file Node asks the package it lies in whether it holds modules, and to answer that it parses the package's whole
// list of exports anew. The query builder's list is 170 KB long and its files import each other some eight hundred times: a quarter of a
// start. All of its .js files are modules and name each other by their paths, so there is nothing to be asked (a test watches that).

const builder = '/node_modules/drizzle-orm/';

/** Resolves what the query builder's files import of each other, and its two doors after the first time, without reading its list of exports. */
export function resolveQuickly(): void {
  const doors = new Map<string, { url: string; format?: string | null | undefined }>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.includes(builder) && parentURL.endsWith('.js'))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      if (!/^drizzle-orm(\/|$)/.test(specifier) || conditions.includes('require')) return next(specifier, context);
      const door = doors.get(specifier);
      if (door) return { ...door, shortCircuit: true };
      const found = next(specifier, context);
      doors.set(specifier, { url: found.url, format: found.format });
      return found;
    },
  });
}
