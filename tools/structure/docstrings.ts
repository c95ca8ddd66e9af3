import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

const where = /^(apps\/(server|web)\/src\/features|packages\/contract\/src)\//;

/** What a feature or the contract exports has a docstring. */
export function checkDocstrings({ sources }: Tree): Problem[] {
  return sources.filter(({ path }) => where.test(path) && !placeOf(path).isTest).flatMap((source) => bareIn(source));
}

function bareIn({ path, text, program, comments, lineAt }: SourceFile): Problem[] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportDefaultDeclaration' && (node.type !== 'ExportNamedDeclaration' || !node.declaration)) return [];
    const comment = comments.findLast(({ end }) => end <= node.start);
    const isRightBefore = comment !== undefined && text.slice(comment.end, node.start).trim() === '';
    if (isRightBefore && comment.type === 'Block' && comment.value.startsWith('*')) return [];
    return [{ file: path, rule: 'docstrings', message: `line ${lineAt(node.start)}: what is exported says what goes in and comes out` }];
  });
}
