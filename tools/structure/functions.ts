import { Visitor } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

const mostLines = 80;

/** A function has at most 80 lines. */
export function checkFunctions({ sources }: Tree): Problem[] {
  return sources.filter(({ path }) => !placeOf(path).isTest).flatMap((source) => longIn(source));
}

function longIn({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const measure = ({ start, end }: { start: number; end: number }): void => {
    const lines = lineAt(end - 1) - lineAt(start) + 1;
    if (lines <= mostLines) return;
    const message = `line ${lineAt(start)}: a function of ${lines} lines, ${mostLines} at most`;
    problems.push({ file: path, rule: 'function-size', message });
  };
  new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(program);
  return problems;
}
