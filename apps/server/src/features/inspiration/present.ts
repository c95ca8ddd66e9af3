import { mondayOf } from '@heartwood/contract/days';
import { ideas } from '@heartwood/contract/ideas';
import type { Idea } from '@heartwood/contract/ideas';
import type { DataOf, QueryOf } from '@heartwood/contract/endpoint';
import type { Inspiration, inspirationApi } from '@heartwood/contract/inspiration';
import { translatorOf } from '@heartwood/messages/catalogues';
import { ideaMessages } from '@heartwood/messages/ideas';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentPeople } from '#features/people/present.ts';
import { dayOf } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import { wordsFit, wordsOf } from '#platform/text-matching.ts';
import type { OfWeek } from './actions.ts';
import { bySeason, nextToCelebrate } from './rules.ts';
import * as store from './store.ts';
import type { MarkRow } from './tables.ts';

/**
 * Ideas that are asked for, those of the season first; saved ones the latest first. A page begins behind where the last one ended, whether or not
 * that idea is still in the list.
 */
export async function presentIdeas(
  platform: Platform,
  scope: FamilyScope,
  { limit, cursor, family_id: _family, ...filter }: QueryOf<typeof inspirationApi.list>,
): Promise<DataOf<typeof inspirationApi.list>> {
  const list = `${scope.familyId} inspiration ${JSON.stringify(filter)}`;
  const [after, at] = platform.cursors.open(list, scope.userId, cursor) ?? [];
  const { action, minutes, saved, q } = filter;
  const marks = await marksBySlug(platform, scope);
  const savedAt = ({ slug }: Idea) => marks.get(slug)?.savedAt?.getTime() ?? 0;
  const all = saved ? ideas : bySeason(ideas, mondayOf(dayOf(platform.clock.now())));
  const asked = all.filter(
    (idea) =>
      (!action || idea.action === action) && (!minutes || idea.minutes <= minutes) && (saved === null || savedAt(idea) > 0 === saved),
  );
  const inOrder = saved ? asked.toSorted((a, b) => savedAt(b) - savedAt(a)) : asked;
  const exact = fittingWords(scope, inOrder, q, false);
  const fitting = exact.length > 0 ? exact : fittingWords(scope, inOrder, q, true);
  const [passed, time] = [all.findIndex(({ slug }) => slug === after), Number(at)];
  const isBehind = (idea: Idea) => (saved && savedAt(idea) !== time ? savedAt(idea) < time : all.indexOf(idea) > passed);
  const rest = after === undefined ? fitting : fitting.filter(isBehind);
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    items: await ofIdeas(platform, scope, shown, marks),
    next_cursor: last ? platform.cursors.seal(list, scope.userId, [last.slug, String(savedAt(last))]) : null,
  };
}

/** Ideas that have words, or beginnings of words, in them; `fuzzy` those that are called nearly so. */
export async function presentFittingIdeas(
  platform: Platform,
  scope: FamilyScope,
  q: string,
  { fuzzy, most }: { fuzzy: boolean; most: number },
): Promise<Inspiration[]> {
  const fitting = fittingWords(scope, ideas, q, fuzzy).slice(0, most);
  return ofIdeas(platform, scope, fitting, await marksBySlug(platform, scope));
}

/** One idea. */
export async function presentIdea(platform: Platform, scope: FamilyScope, idea: Idea): Promise<{ inspiration: Inspiration }> {
  const mark = await store.markOf(platform.db, scope, idea.slug);
  return { inspiration: ofIdea(scope, idea, mark, await celebrated(platform, scope, [idea])) };
}

/** The idea of a week. */
export async function presentOfWeek(platform: Platform, scope: FamilyScope, { idea, week }: OfWeek) {
  return { ...(await presentIdea(platform, scope, idea)), week };
}

async function marksBySlug(platform: Platform, scope: FamilyScope): Promise<Map<string, MarkRow>> {
  return new Map((await store.marksOf(platform.db, scope)).map((mark) => [mark.slug, mark]));
}

/** The idea whose title says whose birthday it is about. */
const gathers = 'gather-wishes';

/** The first name of whoever else in the family has a birthday next; undefined where none is near, or where none of some ideas says it. */
async function celebrated(platform: Platform, scope: FamilyScope, some: readonly Idea[]): Promise<string | undefined> {
  if (some.every(({ slug }) => slug !== gathers)) return undefined;
  const others = (await presentPeople(platform, scope)).filter(({ related_user_id: user }) => user !== scope.userId);
  const people = others.map(({ name, birth_day: birth }) => ({ name, birth }));
  return nextToCelebrate(people, dayOf(platform.clock.now()))?.name.split(' ')[0];
}

async function ofIdeas(platform: Platform, scope: FamilyScope, some: readonly Idea[], marks: Map<string, MarkRow>): Promise<Inspiration[]> {
  const name = await celebrated(platform, scope, some);
  return some.map((idea) => ofIdea(scope, idea, marks.get(idea.slug), name));
}

function ofIdea(
  scope: FamilyScope,
  { slug, action, minutes, illustration }: Idea,
  mark: MarkRow | undefined,
  name: string | undefined,
): Inspiration {
  const t = translatorOf(scope.language);
  const { title, teaser, body, prompts } = ideaMessages(slug);
  return {
    slug,
    title: slug === gathers && name ? t('ideas.gather-wishes.titleOf', { name }) : t(title),
    teaser: t(teaser),
    action,
    minutes,
    body: t(body),
    prompts: t(prompts).split('\n'),
    illustration,
    saved: Boolean(mark?.savedAt),
    done: Boolean(mark?.doneAt),
  };
}

/** More words than these are not looked for nearly: a search is no essay. */
const mostWords = 8;
/** The words of each idea, folded, by language: what ships does not change while the process runs. */
const known = new Map<string, { all: string[]; called: string[] }>();

function wordsIn(language: FamilyScope['language'], { slug }: Idea) {
  const key = `${language} ${slug}`;
  const t = translatorOf(language);
  const { title, teaser, body, prompts } = ideaMessages(slug);
  const of = (...texts: (typeof title)[]) => wordsOf(texts.map((text) => t(text)).join(' '));
  const words = known.get(key) ?? { all: of(title, teaser, body, prompts), called: of(title, teaser) };
  known.set(key, words);
  return words;
}

/** Those of some ideas that fit words, all of them without words; `fuzzy` those that are called nearly so. */
function fittingWords({ language }: FamilyScope, some: readonly Idea[], q: string | null, fuzzy: boolean): readonly Idea[] {
  if (!q) return some;
  const words = wordsOf(q);
  return some.filter((idea) => {
    const { all, called } = wordsIn(language, idea);
    return wordsFit(all, words, false) || (fuzzy && wordsFit(called, words.slice(0, mostWords), true));
  });
}
