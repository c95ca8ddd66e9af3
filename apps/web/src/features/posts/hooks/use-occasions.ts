import { useQuery } from '@tanstack/react-query';
import { useNames } from '#features/people/api.ts';
import { upcomingBirthdays } from '#features/people/logic.ts';
import { useOpenQuestions } from '#features/questions/hooks/use-open-questions.ts';
import { useToday } from '#platform/today.ts';
import { onThisDayQuery } from '../api.ts';

/**
 * Birthdays ahead, memories of this day, questions that wait for answers; loaded once for column and strip. `isEmpty` where there is nothing of it,
 * `isBeginning` where whoever looks is alone as well.
 */
export function useOccasions() {
  const on = useToday();
  const { names, people, isLoading } = useNames();
  const { data, isPending } = useQuery({ ...onThisDayQuery(on), throwOnError: false });
  const birthdays = upcomingBirthdays(people, on).slice(0, 4);
  const memories = data?.items ?? [];
  const { waiting, isPending: isAsking } = useOpenQuestions();
  const isEmpty = birthdays.length + memories.length + waiting.length === 0;
  return {
    on,
    names,
    birthdays,
    memories,
    waiting,
    isPending: isPending || isLoading || (isEmpty && isAsking),
    isEmpty,
    isBeginning: isEmpty && names.size === 1,
  };
}

/** What `useOccasions` finds. */
export type Occasions = ReturnType<typeof useOccasions>;
