import { recipeLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, fieldBox } from '#ui/field.tsx';
import { useRows } from '../hooks/use-rows.ts';
import { blank, splitMeasure } from '../logic.ts';
import { RowMenu } from './row-menu.tsx';

type Rows = WrittenRecipe['ingredients'];

/** What goes into it: how much, and what; Enter goes on with the next. */
export function IngredientRows({
  rows,
  problems,
  onChange,
}: {
  rows: Rows;
  problems: ReadonlyMap<string, string>;
  onChange: (rows: Rows) => void;
}) {
  const { list, place, row, change, add, remove, move } = useRows(rows, onChange, blank.ingredients);
  const isFull = rows.length >= recipeLimits.ingredients;
  return (
    <section>
      <h2 className="type-subhead">{t('recipes.ingredients')}</h2>
      <p className="mt-1 type-meta">{t('recipes.form.ingredientsHint')}</p>
      <ul ref={list as Ref<HTMLUListElement>} aria-label={t('recipes.ingredients')} className="mt-3 grid gap-2">
        {rows.map(({ key, measure, what }, index) => {
          const { over, handle } = row(index, what);
          const error = problems.get(`ingredient ${key}`);
          const field = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `ingredient-${key}` : undefined };
          const goOn = (event: { key: string; preventDefault: () => void }) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!isFull) add(index);
          };
          return (
            // Keys within its fields move a row, too.
            <li key={key} {...over} className={place === index ? 'opacity-50' : ''}>
              <div className="flex flex-wrap items-start gap-2">
                <div className={`${fieldBox} w-26! shrink-0 px-3!`} data-bad={error ? '' : undefined}>
                  <input
                    aria-label={t('recipes.form.amountOf', { place: index + 1 })}
                    placeholder={index === 0 ? t('recipes.form.amountHint') : ''}
                    autoComplete="off"
                    value={measure}
                    onKeyDown={goOn}
                    onChange={({ target }) => change(key, { measure: target.value, ...splitMeasure(target.value) })}
                    className="num w-full min-w-0 bg-transparent py-3 font-semibold outline-none placeholder:font-normal placeholder:text-ink-3"
                    {...field}
                  />
                </div>
                <div className={`${fieldBox} min-w-0 flex-[1_1_5rem] px-3!`} data-bad={error ? '' : undefined}>
                  <textarea
                    rows={1}
                    aria-label={t('recipes.form.whatOf', { place: index + 1 })}
                    placeholder={index === 0 ? t('recipes.form.whatHint') : ''}
                    value={what}
                    onKeyDown={goOn}
                    onChange={({ target }) => change(key, { what: target.value })}
                    className="field-sizing-content w-full min-w-0 resize-none bg-transparent py-3 outline-none placeholder:text-ink-3"
                    {...field}
                  />
                </div>
                <div className="pt-1">
                  <RowMenu
                    name={what || t('recipes.form.ingredient', { place: index + 1 })}
                    index={index}
                    count={rows.length}
                    handle={handle}
                    onMove={move}
                    onRemove={() => remove(index)}
                  />
                </div>
              </div>
              {error && <FieldError id={`ingredient-${key}`}>{error}</FieldError>}
            </li>
          );
        })}
      </ul>
      <Button small look="quiet" className="mt-3" disabled={isFull} icon={<Plus className="icon-s" />} onClick={() => add()}>
        {t('recipes.form.addIngredient')}
      </Button>
    </section>
  );
}
