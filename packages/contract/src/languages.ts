/** The languages Heartwood is written in; an account has one of them. */
export const languages = ['en', 'de'] as const;
/** A language Heartwood is written in. */
export type Language = (typeof languages)[number];
