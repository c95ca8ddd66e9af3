import { placeOf } from './places.ts';
import type { Problem, Tree } from './sources.ts';

const serverFiles = ['feature', 'routes', 'actions', 'rules', 'store', 'queries', 'tables', 'present', 'jobs', 'emails', 'erasure'];
const webFiles = ['api', 'logic', 'state'];
const webFolders = ['screens', 'components', 'hooks'];
const drawers = /^(utils?|helpers?|common|misc|shared)$/i;
const mostLines = 300;
const mostTestLines = 500;
const mostRouteLines = 25;

/** Names, places and sizes of files. */
export function checkNames({ paths, sources }: Tree): Problem[] {
  return [
    ...paths.flatMap((file) => [...vocabulary(file), ...drawer(file), ...barrelName(file)]),
    ...sources.flatMap((source) => size(source.path, source.lines)),
    ...migrations(paths),
  ];
}

function vocabulary(file: string): Problem[] {
  const { app, layer, feature = '', part = '', isTest } = placeOf(file);
  if (layer !== 'features') return [];
  const rule = 'vocabulary';
  const inside = file.split('/').slice(6);
  if (app === 'server') {
    const allowed = isTest || serverFiles.includes(part.replace(/\.ts$/, '')) || (feature === 'family' && part === 'scope.ts');
    return allowed && inside.length === 0 ? [] : [{ file, rule, message: `a feature has only ${serverFiles.join(', ')} and tests` }];
  }
  const inFolder = webFolders.includes(part) && inside.length > 0;
  const allowed = inFolder || (inside.length === 0 && (isTest || webFiles.some((name) => part === `${name}.ts`)));
  return allowed ? [] : [{ file, rule, message: `a feature has only ${webFiles.join(', ')}, ${webFolders.join('/, ')}/ and tests` }];
}

function drawer(file: string): Problem[] {
  const parts = file.split('/').map((part) => part.replace(/\..*$/, ''));
  const name = parts.find((part) => drawers.test(part));
  return name ? [{ file, rule: 'no-drawers', message: `'${name}' says nothing about what is in it` }] : [];
}

/** On the web an `index` among the routes is the route `/` of its folder, which the router wants. */
function barrelName(file: string): Problem[] {
  if (!/\/index\.[jt]sx?$/.test(file) || file.startsWith('apps/web/src/routes/')) return [];
  return [{ file, rule: 'no-barrels', message: 'files are imported by their own names' }];
}

function size(file: string, lines: number): Problem[] {
  const { app, layer, isTest } = placeOf(file);
  const most = isTest ? mostTestLines : app === 'web' && layer === 'routes' ? mostRouteLines : mostLines;
  return lines > most ? [{ file, rule: 'size', message: `${lines} lines, ${most} at most` }] : [];
}

/** Numbers may be missing, as several are written at a time; two of one number may not be. */
function migrations(paths: string[]): Problem[] {
  const folder = 'apps/server/migrations/';
  const names = paths.flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : [])).toSorted();
  const numbers = names.map((name) => name.slice(0, 4));
  return names.flatMap((name, at) => {
    const fits = /^\d{4}_[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name) && numbers.indexOf(numbers[at]!) === at;
    return fits ? [] : [{ file: folder + name, rule: 'migrations', message: 'expected 0007_some-name.sql, with a number of its own' }];
  });
}
