import { Visitor } from 'oxc-parser';
import type { Expression, JSXEmptyExpression } from 'oxc-parser';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

// [Note: Texts stand in the catalogues]
// What people read is a message in messages/, in every language (decision 037). So the web has no text between tags, none in the attributes
// that are shown or read aloud, and no sentence in a string.

const shownAttributes = new Set([
  'title',
  'alt',
  'label',
  'placeholder',
  'hint',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]);
const word = /\p{L}{2,}/u;
/** A capital letter, several words, and a sign at the end. */
const sentence = /^\p{Lu}[\p{L}’']* .*\p{L}.*[.!?…]$/u;
/** What is called the same in every language. */
const names = new Set(['Heartwood']);

/** The web holds no texts that people read. */
export function checkTexts({ sources }: Tree): Problem[] {
  return sources.filter((source) => isShown(source.path)).flatMap((source) => inSource(source));
}

function isShown(path: string): boolean {
  const { app, layer, isTest } = placeOf(path);
  return app === 'web' && !isTest && ['app', 'features', 'platform', 'routes', 'ui'].includes(layer);
}

function inSource({ path, program, lineAt }: SourceFile): Problem[] {
  const found = new Map<number, string>();
  const labels = ({ text, start }: Text): void => void (word.test(text) && !names.has(text.trim()) && found.set(start, text.trim()));
  const sentences = ({ text, start }: Text): void => void (sentence.test(text) && found.set(start, text));
  new Visitor({
    JSXText: (node) => labels({ text: node.value, start: node.start }),
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') for (const text of textsOf(child.expression)) labels(text);
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !shownAttributes.has(name.name) || !value) return;
      const expression = value.type === 'JSXExpressionContainer' ? value.expression : value;
      if (expression.type !== 'JSXElement' && expression.type !== 'JSXFragment') for (const text of textsOf(expression)) labels(text);
    },
    Literal: (node) => typeof node.value === 'string' && sentences({ text: node.value, start: node.start }),
    TemplateLiteral: ({ quasis, start }) => sentences({ text: quasis.map(({ value }) => value.cooked ?? '').join('1'), start }),
  }).visit(program);
  return [...found].map(([start, text]) => ({
    file: path,
    rule: 'texts',
    message: `line ${lineAt(start)}: '${text.slice(0, 60)}' is for people to read; it belongs to messages/`,
  }));
}

interface Text {
  text: string;
  start: number;
}

/** The texts an expression may be, as far as it says so itself. */
function textsOf(expression: Expression | JSXEmptyExpression): Text[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [{ text: expression.value, start: expression.start }] : [];
    case 'TemplateLiteral':
      return expression.quasis.map(({ value, start }) => ({ text: value.cooked ?? '', start }));
    case 'ConditionalExpression':
      return [...textsOf(expression.consequent), ...textsOf(expression.alternate)];
    case 'LogicalExpression':
      return [...textsOf(expression.left), ...textsOf(expression.right)];
    default:
      return [];
  }
}
