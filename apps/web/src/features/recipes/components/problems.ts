import { limits, recipeLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import type { WrittenRecipe } from '#features/sending/logic.ts';
import { tooLong } from '#platform/form-rules.ts';
import { isMinutes, timerOf } from '../logic.ts';

/** What is wrong with a recipe as it is written, by place: `title`, `ingredient <key>`, `step <key>`, `timer <key>` and so on, from the top. */
export function problemsOf(recipe: WrittenRecipe): Map<string, string> {
  const found = new Map<string, string>();
  const say = (place: string, problem: string | undefined) => problem && found.set(place, problem);
  const title = t('recipes.form.title');
  say('title', recipe.title.trim() === '' ? t('recipes.form.titleMissing') : tooLong(title, recipe.title.trim(), limits.title));
  say('from', (recipe.from && tooLong(t('recipes.form.fromName'), recipe.from.name.trim(), limits.name)) || undefined);
  for (const [place, minutes] of [
    ['prepare', recipe.prepare_minutes],
    ['cook', recipe.cook_minutes],
  ] as const)
    say(place, isMinutes(minutes) ? undefined : t('recipes.form.notMinutes', { most: recipeLimits.minutes }));
  for (const { key, measure, amount, unit, what } of recipe.ingredients) {
    const isBlank = `${measure}${what}`.trim() === '';
    const isLong = amount.length > recipeLimits.amount || unit.length > recipeLimits.unit;
    const missing = what.trim() === '' && !isBlank ? t('recipes.form.whatMissing') : undefined;
    const long = isLong ? t('recipes.form.amountLong', { most: recipeLimits.amount }) : undefined;
    say(`ingredient ${key}`, missing ?? long ?? tooLong(t('recipes.form.what'), what.trim(), limits.title));
  }
  recipe.steps.forEach(({ key, text, timer }, index) => {
    const isAlone = recipe.steps.length === 1 && timer.trim() === '';
    const missing = text.trim() === '' && !isAlone ? t('recipes.form.stepMissing', { step: index + 1 }) : undefined;
    say(`step ${key}`, missing ?? tooLong(t('recipes.form.step', { step: index + 1 }), text.trim(), limits.description));
    say(`timer ${key}`, timerOf(timer) === undefined ? t('recipes.form.notATimer') : undefined);
  });
  return found;
}
