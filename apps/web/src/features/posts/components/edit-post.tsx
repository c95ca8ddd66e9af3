import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { CallError } from '#platform/http.ts';
import { useKeptEdit } from '#platform/kept-edits.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { useOwnPage } from '#platform/own-page.ts';
import { toastLeft, toastRefusal } from '#platform/refusal-toast.ts';
import { useSettled } from '#platform/settled.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { Button } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { editableQuery } from '../api.ts';
import { broughtTogether, postDraftOf } from '../logic.ts';
import { changesIn } from '#platform/form-changes.ts';
import { questionQuery } from '#features/questions/api.ts';
import { circleOf } from '#features/questions/logic.ts';
import { FilesMissing } from '#features/sending/api.ts';
import { KeptEditNote } from '#features/sending/components/kept-edit-note.tsx';
import { TheirVersion } from '#features/sending/components/their-version.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { postBodyOf, type Draft } from '#features/sending/logic.ts';
import { stepsShowing, tidied, writtenOf } from '#features/recipes/logic.ts';
import { language } from '#platform/language.ts';
import { DraftForm } from './draft-form.tsx';
import { problemOf } from './problem.ts';
import { useEditPost } from '../hooks/use-edit-post.ts';
import { useProblem } from '../hooks/use-problem.ts';
import { useRecipeProblems } from '../hooks/use-recipe-problems.ts';
import { lockedWhile, useDraft } from '#features/sending/hooks/use-draft.ts';
import { restoredOf, useKeepEdited } from '#features/sending/hooks/use-edited-draft.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const RecipeForm = lazyPart(async () => {
  const [{ RecipeForm: form }] = await Promise.all([import('./recipe-form.tsx'), language.need('recipes')]);
  return { default: form };
});

/** A post as a draft, with its recipe where it is one. */
function editedOf(post: Post): Draft {
  const draft = postDraftOf(post);
  const { recipe } = post;
  if (!recipe) return draft;
  const photos = draft.photos.map((photo) => ({ ...photo, steps: stepsShowing(recipe, photo.key) }));
  return { ...draft, photos, recipe: writtenOf(recipe) };
}

/** A post as it is changed. Where it was changed elsewhere meanwhile, what was written stays, and one chooses between the two. */
export default function EditPost({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const asked = useQuery(editableQuery(id));
  const { data, refetch } = asked;
  const answered = data?.post.question?.id;
  const question = useQuery({ ...questionQuery(answered ?? ''), enabled: answered !== undefined, throwOnError: false });
  const reload = () => client.fetchQuery({ ...editableQuery(id), staleTime: 0 });
  const close = (
    <IconButton label={t('posts.close')} onClick={onClose}>
      <X />
    </IconButton>
  );
  const kept = useKeptEdit<Draft>(`post ${id}`);
  // A question that has failed is asked for again while the form stands, and loads again: the form does not go for it.
  const settled = useSettled(data === undefined || question.isLoading);
  if (!data || !settled || !kept.looked)
    return (
      <FlowPage card title={<h1>{t('posts.editPost')}</h1>} back={close}>
        {hasNotCome(asked) ? (
          <NotLoaded onRetry={refetch}>{t('posts.postFailed')}</NotLoaded>
        ) : (
          <Loading label={t('posts.loadingPost')}>
            <PostSkeleton />
          </Loading>
        )}
      </FlowPage>
    );
  return (
    <Form
      key={id}
      id={id}
      etag={data.etag}
      first={editedOf(data.post)}
      kept={kept}
      among={question.data && circleOf(question.data)}
      back={close}
      onClose={onClose}
      onStale={reload}
    />
  );
}

interface Changed {
  id: string;
  etag: string | null;
  first: Draft;
  /** What is kept of it on this device. */
  kept: ReturnType<typeof useKeptEdit<Draft>>;
  onClose: () => void;
  /** Looks how the post stands now; `etag` is its version from then on. */
  onStale: () => Promise<{ post: Post }>;
}

/** What is changed of a post: how it stands, what is wrong with it, and saving it. */
function useChange({ id, etag, first, kept, onClose, onStale }: Changed) {
  const [begun] = useState(() => restoredOf(kept.found, first, { bring: broughtTogether, writtenIn }));
  const handle = useDraft(begun.draft);
  const [theirs, setTheirs] = useState(begun.theirs);
  const [problem, setProblem] = useProblem(handle.draft);
  const recipe = useRecipeProblems();
  const page = useOwnPage();
  const unsaved = useUnsaved(writtenIn(handle.draft) !== writtenIn(first), { onReload: true });
  useKeepEdited(kept, { first, draft: handle.draft, isUndecided: theirs !== undefined }, writtenIn);
  const edit = useEditPost(id, {
    onSaved: () => {
      unsaved.finish();
      kept.forget();
      handle.finish(true);
      toasts.add(t('posts.saved'));
      if (page.isShown()) onClose();
    },
    onError: async (error) => {
      if (!page.isShown()) toastLeft(t('posts.changeLost'), page.address());
      else if (error instanceof FilesMissing) setProblem({ at: 'photos', said: t('posts.someFailed') });
      else if (error instanceof CallError && error.status === 409)
        await onStale().then(({ post }) => setTheirs(broughtIn(handle, first, editedOf(post))), toastRefusal);
      else toastRefusal(error);
    },
  });

  async function save(): Promise<void> {
    const { draft } = handle;
    if (draft.recipe && (await recipe.complain(draft.recipe))) return;
    const wrong = problemOf(draft);
    setProblem(wrong);
    if (wrong) return;
    const what = (ids: string[]) => ({ body: changeOf(first, handle.now(), ids), etag });
    edit.mutate({ files: draft.photos, filesNow: () => handle.now().photos, what });
  }

  return { handle, isRestored: begun.isRestored, theirs, setTheirs, problem, recipe, unsaved, edit, save };
}

function Form({
  among,
  back,
  ...changed
}: Changed & {
  /** The users among whom an answer stays. */
  among: ReadonlySet<string> | undefined;
  back: React.ReactNode;
}) {
  const { handle, isRestored, theirs, setTheirs, problem, recipe, unsaved, edit, save } = useChange(changed);
  const locked = lockedWhile(edit.hasLeft, handle);
  const theirWords = theirs?.recipe?.title ?? theirs?.text;
  return (
    <FlowPage
      card
      title={<h1>{t('posts.editPost')}</h1>}
      back={back}
      action={
        <Button block busy={edit.isPending} onClick={() => void save()}>
          {t('posts.save')}
        </Button>
      }
    >
      {theirs && (
        <TheirVersion
          version={theirs}
          busy={edit.hasLeft}
          onTake={() => {
            handle.change(theirs);
            setTheirs(undefined);
          }}
          className="mb-5"
        >
          {t('posts.changedSince')}
          {theirWords && <q className="mt-2 line-clamp-4 font-serif">{theirWords}</q>}
        </TheirVersion>
      )}
      {/* What would not go with it cannot be written. */}
      <div inert={edit.hasLeft}>
        <KeptEditNote
          shown={isRestored && !theirs && writtenIn(handle.draft) !== writtenIn(changed.first)}
          onDiscard={() => handle.change(changed.first)}
        />
        {changed.first.recipe ? (
          <Suspense>
            <RecipeForm handle={locked} problems={recipe.problems} problem={problem} />
          </Suspense>
        ) : (
          <DraftForm handle={locked} problem={problem} among={among} />
        )}
      </div>
      {/* What is being saved is kept until it is. */}
      <UnsavedDialog unsaved={unsaved} onLeave={() => edit.isPending || changed.kept.forget()} />
    </FlowPage>
  );
}

/** Brings a version that somebody else has made together with what is written. @returns that version */
function broughtIn({ change }: Pick<ReturnType<typeof useDraft>, 'change'>, first: Draft, now: Draft): Draft {
  change((mine) => broughtTogether(first, mine, now));
  return now;
}

/** What is sent of a draft, with its media. */
const bodyWith = (draft: Draft, mediaIds: string[]) =>
  postBodyOf(draft.recipe ? { ...draft, recipe: tidied(draft.recipe) } : draft, mediaIds, today());

/** A draft as it is compared with another: what would be sent of it. */
const writtenIn = (draft: Draft): string =>
  JSON.stringify(
    bodyWith(
      draft,
      draft.photos.map(({ key }) => key),
    ),
  );

/** What is sent of a changed draft: the fields that are not as they were. */
function changeOf(first: Draft, draft: Draft, mediaIds: string[]) {
  const before = bodyWith(
    first,
    first.photos.map(({ key }) => key),
  );
  const { audience, audience_user_ids, ...changed } = changesIn(bodyWith(draft, mediaIds), before);
  const isAudience = audience !== undefined || audience_user_ids !== undefined;
  // A shelf that was there and is not any more has to be said.
  const leaves = first.subcategoryId !== null && draft.subcategoryId === null ? { subcategory_id: null } : {};
  return {
    ...changed,
    ...(isAudience ? { audience: draft.audience } : {}),
    ...(isAudience && draft.audience === 'people' ? { audience_user_ids: draft.audienceUserIds } : {}),
    ...leaves,
  };
}
