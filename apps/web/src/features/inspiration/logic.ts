import type { Inspiration } from '@heartwood/contract/inspiration';

/** What the list can be narrowed to, by the word in its address. */
export const filters = ['ask', 'recipes', 'videos', 'birthdays', 'minute', 'saved'] as const;
/** One of them. */
export type Filter = (typeof filters)[number];

/** A filter, where a word is one. */
export const filterOf = (word: unknown): Filter | undefined => filters.find((filter) => filter === word);

const queries = {
  ask: { action: 'ask-family' },
  recipes: { action: 'family-recipe' },
  videos: { action: 'record-video' },
  birthdays: { action: 'share-birthday' },
  minute: { minutes: 2 },
  saved: { saved: true },
} as const satisfies Record<Filter, object>;

/** What the server is asked for. */
export const queryOf = (filter: Filter | undefined): { action?: Inspiration['action']; minutes?: number; saved?: boolean } =>
  filter ? queries[filter] : {};

/** The paragraphs of a text that has empty lines between them. */
export const paragraphsOf = (body: string): string[] => body.split(/\n{2,}/);

/** Ideas that stand side by side where there is room. */
const inRow = 3;

/**
 * Ideas without the one of this week, which stands above them.
 * @param more whether further ones can be loaded: until then only whole rows are shown
 */
export function besideWeekly<One extends { slug: string }>(ideas: readonly One[], weekly: string | undefined, more: boolean): One[] {
  const others = ideas.filter(({ slug }) => slug !== weekly);
  return more ? others.slice(0, others.length - (others.length % inRow)) : others;
}
