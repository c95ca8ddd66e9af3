import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useMembers } from '#features/family/api.ts';
import { blankRecipe, tidied } from '#features/recipes/logic.ts';
import { KeptDraft } from '#features/sending/components/kept-draft.tsx';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { useLedBy } from '#features/sending/hooks/use-led-by.ts';
import { outbox } from '#features/sending/state.ts';
import { treasuresQuery } from '#features/treasures/api.ts';
import { uploads } from '#features/uploads/state.ts';
import { newKey } from '#platform/keys.ts';
import { useSession } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { RecipeForm } from '../components/recipe-form.tsx';
import { storyTooLong } from '../components/story-limit.ts';
import { useRecipeProblems } from '../hooks/use-recipe-problems.ts';
import { audienceCount } from '../logic.ts';

/** A recipe as it is written down. What is written stays on the device until it is shared; `?idea=` is the idea it came from, which stands `above`. */
export function RecipeScreen({ above }: { above?: ReactNode }) {
  const navigate = useNavigate();
  const router = useRouter();
  const { user } = useSession();
  const { idea } = useSearch({ strict: false }) as { idea?: string };
  const usual = useUsualShelf();
  const handle = useDraft(undefined, `recipe ${user?.id ?? ''}`, { shelf: usual });
  const { ready, isEmpty, change } = handle;
  useLedBy(handle, idea);
  const { share, problem, problems, busy } = useSharing(handle);
  const place = useEffectEvent((subcategoryId: string) => {
    if (isEmpty) change({ subcategoryId });
  });
  useEffect(() => {
    if (ready && usual) place(usual);
  }, [ready, usual]);
  // Where one goes from here is there also when the network is not.
  useEffect(() => {
    void router.preloadRoute({ to: '/dashboard' }).catch(() => undefined);
    void import('#features/sending/components/on-their-way.tsx').catch(() => undefined);
  }, [router]);
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
          {isEmpty ? '' : t('recipes.form.saved')}
        </span>
      }
      action={
        <Button block busy={busy} onClick={() => void share()}>
          {t('recipes.form.share')}
        </Button>
      }
    >
      {above}
      <RecipeForm handle={handle} problems={problems} error={problem} />
      <KeptDraft shown={!isEmpty} asks onDiscard={() => handle.finish(false)} />
    </FlowPage>
  );
}

/** The shelf of family recipes that fits most of them. */
function useUsualShelf(): string | undefined {
  const { data } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const category = data?.find(({ slug }) => slug === 'family-recipes');
  return category?.subcategories.find(({ slug }) => slug === 'everyday-suppers')?.id;
}

/** Hands the recipe over to what sends it as soon as that goes, with its photos, whatever page is open. */
function useSharing({ draft, handOver }: ReturnType<typeof useDraft>) {
  const navigate = useNavigate();
  const { user } = useSession();
  const members = useMembers().data;
  const { problems, complain } = useRecipeProblems();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setProblem(undefined), [draft.text, draft.photos.length]);

  async function share(): Promise<void> {
    const recipe = draft.recipe ?? blankRecipe;
    if (busy || (await complain(recipe))) return;
    uploads.retryLost();
    const isMissing = draft.photos.some(({ key, media }) => !media && (uploads.one(key)?.state.state ?? 'failed') === 'failed');
    const wrong = storyTooLong(draft) ?? (isMissing ? t('posts.someFailed') : undefined);
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    const reach = audienceCount(draft, members, user?.id);
    outbox.add({ id: newKey(), draft: { ...draft, recipe: tidied(recipe) }, reach, on: today(), since: new Date().toISOString() });
    handOver();
    void navigate({ to: '/dashboard' });
  }
  return { share, problem, problems, busy };
}
