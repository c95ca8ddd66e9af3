/** The languages Heartwood is written in. */
export const languages = ['en', 'de'] as const;
/** A language Heartwood is written in. */
export type Language = (typeof languages)[number];

/**
 * Languages made from English for tests: `en-XA` accents and lengthens every word, `ar-XB` reads from right to left.
 * The tags are those that Android and Chrome use for the same purpose. No account takes one, but where somebody develops or tests (`NODE_ENV`).
 */
export const madeUpLanguages = ['en-XA', 'ar-XB'] as const;
/** A language made from English for tests. */
export type MadeUpLanguage = (typeof madeUpLanguages)[number];

/** A language that pages, mails and answers can be shown in. */
export type ShownLanguage = Language | MadeUpLanguage;
/** All of them: an account has one. */
export const shownLanguages = [...languages, ...madeUpLanguages] as const;
