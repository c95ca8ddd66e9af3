import type { Relationship } from '@heartwood/contract/people';
import type { DataOf, QueryOf } from '@heartwood/contract/endpoint';
import { searchLimit } from '@heartwood/contract/search';
import type { searchApi } from '@heartwood/contract/search';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentPeople } from '#features/people/present.ts';
import { presentCommentsByIds, presentPostsByIds } from '#features/posts/present.ts';
import type { Platform } from '#platform/platform.ts';
import { excerptOf, fits, folded, slips, textFits, wordsOf } from './rules.ts';
import * as store from './store.ts';

type Found = DataOf<typeof searchApi.search>;
type Asked = QueryOf<typeof searchApi.search>;

/** More words than these are not looked for nearly: a search is no essay. */
const mostWords = 8;
/** More words of a family than these are not looked for in the place of one. */
const mostNear = 500;

/** What fits a search of all that one may see. Where no word fits, what is nearly right. */
export async function presentFound(platform: Platform, scope: FamilyScope, asked: Asked): Promise<Found> {
  const words = wordsOf(asked.q);
  // People are of no kind and no year: where one looks within posts, they are not looked for.
  const everybody = asked.person || asked.kind || asked.year ? [] : await presentPeople(platform, scope);
  const named = (loosely: boolean) => everybody.filter(({ name, relationship }) => textFits(`${name} ${relationship}`, words, loosely));
  const exact = { ...(await store.findWords(platform.db, scope, asked)), people: named(false) };
  if (exact.posts.length + exact.comments.length + exact.people.length > 0) return present(platform, scope, exact, words, false);
  await store.gainWords(platform.db, scope);
  const lists = await Promise.all(words.slice(0, mostWords).map((word) => wordsNear(platform, scope, word)));
  const isHopeless = lists.length === 0 || lists.some((some) => some.length === 0);
  const near = isHopeless ? { posts: [], comments: [] } : await store.findAnyOf(platform.db, scope, asked, lists);
  return present(platform, scope, { ...near, people: named(true) }, words, true);
}

/** Words of the family that have a word in them, or nearly are it; of very many the shortest. */
async function wordsNear({ db }: Platform, scope: FamilyScope, word: string): Promise<string[]> {
  const some = await store.wordsLike(db, scope, word, slips(word.length));
  const near = some.filter((one) => fits(folded(one), word, true));
  return near.toSorted((a, b) => a.length - b.length).slice(0, mostNear);
}

interface Fits {
  posts: store.Fit[];
  comments: store.Fit[];
  people: Relationship[];
}

async function present(platform: Platform, scope: FamilyScope, all: Fits, words: string[], loosely: boolean): Promise<Found> {
  const first = (some: store.Fit[]) => some.slice(0, searchLimit).map(({ id }) => id);
  const [posts, comments] = await Promise.all([
    presentPostsByIds(platform, scope, first(all.posts)),
    presentCommentsByIds(platform, scope, first(all.comments)),
  ]);
  const postOf = new Map(all.comments.map(({ id, post_id }) => [id, post_id]));
  const excerpt = (text: string) => excerptOf(text, words, loosely);
  const firstHit = (texts: string[]) => texts.map(excerpt).find((pieces) => pieces.some(({ hit }) => hit)) ?? excerpt(texts[0] ?? '');
  return {
    posts: posts.map((post) => ({ ...post, excerpt: firstHit([post.text, ...Object.values(post.captions)]) })),
    people: all.people.slice(0, searchLimit).map((one) => ({ ...one, excerpt: excerpt(one.name) })),
    comments: comments.map((one) => ({ ...one, post_id: postOf.get(one.id) ?? '', excerpt: excerpt(one.text) })),
    inspirations: [],
  };
}
