/**
 * The number that is dialled: behind the number of a country the 0 in parentheses is left out, except in Italy, where it is dialled.
 * @param text with spaces and marks: '+49 (0) 170 1234567'
 */
const dialled = (text: string): string => (/^\+(?!\s*39)/.test(text) ? text.replace(/\(\s*0\s*\)/, '') : text).replaceAll(/[^\d+]/g, '');

/** What calls a number somebody has written; undefined where it is none. */
export const callTo = (text: string): string | undefined => (/^\+?[\d\s()/.-]{5,40}$/.test(text) ? `tel:${dialled(text)}` : undefined);

/** What begins a mail to an address somebody has written; undefined where it is none. */
export const mailTo = (text: string): string | undefined => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? `mailto:${text}` : undefined);
