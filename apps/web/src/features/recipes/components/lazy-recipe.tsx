import type { ReactNode } from 'react';
import { language } from '#platform/language.ts';
import { lazyPart } from '#ui/lazy-part.ts';

/** A part of a recipe, with the words it says: most posts hold none. What a list shows stands by itself (`lazy-card.tsx`), as every list loads it. */
const withWords = <Props extends object>(load: () => Promise<{ default: (props: Props) => ReactNode }>) =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), language.need('recipes')]);
    return part;
  });

/** A recipe on its own page. */
export const RecipePage = withWords(() => import('./recipe-page.tsx'));
/** A recipe, one step a screen. */
export const CookView = withWords(() => import('./cook-view.tsx'));
