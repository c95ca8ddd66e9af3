import { Visitor } from 'oxc-parser';
import type { JSXAttributeItem } from 'oxc-parser';
import type { Problem, SourceFile, Tree } from './sources.ts';

// [Note: What is too long is said]
// A browser cuts what is pasted into a field with `maxlength`, without a word. So no field has one: the form says that it is too long, and so
// does the server. And a field of a form is called what its messages call it: the binding brings the label along.

/** Fields of the web app cut nothing that is typed, and are named once. */
export function checkFields({ sources }: Tree): Problem[] {
  return sources.filter(({ path }) => /^apps\/web\/(src|catalogue)\/(?!.*\.test\.)/.test(path)).flatMap((source) => inSource(source));
}

function inSource({ path, program, lineAt }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const cuts = (position: number) =>
    problems.push({
      file: path,
      rule: 'no-cutting',
      message: `line ${lineAt(position)}: a field with maxLength cuts what is pasted; the form says what is too long`,
    });
  new Visitor({
    JSXAttribute: ({ name, start }) => void (name.type === 'JSXIdentifier' && /^maxlength$/i.test(name.name) && cuts(start)),
    Property: ({ key, start }) => void (key.type === 'Identifier' && /^maxlength$/i.test(key.name) && cuts(start)),
    JSXOpeningElement: ({ attributes, start }) => {
      if (!attributes.some((one) => isBinding(one)) || !attributes.some((one) => isLabel(one))) return;
      problems.push({
        file: path,
        rule: 'one-name',
        message: `line ${lineAt(start)}: the label of a form's field stands in the form's \`labels\``,
      });
    },
  }).visit(program);
  return problems;
}

const isLabel = (one: JSXAttributeItem): boolean =>
  one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === 'label';

/** `{...form.text('name')}` */
function isBinding(one: JSXAttributeItem): boolean {
  if (one.type !== 'JSXSpreadAttribute' || one.argument.type !== 'CallExpression') return false;
  const { callee } = one.argument;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && /^(text|date|choice)$/.test(callee.property.name);
}
