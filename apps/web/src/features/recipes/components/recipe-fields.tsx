import { recipeLimits } from '@heartwood/contract/limits';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { shortNames } from '#features/people/logic.ts';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import { FieldShell, fieldBox, NumberField, TextField } from '#ui/field.tsx';

interface Fields {
  recipe: WrittenRecipe;
  problems: ReadonlyMap<string, string>;
  onChange: (to: Partial<WrittenRecipe>) => void;
}

/** What a recipe is called, whom it comes from, for how many it is and how long it takes. */
export function RecipeFields({ recipe, problems, people, onChange }: Fields & { people: readonly Relationship[] }) {
  return (
    <>
      <TextField
        label={t('recipes.form.title')}
        className="[&_input]:font-serif [&_input]:text-[1.5rem]"
        autoComplete="off"
        value={recipe.title}
        error={problems.get('title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <FromPicker {...{ recipe, problems, people, onChange }} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.6rem),1fr))] items-start gap-3">
        <Portions portions={recipe.portions} onChange={(portions) => onChange({ portions })} />
        <NumberField
          label={t('recipes.prepareLabel')}
          unit={t('recipes.form.min')}
          inputMode="numeric"
          value={recipe.prepare_minutes}
          error={problems.get('prepare')}
          onChange={({ target }) => onChange({ prepare_minutes: target.value })}
        />
        <NumberField
          label={t('recipes.cookLabel')}
          unit={t('recipes.form.min')}
          inputMode="numeric"
          value={recipe.cook_minutes}
          error={problems.get('cook')}
          onChange={({ target }) => onChange({ cook_minutes: target.value })}
        />
      </div>
    </>
  );
}

/** Whom it comes from: the grown-ups of the family, or a name. */
function FromPicker({ recipe: { from }, problems, people, onChange }: Fields & { people: readonly Relationship[] }) {
  const label = useId();
  const [other, setOther] = useState(false);
  const names = shortNames(people);
  const grown = people.filter(({ is_child }) => !is_child).toSorted((a, b) => a.name.localeCompare(b.name));
  const isOther = other || (from !== null && !grown.some(({ heartwood_id }) => heartwood_id === from.heartwood_id));
  return (
    <FieldShell label={t('recipes.form.from')} labelId={label} optional>
      <div role="group" aria-labelledby={label} className="flex flex-wrap gap-2">
        {grown.map(({ heartwood_id, name, images }) => {
          const chosen = !isOther && from?.heartwood_id === heartwood_id;
          return (
            <Chip
              key={heartwood_id}
              kind="pick"
              chosen={chosen}
              start={<Avatar id={heartwood_id} name={name} src={addressOf(images[0]?.thumb)} size="s" />}
              onClick={() => {
                setOther(false);
                onChange({ from: chosen ? null : { heartwood_id, name: names.get(heartwood_id) ?? name } });
              }}
            >
              {names.get(heartwood_id)}
            </Chip>
          );
        })}
        <Chip
          kind="pick"
          chosen={isOther}
          start={<Plus className="ms-1 icon-s" />}
          onClick={() => {
            setOther(!isOther);
            onChange({ from: null });
          }}
        >
          {t('recipes.form.someoneElse')}
        </Chip>
      </div>
      {isOther && (
        <TextField
          className="mt-3"
          label={t('recipes.form.fromName')}
          autoComplete="off"
          value={from?.name ?? ''}
          error={problems.get('from')}
          onChange={({ target }) => onChange({ from: target.value === '' ? null : { heartwood_id: null, name: target.value } })}
        />
      )}
    </FieldShell>
  );
}

/** For how many it is: fewer and more. */
function Portions({ portions, onChange }: { portions: number | null; onChange: (portions: number) => void }) {
  const label = useId();
  const { min, max } = recipeLimits.portions;
  const button = 'flex h-13 w-11 shrink-0 items-center justify-center text-fir disabled:opacity-45';
  return (
    <FieldShell label={t('recipes.servesLabel')} labelId={label}>
      <div role="group" aria-labelledby={label} className={`${fieldBox} justify-between gap-0! px-0!`}>
        <button
          type="button"
          aria-label={t('recipes.fewer')}
          disabled={(portions ?? min) <= min}
          onClick={() => onChange((portions ?? min) - 1)}
          className={button}
        >
          <Minus className="icon-s" />
        </button>
        <b className="num font-semibold" aria-live="polite">
          {portions ?? '–'}
        </b>
        <button
          type="button"
          aria-label={t('recipes.more')}
          disabled={(portions ?? 0) >= max}
          onClick={() => onChange((portions ?? 0) + 1)}
          className={button}
        >
          <Plus className="icon-s" />
        </button>
      </div>
    </FieldShell>
  );
}
