import { languages, madeUpLanguages } from '@heartwood/contract/languages';
import type { Language, MadeUpLanguage, ShownLanguage } from '@heartwood/contract/languages';

/** Whether `tag` is exactly one of the made-up languages. */
export const isMadeUp = (tag: unknown): tag is MadeUpLanguage => madeUpLanguages.includes(tag as MadeUpLanguage);

/** The language whose catalogue is used: English for the made-up ones. */
export const writtenLanguage = (language: ShownLanguage): Language => (isMadeUp(language) ? 'en' : language);

/** The direction in which a language is read. */
export const directionOf = (language: ShownLanguage): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr');

/**
 * The first language of a list that Heartwood can be shown in.
 * @param tags BCP 47 tags in the order of preference (`navigator.languages`): 'de-AT' is German
 * @returns undefined where none of them can be shown
 */
export function firstKnown(tags: readonly string[]): ShownLanguage | undefined {
  for (const tag of tags) {
    const madeUp = madeUpLanguages.find((known) => known.toLowerCase() === tag.toLowerCase());
    const known = madeUp ?? languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (known) return known;
  }
  return undefined;
}

/** The longest Accept-Language header that is read, in characters. */
const longestHeader = 500;

/**
 * The language an Accept-Language header asks for (RFC 9110, section 12.5.4).
 * @param header as it was sent; what cannot be read counts as not sent
 * @returns undefined where it asks for none that can be shown
 */
export function acceptedLanguage(header: string | undefined): ShownLanguage | undefined {
  if (!header || header.length > longestHeader) return undefined;
  const wanted = header.split(',').flatMap((entry) => {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    return tag && weight > 0 && weight <= 1 ? [{ tag, weight }] : [];
  });
  return firstKnown(wanted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag));
}
