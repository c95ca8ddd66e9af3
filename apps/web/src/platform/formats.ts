import { currentLanguage } from '@heartwood/messages/current';
import { listIn, measureIn, numberIn, partsIn, shareIn, sizeIn } from '@heartwood/messages/formats';

/** 'a', 'a and b', 'a, b and c' in the language of the page; what is false or empty is left out. */
export const listed = (parts: readonly (string | false | undefined)[]): string =>
  listIn(
    currentLanguage.forIntl(),
    parts.filter((part): part is string => Boolean(part)),
  );

/** '5 fields, a note, 2 attachments': the parts of one thing, in the language of the page; what is false or empty is left out. */
export const partsListed = (parts: readonly (string | false | null | undefined)[]): string =>
  partsIn(
    currentLanguage.forIntl(),
    parts.filter((part): part is string => Boolean(part)),
  );

/** '1 week', '3 weeks' in the language of the page. */
export const spanInWords = (n: number, unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'): string =>
  new Intl.NumberFormat(currentLanguage.forIntl(), { style: 'unit', unit, unitDisplay: 'long' }).format(n);

/** '40 min', '1 hr' in the language of the page. */
export const shortSpan = (n: number, unit: 'minute' | 'hour'): string => measureIn(currentLanguage.forIntl(), n, unit);

/** '1,024' in the language of the page. */
export const numberInWords = (value: number): string => numberIn(currentLanguage.forIntl(), value);

/** A number of bytes as people read it: '4.2 MB'. */
export const sizeInWords = (bytes: number): string => sizeIn(currentLanguage.forIntl(), bytes);

/** A word as it stands within a sentence: small in English, as it is in German, where nouns are capitalised. */
export const withinSentence = (word: string): string =>
  currentLanguage.forIntl() === 'de' ? word : word.toLocaleLowerCase(currentLanguage.forIntl());

/** '12%' of a share from 0 to 1, in the language of the page. */
export const shareInWords = (share: number): string => shareIn(currentLanguage.forIntl(), share);
