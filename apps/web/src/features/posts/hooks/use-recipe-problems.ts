import { useEffect, useState } from 'react';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { language } from '#platform/language.ts';
import { showFirstWrong } from '#ui/first-wrong.ts';
import { markSent } from '#ui/last-input.ts';

const none: ReadonlyMap<string, string> = new Map();

/** What is wrong with a recipe that somebody wants to send, by place; the first of it gets the focus once it is said. */
export function useRecipeProblems() {
  const [problems, setProblems] = useState(none);
  useEffect(() => {
    if (problems.size > 0) showFirstWrong();
  }, [problems]);
  return {
    problems,
    /** @returns whether anything is wrong */
    async complain(recipe: WrittenRecipe): Promise<boolean> {
      const [{ problemsOf }] = await Promise.all([import('#features/recipes/components/problems.ts'), language.need('recipes')]);
      const found = problemsOf(recipe);
      if (found.size > 0) markSent();
      setProblems(found);
      return found.size > 0;
    },
  };
}
