import { Visitor } from 'oxc-parser';
import type { TemplateLiteral } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

// [Note: One way of reading]
// A read that is written in SQL runs through `readRows`, which types its rows, and stands in a feature's queries.ts. What `execute` is given
// writes, locks, or sets something for a transaction: it stands in a store.ts. The driver below both is for platform/db. Decision 033.

/** Who else reads in SQL, and why. */
const readers: Record<string, string> = {
  'apps/server/src/platform/http/idempotency.ts': 'the keys of requests are no feature’s',
  'apps/server/src/platform/http/limits.ts': 'the counts of limits are no feature’s',
  'apps/server/src/platform/jobs/job-rows.ts': 'the tables of pg-boss',
  'apps/server/src/platform/payments/sandbox.ts': 'the ledgers of the sandbox',
};
/** What the others read by. */
const ground = 'apps/server/src/platform/db/';
const acts = /\b(insert into|update|delete from|for (no key update|key share|share)|pg_advisory\w*|set_config|pg_notify)\b/i;
/** Whether the database answers. */
const ping = 'select 1';

/** Reads that are written in SQL stand in queries.ts and run through `readRows`. */
export function checkReads({ sources }: Tree): Problem[] {
  return sources.flatMap((source) => {
    const { app, layer, part, isTest } = placeOf(source.path);
    const isAsked = app === 'server' && !isTest && ['app', 'features', 'platform'].includes(layer) && !source.path.startsWith(ground);
    return isAsked ? inSource(source, part === 'queries.ts' || source.path in readers) : [];
  });
}

function inSource({ path, program, imports, lineAt }: SourceFile, mayRead: boolean): Problem[] {
  const problems: Problem[] = [];
  const say = (message: string): void => void problems.push({ file: path, rule: 'reads', message });
  if (!mayRead && imports.some(({ specifier, typeOnly }) => specifier === '#platform/db/read.ts' && !typeOnly)) {
    new Visitor({
      ImportSpecifier: (node) =>
        node.imported.type === 'Identifier' && node.imported.name === 'readRows' && say('readRows is for queries.ts'),
    }).visit(program);
  }
  new Visitor({
    CallExpression({ callee, arguments: [given], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.property.name !== 'execute' || !given)
        return;
      // A statement that the builder has prepared is given its values.
      if (given.type === 'ObjectExpression') return;
      if (given.type !== 'TaggedTemplateExpression' || !isCommand(given.quasi))
        say(`line ${lineAt(start)}: a read in SQL is readRows in queries.ts; execute is given what writes or locks, as it is written`);
    },
    MemberExpression({ property, start }) {
      if (property.type === 'Identifier' && property.name === '$client')
        say(`line ${lineAt(start)}: the database is asked through the builder, readRows or execute`);
    },
  }).visit(program);
  return problems;
}

function isCommand({ quasis }: TemplateLiteral): boolean {
  const text = quasis.map(({ value }) => value.cooked ?? '').join(' ');
  return acts.test(text) || text === ping;
}
