import { Visitor } from 'oxc-parser';
import type { Expression } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

// [Note: A query key begins with its noun]
// What becomes stale with a fact is told by the noun at the beginning of a query key (app/live.ts), and so is what is kept for times without a
// network (app/offline-queries.ts). So the key of a query in a feature of the web begins with the feature's name.

/** Keys of other features, by file, and why they stand there. */
const exceptions: Record<string, Record<string, string>> = {
  'apps/web/src/features/posts/api.ts': { comments: 'the first comments come with their post; comments stand above posts' },
  'apps/web/src/features/posts/components/keep-sending.tsx': {
    moments: 'a milestone leaves with its post; moments stand above posts',
  },
};

/** Query keys written in a feature of the web begin with its noun. */
export function checkQueryKeys({ sources }: Tree): Problem[] {
  return sources.flatMap((source) => {
    const { app, layer, feature, isTest } = placeOf(source.path);
    return app === 'web' && layer === 'features' && feature && !isTest ? inSource(source, feature) : [];
  });
}

function inSource({ path, program, lineAt }: SourceFile, feature: string): Problem[] {
  const keys = new Map<string, Expression>();
  const found: { noun: string; start: number }[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (id.type === 'Identifier' && init && keys.set(id.name, init)),
    Property({ key, value, start }) {
      if (key.type !== 'Identifier' || key.name !== 'queryKey') return;
      const noun = firstOf(value as Expression, keys);
      if (noun !== undefined) found.push({ noun, start });
    },
  }).visit(program);
  const allowed = Object.keys(exceptions[path] ?? {});
  const problem = (message: string): Problem => ({ file: path, rule: 'query-keys', message });
  return [
    ...found
      .filter(({ noun }) => noun !== feature && !allowed.includes(noun))
      .map(({ noun, start }) => problem(`line ${lineAt(start)}: the key begins with '${noun}', the feature is '${feature}'`)),
    ...allowed
      .filter((noun) => !found.some((one) => one.noun === noun))
      .map((noun) => problem(`no key begins with '${noun}': take it out of the exceptions in tools/structure/query-keys.ts`)),
  ];
}

/** The text an array begins with, also by way of a constant of the same file: `[...all, 'one']`. */
function firstOf(value: Expression, keys: ReadonlyMap<string, Expression>): string | undefined {
  if (value.type === 'TSAsExpression') return firstOf(value.expression, keys);
  if (value.type === 'Identifier') return keys.has(value.name) ? firstOf(keys.get(value.name)!, new Map()) : undefined;
  if (value.type !== 'ArrayExpression') return undefined;
  const [first] = value.elements;
  if (first?.type === 'SpreadElement') return firstOf(first.argument, keys);
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined;
}
