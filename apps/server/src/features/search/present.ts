import type { Relationship } from '@heartwood/contract/people';
import type { DataOf, QueryOf } from '@heartwood/contract/endpoint';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { searchLimit } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import type { searchApi } from '@heartwood/contract/search';
import { translatorOf } from '@heartwood/messages/catalogues';
import { presentCommentsByIds } from '#features/comments/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentFittingIdeas } from '#features/inspiration/present.ts';
import { presentMomentsByIds } from '#features/moments/present.ts';
import { milestoneTitles } from '#features/moments/rules.ts';
import { presentPeople } from '#features/people/present.ts';
import { presentPostsByIds, progressOf } from '#features/posts/present.ts';
import { presentQuestionsByIds } from '#features/questions/present.ts';
import { dayOf } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import { createJudge, textFits, wordsFit, wordsOf, wordsOfFolded } from '#platform/text-matching.ts';
import { createQueues, filterInTurns, mapInTurns } from '#platform/turns.ts';
import * as queries from './queries.ts';
import { daysNamed, everydayNames, excerptOf, grandparentOf, isNearlyCalled, nearNames, type Days } from './rules.ts';

type Found = DataOf<typeof searchApi.search>;
type Asked = QueryOf<typeof searchApi.search>;

/** More words than these are not looked for nearly: a search is no essay. */
const mostWords = 8;

/** What fits a search of all that one may see. Where no word fits, what is nearly right. */
export async function presentFound(platform: Platform, scope: FamilyScope, asked: Asked): Promise<Found> {
  const words = wordsOf(asked.q);
  const days = daysNamed(asked.q, dayOf(platform.clock.now())) ?? null;
  const isNarrowed = queries.isNarrowed(asked);
  const everybody = isNarrowed ? [] : await calledPeople(platform, scope);
  const ideas = (fuzzy: boolean) => (isNarrowed ? [] : presentFittingIdeas(platform, scope, asked.q, { fuzzy, most: searchLimit }));
  // Everyday names are no more than a letter apart: 'grandma' is not nearly 'grandpa'.
  const named = (fuzzy: boolean) =>
    everybody
      .filter(({ person: { name }, called, everyday }) =>
        fuzzy ? isNearlyCalled({ name, called }, words) : textFits(`${called} ${everyday}`, words, false),
      )
      .map(({ person }) => person);
  const dated = days ? await queries.findPostsOf(platform.db, scope, { ...asked, q: days.rest }, days) : [];
  const titles = milestoneTitles(translatorOf(scope.language));
  const found = await queries.findWords(platform.db, scope, asked, days, titles);
  const exact = {
    ...found,
    posts: days?.certain ? withoutRepeats([...dated, ...found.posts]) : withoutRepeats([...found.posts, ...dated]),
    people: named(false),
    inspirations: await ideas(false),
  };
  if (exact.posts.length + exact.questions.length + exact.comments.length + exact.people.length + exact.moments.length > 0)
    return present(platform, scope, exact, words, days, false);
  const near = {
    ...(await oneAfterTheOther(scope.userId, () => findNearly(platform, scope, asked, days, titles))),
    people: named(true),
    inspirations: await ideas(true),
  };
  return present(platform, scope, near, words, days, true);
}

/**
 * Searches for what is nearly right are the most work there is: of one user's, one runs at a time, and three wait. More would take the places
 * in which searches of all users run; whoever goes on typing has given up the oldest.
 */
const oneAfterTheOther = createQueues(3);

/** What is nearly right: of what the database finds alike, what a judge of letters lets pass. */
async function findNearly(platform: Platform, scope: FamilyScope, asked: Asked, days: Days | null, titles: ReadonlyMap<string, string>) {
  const words = wordsOf(asked.q).slice(0, mostWords);
  if (words.length === 0) return nothing;
  const rest = days ? wordsOf(days.rest).slice(0, mostWords) : [];
  const called = [...titles].map(([slug, title]) => ({ slug, words: wordsOf(title) }));
  const milestonesCalled = (word: string) => called.filter((one) => wordsFit(one.words, [word], true)).map(({ slug }) => slug);
  const alike = await queries.findAlike(platform.db, scope, asked, { words, days, rest, milestonesCalled });
  const [isNear, isNearRest] = [createJudge(words), createJudge(rest)];
  const ofTexts = <One extends { folded: string }>(some: One[]) =>
    filterInTurns(some, ({ folded }) => isNear(wordsOfFolded(folded)), searchLimit);
  return {
    posts: await ofTexts(alike.posts),
    questions: await ofTexts(alike.questions),
    comments: await ofTexts(alike.comments),
    moments: await filterInTurns(
      alike.moments,
      ({ folded, milestone, occurred_on: on }) => {
        const all = [...wordsOf(titles.get(milestone ?? '') ?? ''), ...wordsOfFolded(folded)];
        return isNear(all) || (days !== null && on >= days.from && on <= days.to && isNearRest(all));
      },
      searchLimit,
    ),
  };
}

/** A person with what they are called: name and relation, and everyday names of who looks and of the children for their grandparents. */
interface Called {
  person: Relationship;
  called: string;
  everyday: string;
}

async function calledPeople(platform: Platform, scope: FamilyScope): Promise<Called[]> {
  const [people, related] = await Promise.all([presentPeople(platform, scope), queries.findToChildren(platform.db, scope)]);
  return people.map((person) => {
    const toChildren = related
      .filter(({ person_id: id }) => id === person.heartwood_id)
      .flatMap(({ relationship_id: id }) => grandparentOf(id) ?? []);
    const everyday = [person.relationship_id, ...toChildren].map((kind) => everydayNames(kind, person.gender));
    return { person, called: `${person.name} ${person.relationship}`, everyday: everyday.join(' ') };
  });
}

/** Each post one time, in its first place. */
const withoutRepeats = (posts: readonly queries.Fit[]): queries.Fit[] => [...new Map(posts.map((post) => [post.id, post])).values()];

const nothing = { posts: [], questions: [], comments: [], moments: [] };

/** What a recipe is found by besides its story: its title, and what goes into it. */
const wordsOfRecipe = ({ recipe }: Post): string[] => (recipe ? [recipe.title, ...recipe.ingredients.map(({ what }) => what)] : []);

interface Fits {
  posts: queries.Fit[];
  questions: queries.Fit[];
  comments: queries.CommentFit[];
  moments: queries.Fit[];
  people: Relationship[];
  inspirations: Inspiration[];
}

async function present(
  platform: Platform,
  scope: FamilyScope,
  all: Fits,
  words: string[],
  days: Days | null,
  fuzzy: boolean,
): Promise<Found> {
  const first = (some: queries.Fit[]) => some.slice(0, searchLimit).map(({ id }) => id);
  const [posts, questions, comments, moments] = await Promise.all([
    presentPostsByIds(platform, scope, first(all.posts)),
    presentQuestionsByIds(platform, scope, first(all.questions), { progressOf }),
    presentCommentsByIds(platform, scope, first(all.comments)),
    presentMomentsByIds(platform, scope, first(all.moments)),
  ]);
  const postOf = new Map(all.comments.map(({ id, post_id }) => [id, post_id]));
  const excerpt = (text: string) => excerptOf(text, words, fuzzy);
  const firstHit = (texts: string[]) => {
    for (const text of texts) {
      const fragments = excerpt(text);
      if (fragments.some(({ hit }) => hit)) return fragments;
    }
    return excerpt(texts[0] ?? '');
  };
  return {
    days: days && { from: days.from, to: days.to },
    moments: await mapInTurns(moments, (one) => ({ ...one, excerpt: firstHit([one.title, one.text]) })),
    posts: await mapInTurns(posts, (post) => ({
      ...post,
      excerpt: firstHit([...wordsOfRecipe(post), post.text, ...Object.values(post.captions)]),
    })),
    people: await mapInTurns(all.people.slice(0, searchLimit), (one) => ({
      ...one,
      excerpt: excerptOf(one.name, fuzzy ? [...words, ...nearNames(one.name, words)] : words, fuzzy),
    })),
    questions: await mapInTurns(questions, (one) => ({ ...one, excerpt: excerpt(one.text) })),
    comments: await mapInTurns(comments, (one) => ({ ...one, post_id: postOf.get(one.id) ?? '', excerpt: excerpt(one.text) })),
    inspirations: await mapInTurns(all.inspirations, (one) => ({
      ...one,
      excerpt: firstHit([one.title, one.teaser, ...one.prompts, one.body]),
    })),
  };
}
