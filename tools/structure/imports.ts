import type { Ladder } from './ladder.ts';
import { placeOf } from './places.ts';
import type { Place } from './places.ts';
import type { Import, Problem, SourceFile, Tree } from './sources.ts';

/** Which layers of the same app a layer may know; every layer may know itself. */
const layers: Record<string, Record<string, string[]>> = {
  server: {
    platform: [],
    features: ['platform'],
    app: ['features', 'platform'],
    sample: ['app', 'features', 'platform'],
    test: ['app', 'features', 'platform', 'sample'],
  },
  web: {
    ui: [],
    platform: ['ui'],
    features: ['ui', 'platform'],
    app: ['features', 'ui', 'platform', 'routes', 'styles'],
    routes: ['app', 'features', 'ui', 'platform'],
    vite: [],
    catalogue: ['ui', 'styles'],
  },
};

/** Who knows whom: layers, the ladder of the features, what a feature keeps to itself, circles. */
export function checkImports({ sources }: Tree, ladder: Ladder): Problem[] {
  const found = sources.flatMap((source) => source.imports.flatMap((one) => checkImport(source, one, ladder)));
  return [...found, ...schemas(sources), ...cycles(sources)];
}

/** The web takes types from files of the contract that declare schemas, and values only from those that do not (decision 038). */
function schemas(sources: SourceFile[]): Problem[] {
  const known = new Map(sources.map((source) => [source.path, source]));
  const declares = (file: string): boolean =>
    known
      .get(file)
      ?.imports.some(({ specifier, target, typeOnly }) => !typeOnly && (specifier === 'zod' || (target && declares(target)))) ?? false;
  return sources
    .filter(({ path }) => placeOf(path).app === 'web' && !placeOf(path).isTest)
    .flatMap(({ path: file, imports }) =>
      imports
        .filter(({ target, typeOnly }) => target?.startsWith('packages/contract/') && !typeOnly && declares(target))
        .map(({ specifier }) => ({ file, rule: 'no-schemas', message: `${specifier} declares schemas: 'import type', or move the value` })),
    );
}

function checkImport(source: SourceFile, one: Import, ladder: Ladder): Problem[] {
  const from = placeOf(source.path);
  const problem = (rule: string, message: string): Problem[] => [{ file: source.path, rule, message: `${one.specifier}: ${message}` }];
  if (!one.target)
    return from.app === 'contract' && !from.isTest && !/^zod(\/v4\/core)?$/.test(one.specifier)
      ? problem('layers', 'the contract stands on zod alone')
      : [];
  // Tools, journeys and benchmarks may use what they like.
  if (from.app === 'other') return [];
  const to = placeOf(one.target);
  // What people read is needed wherever something is shown.
  if (to.app === 'messages' && (from.app !== 'contract' || from.isTest)) return [];
  if (to.app === 'contract') return from.layer === 'ui' ? problem('layers', 'ui knows nothing but ui') : [];
  if (to.app !== from.app) return problem('layers', `${from.app} knows only itself, the contract and the messages`);
  if (from.isTest && ['test', 'sample', 'app'].includes(to.layer)) return [];
  const allowed = layers[from.app]?.[from.layer] ?? [];
  if (to.layer !== from.layer && !allowed.includes(to.layer))
    return problem('layers', `${from.layer} knows only ${['itself', ...allowed].join(', ')}`);
  return from.layer === 'features' && to.layer === 'features' ? betweenFeatures(from, to, ladder, problem) : [];
}

function betweenFeatures(from: Place, to: Place, { stepOf }: Ladder, problem: (rule: string, message: string) => Problem[]): Problem[] {
  const { feature: own = '', part = '' } = from;
  const { feature: other = '', part: wanted = '' } = to;
  if (part === 'rules.ts' && wanted !== 'rules.ts' && wanted !== 'tables.ts' && wanted !== 'scope.ts')
    return problem('pure-rules', 'rules know only rules');
  if (own === other) return [];
  // A test by HTTP may look at whatever it wants to have happened.
  if (from.isTest) return [];
  if (stepOf(other) >= stepOf(own)) return problem('ladder', `${own} stands below or beside ${other}`);
  // A feature above may read by another's queries: the audience rule of posts is one of them.
  if (['feature.ts', 'routes.ts', 'store.ts', 'screens'].includes(wanted))
    return problem('own-affair', `${wanted} belongs to ${other} alone`);
  return [];
}

/** Circles of imports that are there when the program runs; types vanish, and what is loaded when needed makes no circle. */
function cycles(sources: SourceFile[]): Problem[] {
  const bySource = new Map(sources.map((source) => [source.path, source]));
  const state = new Map<string, 'open' | 'done'>();
  const problems: Problem[] = [];
  const visit = (file: string, way: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      const circle = [...way.slice(way.indexOf(file)), file];
      problems.push({ file, rule: 'no-cycles', message: `imports itself: ${circle.join(' -> ')}` });
      return;
    }
    state.set(file, 'open');
    for (const { target, typeOnly, dynamic } of bySource.get(file)?.imports ?? [])
      if (target && !typeOnly && !dynamic) visit(target, [...way, file]);
    state.set(file, 'done');
  };
  for (const { path } of sources) visit(path, []);
  return problems;
}
