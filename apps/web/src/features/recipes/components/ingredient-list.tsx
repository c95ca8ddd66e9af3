import type { Recipe } from '@heartwood/contract/recipes';
import { cx } from '#ui/class-names.ts';
import { amountInWords } from './amounts.ts';

/** What goes into a recipe, with the amounts for so many. */
export function IngredientList({
  recipe: { ingredients, portions },
  serves,
  className,
}: {
  recipe: Recipe;
  serves: number;
  className?: string;
}) {
  return (
    <ul className={cx('[&>li+li]:border-t [&>li+li]:border-line', className)}>
      {ingredients.map((ingredient, index) => (
        <li key={index} className="flex min-h-13 items-center gap-4 py-2 print:min-h-0 print:py-1">
          <b className="num w-18 shrink-0 font-semibold [overflow-wrap:anywhere]">
            {amountInWords(ingredient, portions ?? serves, serves)}
          </b>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{ingredient.what}</span>
        </li>
      ))}
    </ul>
  );
}
