import { Visitor } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

const mostHandlerLines = 6;

/** Who may ask what time it is, and why. */
const clocks: Record<string, string> = {
  'apps/server/src/platform/clock.ts': 'it is the clock',
  'apps/server/src/platform/jobs/jobs.ts':
    'pg-boss decides by the clock of the database when a job is due, so how late it is can only be told by that one',
};
const sqlClock = /\b(now\(\)|clock_timestamp\(\)|statement_timestamp\(\)|current_timestamp|current_date|localtimestamp)/i;

/** What is inside the files: time, SQL, handlers, re-exports, routes for developers. */
export function checkContent({ sources }: Tree): Problem[] {
  return sources.flatMap((source) => {
    const { app, layer, part = '', isTest } = placeOf(source.path);
    if (isTest) return [];
    const onServer = app === 'server' && ['app', 'features', 'platform'].includes(layer);
    return [
      ...barrel(source),
      ...(onServer ? [...time(source), ...devRoutes(source)] : []),
      ...(onServer && layer === 'features' ? sqlPlace(source, part) : []),
      ...(onServer && part === 'routes.ts' ? handlers(source) : []),
      // What stands beside the app (public/) asks for the app itself, when it is not there.
      ...(app === 'web' && layer !== 'platform' && layer !== 'public' ? fetches(source) : []),
    ];
  });
}

function barrel({ path, program }: SourceFile): Problem[] {
  const reExports = program.body.filter(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source),
  );
  const everything = program.body.some((node) => node.type === 'ExportAllDeclaration');
  const nothingElse = reExports.length > 0 && program.body.every((node) => reExports.includes(node) || node.type === 'ImportDeclaration');
  return everything || nothingElse ? [{ file: path, rule: 'no-barrels', message: 'it only hands on what other files export' }] : [];
}

function time({ path, program, lineAt }: SourceFile): Problem[] {
  if (clocks[path]) return [];
  const problems: Problem[] = [];
  const say = (position: number, what: string): void => {
    problems.push({ file: path, rule: 'clock', message: `line ${lineAt(position)}: ${what}; the clock is platform/clock.ts` });
  };
  const sql = (text: unknown, position: number): void => {
    const found = typeof text === 'string' ? sqlClock.exec(text)?.[0] : undefined;
    if (found) say(position, `the database's ${found}`);
  };
  new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) say(node.start, 'new Date()');
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'Date') say(node.start, 'Date()');
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.property.type !== 'Identifier') return;
      if (callee.object.name === 'Date' && callee.property.name === 'now') say(node.start, 'Date.now()');
    },
    TemplateElement: (node) => sql(node.value.cooked, node.start),
    Literal: (node) => sql(node.value, node.start),
  }).visit(program);
  return problems;
}

/** A path that begins with /dev is a route for developers; tools/ has those. */
function devRoutes({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  new Visitor({
    Literal(node) {
      if (typeof node.value !== 'string' || !/^\/dev(\/|$)/.test(node.value)) return;
      problems.push({ file: path, rule: 'no-dev-routes', message: `line ${lineAt(node.start)}: ${node.value} belongs to tools/` });
    },
  }).visit(program);
  return problems;
}

/** The query builder is used where the SQL of a feature is. */
function sqlPlace({ path, imports }: SourceFile, part: string): Problem[] {
  if (['store.ts', 'queries.ts', 'tables.ts', 'scope.ts'].includes(part)) return [];
  const used = imports.find((one) => !one.typeOnly && /^(drizzle-orm(\/|$)|pg$)/.test(one.specifier));
  return used ? [{ file: path, rule: 'sql-in-store', message: `${used.specifier} is for store.ts, queries.ts and tables.ts` }] : [];
}

function handlers({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  new Visitor({
    Property(node) {
      if (node.key.type !== 'Identifier' || !['handle', 'handler'].includes(node.key.name)) return;
      if (node.value.type !== 'ArrowFunctionExpression' && node.value.type !== 'FunctionExpression') return;
      const { body } = node.value;
      if (!body) return;
      const span = lineAt(body.end - 1) - lineAt(body.start) + 1;
      const lines = body.type === 'BlockStatement' ? span - 2 : span;
      if (lines > mostHandlerLines) {
        problems.push({
          file: path,
          rule: 'thin-handlers',
          message: `line ${lineAt(node.start)}: ${lines} lines, ${mostHandlerLines} at most`,
        });
      }
    },
  }).visit(program);
  return problems;
}

/** The HTTP client in platform/ is the only one that calls the server. */
function fetches({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  new Visitor({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'fetch') return;
      problems.push({ file: path, rule: 'one-client', message: `line ${lineAt(node.start)}: fetch is for platform/` });
    },
  }).visit(program);
  return problems;
}
