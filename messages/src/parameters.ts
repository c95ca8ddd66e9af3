import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** What a parameter of a message may be. */
type ParameterType = 'number' | 'string' | 'string | number' | 'Date';

/**
 * The parameters of a compiled message, with their types: `{count, plural, ...}` takes a number, `{who, select, ...}` a text,
 * `{name}` either.
 */
export function parametersOf(compiled: CompiledMessage): Map<string, ParameterType> {
  const found = new Map<string, ParameterType>();
  for (const token of compiled) {
    if (typeof token === 'string') continue;
    const [name, type, choices] = token;
    note(found, name, typeOf(type));
    if (typeof choices !== 'object' || choices === null) continue;
    for (const inner of Object.values(choices))
      if (Array.isArray(inner)) for (const [one, kind] of parametersOf(inner as CompiledMessage)) note(found, one, kind);
  }
  return found;
}

/** A place in a message where a parameter chooses between texts. `cases` are its branches: 'one', 'other', 'mother', '1' for `=1`. */
export interface Choice {
  name: string;
  type: 'plural' | 'selectordinal' | 'select';
  cases: string[];
}

/** The choices of a compiled message, those inside others too. */
export function choicesOf(compiled: CompiledMessage): Choice[] {
  return compiled.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, type, branches] = token;
    if (typeof branches !== 'object' || branches === null) return [];
    const texts = Object.entries(branches).filter(([, text]) => Array.isArray(text));
    const inner = texts.flatMap(([, text]) => choicesOf(text as CompiledMessage));
    return [{ name, type: type as Choice['type'], cases: texts.map(([one]) => one) }, ...inner];
  });
}

/** The narrower of two uses of one parameter counts. */
function note(found: Map<string, ParameterType>, name: string, type: ParameterType): void {
  const before = found.get(name);
  if (before === undefined || before === 'string | number') found.set(name, type);
}

function typeOf(format: string | undefined): ParameterType {
  if (format === 'select') return 'string';
  if (format === 'date' || format === 'time') return 'Date';
  return format === undefined ? 'string | number' : 'number';
}

/** The tags of rich text in a message, each once and in order: `<link>`. */
export const tagsOf = (text: string): string[] => [...new Set([...text.matchAll(/<([a-z][\w-]*)>/gi)].map(([, name]) => name!))].toSorted();
