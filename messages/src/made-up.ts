import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { MadeUpLanguage } from '@heartwood/contract/languages';
import type { Catalogue } from './translate.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = 'áƀçđéƒğĥíĵķłɱñóþɋřšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŢÚṼŴẊÝŽ';
const accents = new Map([...letters].map((letter, at) => [letter, [...accentedLetters][at] ?? letter]));
/** Right-to-left override and what ends it: letters are shown in the opposite order. */
const [override, pop] = ['\u202e', '\u202c'];

/** The tags of rich text (`<link>`) stay as they are. */
const tag = /(<\/?[a-z][\w-]*>)/i;

/** A compiled message in a made-up language: parameters, plurals and tags are kept, every word is changed. */
export function disguised(compiled: CompiledMessage, language: MadeUpLanguage): CompiledMessage {
  return compiled.map((token) => {
    // In plurals '#' stands for the number.
    if (typeof token === 'string') return token === '#' ? token : disguisedText(token, language);
    const [name, type, choices] = token;
    if (typeof choices !== 'object' || choices === null || !['plural', 'select', 'selectordinal'].includes(type ?? '')) return token;
    const changed = Object.entries(choices).map(([choice, inner]) => [
      choice,
      Array.isArray(inner) ? disguised(inner as CompiledMessage, language) : inner,
    ]);
    return [name, type!, Object.fromEntries(changed)];
  });
}

/** A compiled catalogue in a made-up language. */
export function disguisedCatalogue(messages: Catalogue, language: MadeUpLanguage): Catalogue {
  return Object.fromEntries(
    Object.entries(messages).map(([key, compiled]) => [key, typeof compiled === 'string' ? compiled : disguised(compiled, language)]),
  );
}

const disguisedText = (text: string, language: MadeUpLanguage): string =>
  text
    .split(tag)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\p{L}’']+/gu, language === 'en-XA' ? accented : mirrored)))
    .join('');

/** Accents every letter and repeats the first vowel, which makes words about a third longer. */
const accented = (word: string): string =>
  [...word.replace(/[aeiou]/i, (vowel) => vowel + vowel.toLowerCase().repeat(word.length > 5 ? 2 : 1))]
    .map((letter) => accents.get(letter) ?? letter)
    .join('');

const mirrored = (word: string): string => `${override}${word}${pop}`;
