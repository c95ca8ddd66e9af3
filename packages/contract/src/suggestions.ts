/** What suggested questions are about. */
export const suggestionThemes = ['childhood', 'growing-up', 'work', 'love', 'home', 'others', 'everyday', 'wishes'] as const;
/** What a suggested question is about. */
export type SuggestionTheme = (typeof suggestionThemes)[number];

type Row = readonly [slug: string, theme: SuggestionTheme];

// Whoever wants another one gets the next: no two in a row are about the same.
const rows = [
  ['hiding-place', 'childhood'],
  ['shown-how', 'work'],
  ['bedroom-window', 'home'],
  ['danced-to', 'growing-up'],
  ['always-said', 'others'],
  ['laughed-about', 'everyday'],
  ['once-more', 'wishes'],
  ['how-known', 'love'],
  ['taken-to-bed', 'childhood'],
  ['saved-up', 'growing-up'],
  ['walk-through', 'home'],
  ['day-to-forget', 'work'],
  ['should-have-met', 'others'],
  ['a-sunday', 'childhood'],
  ['for-each-other', 'love'],
  ['cook-for-you', 'wishes'],
  ['all-alone', 'growing-up'],
  ['cannot-sleep', 'everyday'],
  ['never-without', 'home'],
  ['kind-to-you', 'others'],
  ['still-of-use', 'work'],
  ['afraid-of', 'childhood'],
  ['not-to-wear', 'growing-up'],
  ['first-letter', 'love'],
  ['for-the-children', 'wishes'],
  ['next-door', 'others'],
  ['view-today', 'everyday'],
  ['keep-doing', 'wishes'],
] as const satisfies readonly Row[];

/** The name of a suggested question; its words are a message. */
export type SuggestionSlug = (typeof rows)[number][0];

/** A question to ask the family, for whoever has none ready. */
export interface Suggestion {
  slug: SuggestionSlug;
  theme: SuggestionTheme;
}

/** The suggested questions, in the order in which they are offered. */
export const suggestions: readonly Suggestion[] = rows.map(([slug, theme]) => ({ slug, theme }));
