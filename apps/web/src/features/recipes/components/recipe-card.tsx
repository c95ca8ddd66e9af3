import type { Recipe } from '@heartwood/contract/recipes';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { minutesInWords } from './amounts.ts';
import { originOf } from './origin.ts';

/** A recipe in a list: its name, whom it comes from, and how much work it is. */
export default function RecipeCard({ id, recipe, names }: { id: string; recipe: Recipe; names: ReadonlyMap<string, string> }) {
  const { portions, prepare_minutes: prepare, cook_minutes: cook } = recipe;
  const from = originOf(recipe, names);
  const facts = [
    portions !== null && t('recipes.serves', { count: portions }),
    prepare !== null && t('recipes.prepareFor', { time: minutesInWords(prepare) }),
    cook !== null && t('recipes.cookFor', { time: minutesInWords(cook) }),
  ].filter((fact) => fact !== false);
  return (
    <div className="mt-4">
      <h3 className="type-heading">
        <Link to="/post/$id" params={{ id }} className="reach">
          {recipe.title}
        </Link>
      </h3>
      {from && <p className="mt-1 soft">{t('recipes.from', { name: from })}</p>}
      {facts.length > 0 && (
        <ul aria-label={t('recipes.facts')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 type-meta">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
