import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** A catalogue as it stands in its file: texts in objects in objects. */
export interface Nested {
  [name: string]: string | Nested;
}

/** The messages of a file by key: `{ login: { title: 'Log in' } }` of `accounts` is `{ 'accounts.login.title': 'Log in' }`. */
export function flatten(prefix: string, nested: Nested): Record<string, string> {
  const entries = Object.entries(nested).flatMap(([name, value]) => {
    const key = `${prefix}.${name}`;
    return typeof value === 'string' ? [[key, value] as const] : Object.entries(flatten(key, value));
  });
  return Object.fromEntries(entries);
}

/** Compiles one message. @throws Error when it is not valid ICU MessageFormat */
export const compile = (text: string): CompiledMessage => compileMessageOrThrow(text);
