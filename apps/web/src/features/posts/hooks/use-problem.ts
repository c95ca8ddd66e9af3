import { useEffect, useState } from 'react';
import type { Draft } from '#features/sending/logic.ts';
import { showFirstWrong } from '#ui/first-wrong.ts';
import type { Problem } from '../components/problem.ts';

/** What is wrong with a draft that somebody wants to send, until they change it. It is brought into view once it is said. */
export function useProblem({ text, photos, audience, audienceUserIds, occurredOn, moment }: Draft) {
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => setProblem(undefined), [text, photos.length, audience, audienceUserIds, occurredOn, moment]);
  useEffect(() => {
    if (problem) showFirstWrong();
  }, [problem]);
  return [problem, setProblem] as const;
}
