import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { writtenLanguage } from './languages.ts';
import type { ShownLanguage } from '@heartwood/contract/languages';
import type { MessageParams } from './messages.gen.ts';

/** The key of a message, such as `accounts.login.title`. */
export type MessageKey = keyof MessageParams;

/** The keys of messages without parameters. */
export type PlainKey = { [Key in MessageKey]: MessageParams[Key] extends undefined ? Key : never }[MessageKey];

/** What follows the key: nothing, or the message's parameters. */
export type ParamsOf<Key extends MessageKey> = MessageParams[Key] extends undefined ? [] : [params: MessageParams[Key]];

/** Gives the text of a message in one language. */
export type Translate = <Key extends MessageKey>(key: Key, ...params: ParamsOf<Key>) => string;

/** Messages by key: compiled as the web build has them, or as they stand in the catalogue where `compile` is given. */
export type Catalogue = Record<string, string | CompiledMessage>;

/** Turns a message in ICU MessageFormat into the form that is interpreted when it is shown. */
type Compile = (message: string) => CompiledMessage;

/**
 * The messages of one language.
 * @param compile needed where `messages` are texts; each is compiled when it is first shown
 */
export function translator(language: ShownLanguage, messages: Catalogue, compile?: Compile): Translate {
  const i18n = setupI18n();
  const locale = writtenLanguage(language);
  i18n.loadAndActivate({ locale, messages });
  if (compile) i18n.setMessagesCompiler(once(compile));
  return (key, ...[params]) => i18n._(key, params && verbatim(params));
}

// [Note: Backslashes in parameters]
// Lingui reads escapes such as \u0041 in the finished text, so also in what people wrote. A backslash in a parameter is therefore handed over
// as the escape of a backslash.
function verbatim(params: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value]),
  );
}

function once(compile: Compile): Compile {
  const known = new Map<string, CompiledMessage>();
  return (message) => {
    const compiled = known.get(message) ?? compile(message);
    known.set(message, compiled);
    return compiled;
  };
}
