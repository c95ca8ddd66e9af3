import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

/** The only file that may use React's `lazy`: it makes a part that could not be loaded anew before it is tried again. */
const parts = 'apps/web/src/ui/lazy-part.ts';

/** Parts of the web app that are loaded when they are drawn can be tried again (Note: Parts that do not come). */
export function checkParts({ sources }: Tree): Problem[] {
  return sources.filter(({ path }) => placeOf(path).app === 'web' && path !== parts).flatMap((source) => inSource(source));
}

function inSource({ path, program, lineAt }: SourceFile): Problem[] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || node.source.value !== 'react') return [];
    const isLazy = node.specifiers.some(
      (one) => one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' && one.imported.name === 'lazy',
    );
    return isLazy
      ? [{ file: path, rule: 'lazy-parts', message: `line ${lineAt(node.start)}: a part that is loaded later is a lazyPart of ${parts}` }]
      : [];
  });
}
