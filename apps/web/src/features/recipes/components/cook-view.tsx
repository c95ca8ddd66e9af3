import type { Media } from '@heartwood/contract/media';
import type { Recipe, RecipeStep } from '@heartwood/contract/recipes';
import { t } from '@heartwood/messages/current';
import { ArrowLeft, List, ShoppingBasket, Sun, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useWakeLock } from '#platform/wake-lock.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useTurning } from '../hooks/use-turning.ts';
import { ingredientsOf } from '../logic.ts';
import { timers } from '../state.ts';
import { amountInWords } from './amounts.ts';
import { IngredientList } from './ingredient-list.tsx';
import { RunningTimers } from './running-timers.tsx';
import { StepPhotos } from './step-photos.tsx';
import { StepTimer } from './step-timer.tsx';

/** A recipe as one cooks it: one step a screen, large, with what goes into it and its timer. The screen stays awake. */
export default function CookView({
  postId,
  recipe,
  media,
  step: at,
  hasFocus,
  serves,
  onStep,
  onTurn,
  onClose,
  onPhoto,
}: {
  postId: string;
  recipe: Recipe;
  media: readonly Media[];
  /** Which step, from 0. */
  step: number;
  /** Whether its heading gets the focus as it comes: what was pressed has gone. */
  hasFocus: boolean;
  serves: number;
  onStep: (step: number) => void;
  /** Goes a step on, or back, as far as there are any. */
  onTurn: (by: -1 | 1) => void;
  onClose: () => void;
  onPhoto: (mediumId: string) => void;
}) {
  const { steps, title } = recipe;
  const [asks, ask] = useState(false);
  const isAwake = useWakeLock();
  useEffect(() => void timers.begin(), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useEffectEvent(() => hasFocus && heading.current?.focus({ preventScroll: true }));
  useEffect(() => void arrive(), []);
  const touch = useTurning({ onTurn, onClose });
  const step = steps[at];
  if (!step) return null;
  const isLast = at === steps.length - 1;
  return (
    <div data-flow="" className="min-h-dvh lg:bg-sunken lg:px-9 lg:py-10" {...touch}>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex min-h-dvh max-w-[980px] flex-col px-5 pt-2 pb-[calc(20px+env(safe-area-inset-bottom))] outline-none lg:min-h-[max(640px,calc(100dvh-80px))] lg:rounded-[30px] lg:bg-surface lg:px-10 lg:pt-4 lg:pb-9 lg:shadow-float"
      >
        <Head heading={heading} recipe={recipe} at={at} onClose={onClose} onIngredients={() => ask(true)} />
        <RunningTimers className="mb-6" here={postId} except={at} onOpen={onStep} />
        <div className={`grid gap-9 ${step.timer_seconds ? 'lg:grid-cols-[1.25fr_1fr] lg:items-center lg:gap-16' : ''}`}>
          <OneStep recipe={recipe} step={step} place={at} serves={serves} media={media} onPhoto={onPhoto} />
          {step.timer_seconds !== null && <StepTimer key={at} postId={postId} title={title} step={at} seconds={step.timer_seconds} />}
        </div>
        <p className="mt-auto pt-6 pb-4 text-center text-balance type-meta">
          <Sun className="me-2 inline icon-s align-[-0.25em]" />
          {aboutAwake(
            isAwake,
            steps.some(({ timer_seconds: seconds }) => seconds !== null),
          )}
        </p>
        <div className="flex gap-3 lg:justify-between">
          <Button look="quiet" icon={<ArrowLeft />} disabled={at === 0} onClick={() => onTurn(-1)}>
            {t('recipes.cook.back')}
          </Button>
          <Button className="flex-1 lg:max-w-[220px]" onClick={isLast ? onClose : () => onTurn(1)}>
            {isLast ? t('recipes.cook.done') : t('recipes.cook.next')}
          </Button>
        </div>
        <Dialog open={asks} onOpenChange={ask} closable title={t('recipes.ingredients')}>
          <IngredientList recipe={recipe} serves={serves} className="mt-3" />
        </Dialog>
      </main>
    </div>
  );
}

/** What is said of the screen, and of timers where there are any. */
function aboutAwake(isAwake: boolean | undefined, isTimed: boolean): string {
  if (isAwake === false) return isTimed ? t('recipes.cook.asleepTimed') : t('recipes.cook.asleep');
  return isTimed ? t('recipes.cook.awakeTimed') : t('recipes.cook.awake');
}

/** How far one is, and the ways out: to the page, and to all ingredients. */
function Head({
  heading,
  recipe,
  at,
  onClose,
  onIngredients,
}: {
  heading: RefObject<HTMLHeadingElement | null>;
  recipe: Recipe;
  at: number;
  onClose: () => void;
  onIngredients: () => void;
}) {
  return (
    <>
      <header className="-mx-2 flex min-h-14 items-center gap-2">
        <IconButton label={t('recipes.cook.stop')} onClick={onClose}>
          <X />
        </IconButton>
        <h1 ref={heading} tabIndex={-1} className="num min-w-0 flex-1 text-center text-body font-semibold outline-none">
          <span className="sr-only">{recipe.title}. </span>
          {/* It is told before the step, which is told as it changes, too. */}
          <span aria-live="polite">{t('recipes.cook.place', { place: at + 1, all: recipe.steps.length })}</span>
        </h1>
        <IconButton label={t('recipes.cook.allIngredients')} aria-haspopup="dialog" onClick={onIngredients}>
          <List />
        </IconButton>
      </header>
      <div aria-hidden="true" className="mb-6 flex gap-1.5">
        {recipe.steps.map((_, index) => (
          <i key={index} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-fir' : 'bg-line'}`} />
        ))}
      </div>
    </>
  );
}

/** What is done now, large, with what goes into it. */
function OneStep({
  recipe: { ingredients, portions },
  step,
  place,
  serves,
  media,
  onPhoto,
}: {
  recipe: Recipe;
  step: RecipeStep;
  place: number;
  serves: number;
  media: readonly Media[];
  onPhoto: (mediumId: string) => void;
}) {
  const needed = ingredientsOf(step, ingredients);
  return (
    <div aria-live="polite" className="min-w-0">
      <p className="font-serif text-[1.75rem] leading-[1.32] tracking-[-.01em] text-pretty whitespace-pre-line [overflow-wrap:anywhere] lg:text-[2.5rem] lg:leading-[1.24]">
        {step.text}
      </p>
      {needed.length > 0 && (
        <ul aria-label={t('recipes.cook.forThisStep')} className="mt-5 flex flex-wrap gap-2">
          {needed.map((one, index) => (
            <li
              key={index}
              className="num inline-flex min-h-hit max-w-full items-center gap-2 rounded-full bg-sunken px-4 py-1.5 type-label"
            >
              <ShoppingBasket className="icon-s" />
              <span className="min-w-0">{[amountInWords(one, portions ?? serves, serves), one.what].filter(Boolean).join(' ')}</span>
            </li>
          ))}
        </ul>
      )}
      <StepPhotos step={step} place={place} media={media} onOpen={onPhoto} className="mt-5" />
    </div>
  );
}
