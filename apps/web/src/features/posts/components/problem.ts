import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { hasSomething, lacksTitle, momentOf, type Draft } from '#features/sending/logic.ts';
import { tooLong } from '#platform/form-rules.ts';
import { today } from '#platform/today.ts';
import { isDay } from '@heartwood/contract/days';
import { lacksPeople } from '../logic.ts';
import { storyTooLong } from './story-limit.ts';

/** What has to be put right before a post can be shared, and where in its form. */
export interface Problem {
  at: 'audience' | 'story' | 'photos' | 'day' | 'title';
  said: string;
}

/** What is said of a problem where it is `at` this place. */
export const saidAt = (problem: Problem | undefined, at: Problem['at']): string | undefined =>
  problem?.at === at ? problem.said : undefined;

/** The first problem of a draft, in the order of its form; undefined where it can be shared. A recipe has problems of its own besides. */
export function problemOf(draft: Draft): Problem | undefined {
  if (lacksPeople(draft)) return { at: 'audience', said: t('posts.choosePerson') };
  const moment = momentOf(draft);
  const isNothing = !moment && !draft.recipe && !hasSomething(draft);
  const story = isNothing ? t('posts.sayOrShow') : storyTooLong(draft);
  if (story) return { at: 'story', said: story };
  if (draft.occurredOn !== '' && !isDay(draft.occurredOn)) return { at: 'day', said: t('posts.noSuchDay') };
  if (moment && draft.occurredOn > today()) return { at: 'day', said: t('moments.notYet') };
  const title = lacksTitle(draft) ? t('moments.nameIt') : moment && tooLong(t('validation.fields.title'), moment.title, limits.title);
  return title ? { at: 'title', said: title } : undefined;
}
