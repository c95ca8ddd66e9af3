/** The words of search. */
export const words = {
  title: 'Search',
  label: 'Search your family',
  back: 'Back',
  clear: 'Empty the field',
  everything: 'Everything',
  posts: 'Posts',
  people: 'People',
  comments: 'Comments',
  what: 'Show only',
  recent: 'You looked for',
  forget: 'Forget these',
  hint: 'Words, names and dates across everything you may see.',
  failed: 'The search did not get through. Nothing is lost, please try again.',
  retry: 'Try again',
  loading: 'Searching',
  nothingText: 'We looked through words, names and dates you may see. Somebody may still remember it.',
  ask: 'Ask the family about it',
  everywhere: 'Look in everything instead',
  aPhoto: 'A photo without words',
} as const;

/** 'Nothing about “sledge” yet' */
export const nothingAbout = (text: string): string => `Nothing about “${text}” yet`;
/** 'All 6' */
export const all = (n: number): string => `All ${n}`;
/** '3 posts, 1 person and no comments', for screen readers. */
export function foundInWords({ posts, people, comments }: { posts: number; people: number; comments: number }): string {
  const some = (n: number, one: string, many: string) => `${n === 0 ? 'no' : n} ${n === 1 ? one : many}`;
  return `Found ${some(posts, 'post', 'posts')}, ${some(people, 'person', 'people')} and ${some(comments, 'comment', 'comments')}`;
}
/** 'Sam, 11 October 2026' */
export const byAndWhen = (name: string, day: string): string => `${name}, ${day}`;
