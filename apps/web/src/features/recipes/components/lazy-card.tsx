import { language } from '#platform/language.ts';
import { lazyPart } from '#ui/lazy-part.ts';

/** What a recipe is, in a list, with the words it says: most lists hold none. */
export const RecipeCard = lazyPart(async () => {
  const [card] = await Promise.all([import('./recipe-card.tsx'), language.need('recipes')]);
  return card;
});
