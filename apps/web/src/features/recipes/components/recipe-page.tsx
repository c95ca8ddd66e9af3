import type { Media } from '@heartwood/contract/media';
import type { Relationship } from '@heartwood/contract/people';
import type { Recipe } from '@heartwood/contract/recipes';
import { t } from '@heartwood/messages/current';
import { ChefHat, Minus, Plus, Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { recipeLimits } from '@heartwood/contract/limits';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { timers } from '../state.ts';
import { minutesInWords } from './amounts.ts';
import { IngredientList } from './ingredient-list.tsx';
import { originOf } from './origin.ts';
import { RunningTimers } from './running-timers.tsx';
import { StepPhotos } from './step-photos.tsx';

/** A recipe on its own page, and on paper: name, whom it comes from, facts, ingredients, steps, and the story last. */
export default function RecipePage({
  postId,
  recipe,
  story,
  media,
  serves,
  writer,
  people,
  names,
  onServes,
  onCook,
  onPhoto,
  children,
}: {
  postId: string;
  recipe: Recipe;
  story: string;
  media: readonly Media[];
  /** For how many it is shown. */
  serves: number;
  /** Who has written it down. */
  writer: string;
  people: readonly Relationship[];
  names: ReadonlyMap<string, string>;
  /** Asks for one more, or one fewer. */
  onServes: (by: -1 | 1) => void;
  /** Begins to cook, at a step from 0. */
  onCook: (step: number) => void;
  onPhoto: (mediumId: string) => void;
  /** What follows the story, and is not printed. */
  children?: ReactNode;
}) {
  useEffect(() => void timers.begin(), []);
  const { ingredients, steps } = recipe;
  return (
    <article className="print:text-black">
      <h1 className="mt-6 type-title [overflow-wrap:anywhere] print:mt-0">{recipe.title}</h1>
      <Origin recipe={recipe} writer={writer} people={people} names={names} />
      <RunningTimers className="mt-4" here={postId} onOpen={onCook} />
      <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,520px)_auto] lg:items-center lg:justify-between print:block">
        <Facts recipe={recipe} serves={serves} onServes={onServes} />
        <div className="flex flex-wrap gap-3 print:hidden">
          {steps.length > 0 && (
            <Button className="flex-1" icon={<ChefHat />} onClick={() => onCook(0)}>
              {t('recipes.start')}
            </Button>
          )}
          <Button look="quiet" icon={<Printer />} onClick={() => window.print()}>
            {t('recipes.print')}
          </Button>
        </div>
      </div>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] lg:gap-14 print:grid print:grid-cols-[1fr_1.6fr] print:gap-8">
        {ingredients.length > 0 && (
          <section className="mt-8 print:mt-5">
            <h2 className="type-subhead">{t('recipes.ingredients')}</h2>
            <IngredientList recipe={recipe} serves={serves} className="mt-1" />
          </section>
        )}
        {steps.length > 0 && <Steps steps={steps} media={media} onPhoto={onPhoto} />}
      </div>
      {story && (
        <section className="mt-6 rounded-card bg-sunken px-5 py-4 print:mt-3 print:rounded-none print:border-t print:border-line print:bg-transparent print:px-0">
          <h2 className="type-label">{t('recipes.story')}</h2>
          <p className="mt-2 type-story whitespace-pre-line [overflow-wrap:anywhere] print:text-body">{story}</p>
        </section>
      )}
      <div className="contents print:hidden">{children}</div>
    </article>
  );
}

/** What is done, one after the other, with the photos of each step. */
function Steps({ steps, media, onPhoto }: { steps: Recipe['steps']; media: readonly Media[]; onPhoto: (mediumId: string) => void }) {
  return (
    <section className="mt-8 print:mt-5">
      <h2 className="type-subhead">{t('recipes.steps')}</h2>
      <ol className="mt-3">
        {steps.map((step, index) => (
          <li key={index} className="grid grid-cols-[44px_minmax(0,1fr)] pb-4.5 print:break-inside-avoid print:pb-2">
            <span
              aria-hidden="true"
              className="num flex size-7.5 items-center justify-center rounded-full bg-fir-soft type-label text-fir print:bg-transparent print:text-black"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-0.5">
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{step.text}</p>
              <StepPhotos step={step} place={index} media={media} onOpen={onPhoto} className="mt-3 print:hidden" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Origin({
  recipe,
  writer,
  people,
  names,
}: {
  recipe: Recipe;
  writer: string;
  people: readonly Relationship[];
  names: ReadonlyMap<string, string>;
}) {
  const from = originOf(recipe, names);
  const person = people.find(({ heartwood_id }) => heartwood_id === recipe.from?.heartwood_id);
  return (
    <div className="mt-3 flex items-center gap-3 print:mt-1">
      {person && (
        <span className="print:hidden">
          <Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.images[0]?.thumb)} size="s" />
        </span>
      )}
      <p className="soft">
        {from === writer
          ? t('recipes.by', { name: from })
          : from
            ? t('recipes.fromWrittenBy', { name: from, writer })
            : t('recipes.writtenBy', { writer })}
      </p>
    </div>
  );
}

/** For how many, which can be changed, and how long it takes. */
function Facts({ recipe, serves, onServes }: { recipe: Recipe; serves: number; onServes: (by: -1 | 1) => void }) {
  const { portions, prepare_minutes: prepare, cook_minutes: cook } = recipe;
  if (portions === null && prepare === null && cook === null) return <span />;
  // The line before the first of a row lies outside.
  const fact = 'flex-[1_1_auto] border-s border-line px-3 py-3 print:py-1';
  const value = 'flex min-h-hit items-center gap-1.5 font-serif text-[1.375rem] whitespace-nowrap print:min-h-0';
  return (
    <div className="overflow-clip border-y border-line [overflow-clip-margin:8px]">
      <dl className="-ms-[13px] flex flex-wrap">
        {portions !== null && (
          <div className={fact}>
            <dt className="type-meta">{t('recipes.servesLabel')}</dt>
            <dd className={value}>
              <IconButton
                look="fill"
                className="print:hidden"
                label={t('recipes.fewer')}
                disabled={serves <= recipeLimits.portions.min}
                onClick={() => onServes(-1)}
              >
                <Minus className="icon-s" />
              </IconButton>
              <span className="num min-w-[1.4em] text-center print:text-start" aria-live="polite">
                {serves}
              </span>
              <IconButton
                look="fill"
                className="print:hidden"
                label={t('recipes.more')}
                disabled={serves >= recipeLimits.portions.max}
                onClick={() => onServes(1)}
              >
                <Plus className="icon-s" />
              </IconButton>
            </dd>
          </div>
        )}
        {prepare !== null && (
          <div className={fact}>
            <dt className="type-meta">{t('recipes.prepareLabel')}</dt>
            <dd className={value}>{minutesInWords(prepare)}</dd>
          </div>
        )}
        {cook !== null && (
          <div className={fact}>
            <dt className="type-meta">{t('recipes.cookLabel')}</dt>
            <dd className={value}>{minutesInWords(cook)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
