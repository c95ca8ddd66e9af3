import type { MessageParams } from './messages.gen.ts';
import type { MessageKey, Translate } from './translate.ts';

/** A message whose language is not decided yet: its key and parameters. A parameter may be such a message itself. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number | Message>>;
}

type Deferred<Params> = { [Name in keyof Params]: Params[Name] | (string extends Params[Name] ? Message : never) };
type DeferredParamsOf<Key extends MessageKey> = MessageParams[Key] extends undefined ? [] : [params: Deferred<MessageParams[Key]>];

/** Names a message to be shown later, in the language of who reads it. */
export function message<Key extends MessageKey>(key: Key, ...[params]: DeferredParamsOf<Key>): Message {
  return params ? { key, params: params as Message['params'] & object } : { key };
}

/** The text of a message in the language of `t`. */
export function textOf(t: Translate, { key, params }: Message): string {
  const given = Object.entries(params ?? {}).map(([name, value]) => [name, typeof value === 'object' ? textOf(t, value) : value]);
  // The types of the parameters were checked where the message was named.
  return (t as (key: MessageKey, params: Record<string, unknown>) => string)(key, Object.fromEntries(given));
}
