import { t } from '@heartwood/messages/current';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useMembers } from '#features/family/api.ts';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { useNames } from '#features/people/api.ts';
import { IngredientRows } from '#features/recipes/components/ingredient-rows.tsx';
import { RecipeFields } from '#features/recipes/components/recipe-fields.tsx';
import { StepRows } from '#features/recipes/components/step-rows.tsx';
import { blankRecipe } from '#features/recipes/logic.ts';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import type { AttachedFile, WrittenRecipe } from '#features/sending/logic.ts';
import { useSession } from '#platform/session.ts';
import { FieldShell, TextArea } from '#ui/field.tsx';
import { AudiencePicker } from './audience-picker.tsx';
import { DraftPhotos, PhotosProblem } from './draft-form.tsx';
import { saidAt, type Problem } from './problem.ts';
import { RecipeCover } from './recipe-cover.tsx';
import { ShelfRow } from './shelf-row.tsx';
import { storyTooLong } from './story-limit.ts';

/** Everything of a recipe that is written: the dish, whom it comes from, what goes into it, what is done, its story, and who sees it. */
export function RecipeForm({
  handle,
  problems,
  problem,
}: {
  handle: ReturnType<typeof useDraft>;
  /** What is wrong, by place. */
  problems: ReadonlyMap<string, string>;
  /** What has to be put right besides, before it is sent. */
  problem: Problem | undefined;
}) {
  const { draft, change, addPhotos } = handle;
  const recipe = draft.recipe ?? blankRecipe;
  const { people } = useNames();
  const { user } = useSession();
  const members = useMembers().data;
  const write = (to: Partial<WrittenRecipe>) => change((before) => ({ recipe: { ...(before.recipe ?? blankRecipe), ...to } }));
  // Of no step: of the dish, or told with the story. So is the photo of a step that is taken out: it is seen, and goes only if it is taken out, too.
  const isOfDish = ({ steps = [] }: AttachedFile): boolean => !recipe.steps.some(({ key }) => steps.includes(key));
  const cover = draft.photos.find(isOfDish);
  const hasMore = draft.photos.some((photo) => photo !== cover && isOfDish(photo));
  const isIn = (key: string) => (photo: AttachedFile) => photo.steps?.includes(key) ?? false;
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6">
      <RecipeCover handle={handle} cover={cover} />
      <RecipeFields recipe={recipe} problems={problems} people={people} onChange={write} />
      <IngredientRows rows={recipe.ingredients} problems={problems} onChange={(ingredients) => write({ ingredients })} />
      <StepRows
        rows={recipe.steps}
        problems={problems}
        onChange={(steps) => write({ steps })}
        onPhotos={(key, files) => addPhotos(files, { steps: [key] })}
        renderPhotos={(key) =>
          draft.photos.some(isIn(key)) ? <DraftPhotos handle={handle} only={isIn(key)} about={{ steps: [key] }} /> : null
        }
      />
      <div>
        <TextArea
          story
          optional
          label={t('recipes.story')}
          placeholder={t('recipes.form.storyHint')}
          value={draft.text}
          error={saidAt(problem, 'story')}
          errorWhenLeft={storyTooLong(draft)}
          onChange={({ target }) => change({ text: target.value })}
        />
        <TellIt onAdd={addPhotos} />
        {hasMore && <DraftPhotos handle={handle} only={(photo) => photo !== cover && isOfDish(photo)} />}
      </div>
      <div>
        <FieldShell label={t('recipes.form.whoSees')}>
          <AudiencePicker draft={draft} onChange={change} members={members} me={user?.id} error={saidAt(problem, 'audience')} />
        </FieldShell>
        <div className="mt-3 border-y border-line">
          <ShelfRow chosen={draft.subcategoryId} onChange={(subcategoryId) => change({ subcategoryId })} />
        </div>
      </div>
      <PhotosProblem problem={problem} />
    </div>
  );
}

/** The story, told instead of written. */
function TellIt({ onAdd }: { onAdd: (files: File[]) => void }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className="mt-1 link-row gap-2" onClick={() => setSpeaks(true)}>
        <Mic className="icon-s" />
        {t('recipes.form.tellIt')}
      </button>
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={(file) => onAdd([file])} />
    </>
  );
}
