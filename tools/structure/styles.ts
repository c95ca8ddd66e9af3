import { Visitor } from 'oxc-parser';
import type { Problem, SourceFile, StyleSheet, Tree } from './sources.ts';

// [Note: Start and end]
// The interface turns round in languages that are written from right to left. So styles name the sides of a line by where it starts and ends,
// not by left and right. What does not turn round is listed here with its reason.

/** Where left and right are meant, and why. */
const physical: Record<string, string> = {
  'apps/web/src/features/people/components/photo-crop.tsx': 'a picture does not turn round with the language',
};

const size = String.raw`(-|$)`;
const length = String.raw`-(auto|full|px|\d|\[|\()`;
const physicalClass = new RegExp(
  `^(scroll-)?[mp][lr]${length}|^(left|right)${length}|^border-[lr]${size}|^rounded-([lr]|[tb][lr])${size}|^(text|float|clear)-(left|right)$|^(origin|object|bg)-((top|bottom)-)?(left|right)(-(top|bottom))?$`,
);
/** Moved along the line. What is moved by two pixels at most stands in the middle for the eye, and is a picture's. */
const moved = /^translate-(x-)?(?!(x-)?(0|0\.5|px)$)(\d|\[|\(|full$)/;
const physicalProperty =
  /(?<=^|[\s;{])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)(?=\s*:)|(?<=^|[\s;{])(?:text-align|float|clear)\s*:\s*(?:left|right)(?=\s*[;!}])/g;
const physicalKey = /^((scroll)?(margin|padding)|border(Top|Bottom)?)(Left|Right)|^(left|right)$/;

/** Styles of the web app name sides by start and end. */
export function checkStyles({ sources, sheets }: Tree): Problem[] {
  const onWeb = (path: string): boolean => path.startsWith('apps/web/') && !physical[path];
  return [
    ...sources.filter(({ path }) => onWeb(path)).flatMap((source) => inCode(source)),
    ...sheets.filter(({ path }) => onWeb(path)).flatMap((sheet) => inSheet(sheet)),
  ];
}

/** What a class of Tailwind does: `md:hover:-ml-2!` is `ml-2` with conditions, a sign and weight. */
const utilityOf = (word: string): string => word.slice(word.lastIndexOf(':') + 1).replace(/^!?-?|!$/g, '');

const turns = (word: string): boolean => word.includes('rtl:') && moved.test(utilityOf(word));

/** Those of some classes that name a side as left or right, or move something to one without moving it the other way from right to left. */
function physicalIn(words: readonly string[]): string[] {
  const isTurned = words.some(turns);
  return words.filter((word) => physicalClass.test(utilityOf(word)) || (!isTurned && moved.test(utilityOf(word))));
}

function inCode({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const classes = (text: unknown, position: number): void => {
    if (typeof text !== 'string') return;
    for (const word of physicalIn(text.split(/\s+/))) problems.push(problem(path, lineAt(position), word));
  };
  new Visitor({
    Literal: (node) => classes(node.value, node.start),
    TemplateElement: (node) => classes(node.value.cooked, node.start),
    JSXAttribute(node) {
      if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'style' || node.value?.type !== 'JSXExpressionContainer') return;
      const { expression } = node.value;
      if (expression.type !== 'ObjectExpression') return;
      for (const property of expression.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || !physicalKey.test(property.key.name)) continue;
        problems.push(problem(path, lineAt(property.start), property.key.name));
      }
    },
  }).visit(program);
  return problems;
}

function inSheet({ path, text }: StyleSheet): Problem[] {
  return [...text.matchAll(physicalProperty)].map(({ 0: found, index }) => problem(path, text.slice(0, index).split('\n').length, found));
}

const problem = (file: string, line: number, what: string): Problem => ({
  file,
  rule: 'logical-sides',
  message: `line ${line}: '${what}' names a side that is another one from right to left; use start and end`,
});
