import type { Language, ShownLanguage } from '@heartwood/contract/languages';
import { directionOf, writtenLanguage } from './languages.ts';
import { translator } from './translate.ts';
import type { Catalogue, Translate } from './translate.ts';

// The language of a page. A browser shows one at a time; a server, which answers many people, uses `translatorOf` instead.

let language: ShownLanguage = 'en';
let messages: Catalogue = {};
let translate: Translate = translator(language, messages);

/** The text of a message in the language of the page. */
export const t: Translate = (key, ...params) => translate(key, ...params);

/** What the page is shown in. */
export const currentLanguage = {
  /** The language. */
  get: (): ShownLanguage => language,
  /** The language as `Intl` is asked for it. */
  forIntl: (): Language => writtenLanguage(language),
  /** The direction it is read in. */
  direction: (): 'ltr' | 'rtl' => directionOf(language),
  /** Shows another language: its messages replace the ones there were. */
  use(next: ShownLanguage, catalogue: Catalogue): void {
    language = next;
    messages = catalogue;
    translate = translator(language, messages);
  },
  /** Adds messages of the same language. */
  add(catalogue: Catalogue): void {
    this.use(language, { ...messages, ...catalogue });
  },
};
