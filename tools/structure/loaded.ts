import { Visitor } from 'oxc-parser';
import { readLanguage } from '@heartwood/messages/catalogues';
import { groups, isIn, type Group } from '@heartwood/messages/groups';
import type { Problem, SourceFile, Tree } from './sources.ts';

const routes = 'apps/web/src/routes/';
const isPageOfMembers = (path: string): boolean => /^_(clean|flow)\//.test(path);
const isPage = (path: string): boolean => path.includes('/');

/**
 * Pages load the messages they show: what is neither everyone's nor every member's or visitor's, the route names in its loader, or the file
 * that loads a part of the page when it is needed, for that part.
 */
export function checkLoaded({ sources }: Tree): Problem[] {
  const known = new Set(Object.keys(readLanguage('en')));
  const files = new Map(sources.map((source) => [source.path, source]));
  const keys = new Map<string, string[]>();
  const keysOf = (source: SourceFile): string[] => {
    if (!keys.has(source.path)) keys.set(source.path, keysIn(source, known));
    return keys.get(source.path) ?? [];
  };
  return sources
    .filter(({ path }) => path.startsWith(routes) && isPage(path.slice(routes.length)))
    .flatMap((route) => {
      // A public page shows some of what is a member's to whoever is signed in.
      const whose: Group[] = isPageOfMembers(route.path.slice(routes.length)) ? ['member'] : ['visitor', 'member'];
      const loaded: Group[] = ['everyone', ...whose, ...asked(route), ...layoutsOf(route.path).flatMap((path) => asked(files.get(path)))];
      const missing = new Set<string>();
      for (const { source, also } of reached(route, files))
        for (const key of keysOf(source))
          if (![...loaded, ...also].some((group) => isIn(group, key))) missing.add(`${key} of ${source.path}`);
      return [...missing].slice(0, 1).map((first) => ({
        file: route.path,
        rule: 'loaded-messages',
        message: `${first} is in none of the groups it loads; its loader says language.need('<group>')`,
      }));
    });
}

/** The layouts around a route: `_clean.tsx` for `_clean/post.$id.tsx`. */
const layoutsOf = (path: string): string[] =>
  path.split('/').flatMap((_, at, parts) => (at > 0 ? [`${parts.slice(0, at).join('/')}.tsx`] : []));

/** The groups that a route asks for in its loader, or a file before it shows a part that it loads. */
function asked(source: SourceFile | undefined): Group[] {
  const calls = source?.text.matchAll(/language\.need\(([^)]*)\)/g) ?? [];
  return [...calls].flatMap(([, given = '']) => groups.filter((group) => given.includes(`'${group}'`)));
}

/** A file that a route shows, and the groups that are loaded `also` on the way to it. */
interface Shown {
  source: SourceFile;
  also: readonly Group[];
}

/** Everything that a route shows, also what it loads only when that is needed. */
function reached(route: SourceFile, files: ReadonlyMap<string, SourceFile>): Iterable<Shown> {
  const nameOf = ({ source, also }: Shown): string => `${source.path} ${also.join(' ')}`;
  const first: Shown = { source: route, also: [] };
  const found = new Map([[nameOf(first), first]]);
  for (const { source, also } of found.values())
    for (const { target, typeOnly, dynamic } of source.imports) {
      const next = target && !typeOnly ? files.get(target) : undefined;
      if (!next) continue;
      const shown = { source: next, also: dynamic ? [...new Set([...also, ...asked(source)])].toSorted() : also };
      found.set(nameOf(shown), found.get(nameOf(shown)) ?? shown);
    }
  return found.values();
}

/** The messages that a file names, as far as a browser loads any of them. */
function keysIn({ path, program }: SourceFile, known: ReadonlySet<string>): string[] {
  if (!/^(apps\/web|messages)\/src\//.test(path)) return [];
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && known.has(value) && groups.some((group) => isIn(group, value))) found.push(value);
    },
  }).visit(program);
  return found;
}
