import { Visitor } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

const mostLines = 80;
/** How many functions of the web are longer, from before there was the rule. The number only goes down. */
const longOnWeb = 24;

/** A function has at most 80 lines. */
export function checkFunctions({ sources }: Tree): Problem[] {
  const long = sources.filter(({ path }) => !placeOf(path).isTest).flatMap((source) => longIn(source));
  const onWeb = long.filter(({ file }) => placeOf(file).app === 'web');
  return onWeb.length > longOnWeb ? long : long.filter((problem) => !onWeb.includes(problem));
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
