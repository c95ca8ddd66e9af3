import { lazy } from 'react';
import { language } from '#platform/language.ts';

/** What a recipe is, in a list, with the words it says: most lists hold none. */
export const RecipeCard = lazy(async () => {
  const [card] = await Promise.all([import('./recipe-card.tsx'), language.need('recipes')]);
  return card;
});
