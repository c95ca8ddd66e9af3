import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useCurrentFamily, useMembers } from '#features/family/api.ts';
import { blankRecipe, tidied } from '#features/recipes/logic.ts';
import { KeptDraft } from '#features/sending/components/kept-draft.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { useLedBy } from '#features/sending/hooks/use-led-by.ts';
import { draftNameOf } from '#features/sending/logic.ts';
import { treasuresQuery } from '#features/treasures/api.ts';
import { useKeeps } from '#platform/device-storage.ts';
import { useFirstSight } from '#platform/form-draft.ts';
import { useSession } from '#platform/session.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { Button } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ForFamily } from '../components/for-family.tsx';
import { KeptAudience } from '../components/kept-audience.tsx';
import { RecipeForm } from '../components/recipe-form.tsx';
import { useRecipeProblems } from '../hooks/use-recipe-problems.ts';
import { useSharing } from '../hooks/use-sharing.ts';
import { useWayBack } from '../hooks/use-way-back.ts';
import { audienceCount } from '../logic.ts';

/** A recipe as it is written down. What is written stays on the device until it is shared; `?idea=` is the idea it came from, which stands `above`. */
export function RecipeScreen(props: { above?: ReactNode }) {
  return <Recipe key={useSession().user?.current_family_id} {...props} />;
}

function Recipe({ above }: { above?: ReactNode }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { idea } = useSearch({ strict: false }) as { idea?: string };
  const usual = useUsualShelf();
  const handle = useDraft(undefined, draftNameOf('recipe', user), { shelf: usual });
  const { draft, ready, isEmpty, change } = handle;
  useLedBy(handle, idea);
  const members = useMembers().data;
  const keeps = useKeeps();
  const unsaved = useUnsaved(!keeps && !isEmpty, { onReload: true });
  const handOver = () => {
    unsaved.finish();
    handle.handOver();
  };
  const { share, problem, busy } = useSharing({ draft, handOver });
  const { problems, complain } = useRecipeProblems();
  const isFamilyKnown = useCurrentFamily() !== undefined;
  const firstSight = useFirstSight(ready && isFamilyKnown && (draft.audience !== 'people' || members !== undefined));
  const place = useEffectEvent((subcategoryId: string) => {
    if (isEmpty) change({ subcategoryId });
  });
  useEffect(() => {
    if (ready && usual) place(usual);
  }, [ready, usual]);
  useWayBack();
  const shareWhole = async (): Promise<void> => {
    const recipe = draft.recipe ?? blankRecipe;
    if (await complain(recipe)) return;
    await share(audienceCount(draft, members, user?.id), { ...draft, recipe: tidied(recipe) });
  };
  const leave = () => void navigate(idea ? { to: '/inspiration/$slug', params: { slug: idea } } : { to: '/dashboard' });

  return (
    <FlowPage
      card
      title={<h1>{t('recipes.form.heading')}</h1>}
      back={
        <IconButton label={t('posts.close')} onClick={leave}>
          <X />
        </IconButton>
      }
      end={
        <span role="status" className="pe-2 text-end type-meta">
          {isEmpty || !keeps ? '' : t('recipes.form.saved')}
        </span>
      }
      action={
        <Button block busy={busy} onClick={() => void shareWhole()}>
          {t('recipes.form.share')}
        </Button>
      }
    >
      {above}
      <div {...firstSight}>
        <ForFamily />
        <KeptAudience handle={handle} members={members} />
        <RecipeForm handle={handle} problems={problems} problem={problem} />
        <KeptDraft shown={!isEmpty} asks onDiscard={() => handle.finish(false)} />
      </div>
      <UnsavedDialog unsaved={unsaved} title={t('posts.unsaved.draftTitle')} text={t('posts.unsaved.draftText')} />
    </FlowPage>
  );
}

/** The shelf of family recipes that fits most of them. */
function useUsualShelf(): string | undefined {
  const { data } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const category = data?.find(({ slug }) => slug === 'family-recipes');
  return category?.subcategories.find(({ slug }) => slug === 'everyday-suppers')?.id;
}
