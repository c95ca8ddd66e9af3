import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { uploads } from '#features/uploads/api.ts';
import { CallError, refusalFrom } from '#platform/http.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { editableQuery, useEditPost } from '../api.ts';
import { draftOf } from '../logic.ts';
import { bodyOf, hasSomething, mediaIdsOf, type Draft } from '#features/sending/logic.ts';
import { DraftForm } from './draft-form.tsx';
import { useDraft } from '#features/sending/hooks/use-draft.ts';

/** A post as it is changed. Where it was changed elsewhere meanwhile, what was written stays, and one chooses between the two. */
export default function EditPost({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(editableQuery(id));
  const again = () => client.fetchQuery({ ...editableQuery(id), staleTime: 0 });
  const close = (
    <IconButton label={t('posts.close')} onClick={onClose}>
      <X />
    </IconButton>
  );
  if (!data)
    return (
      <FlowPage card title={<h1>{t('posts.editPost')}</h1>} back={close}>
        <Loading label={t('posts.loadingPost')}>
          <PostSkeleton />
        </Loading>
      </FlowPage>
    );
  return <Form key={id} id={id} etag={data.etag} first={draftOf(data.post)} back={close} onClose={onClose} onStale={again} />;
}

function Form({
  id,
  etag,
  first,
  back,
  onClose,
  onStale,
}: {
  id: string;
  etag: string | null;
  first: Draft;
  back: React.ReactNode;
  onClose: () => void;
  /** Looks how the post stands now; `etag` is its version from then on. */
  onStale: () => Promise<{ post: Post }>;
}) {
  const handle = useDraft(first);
  const [theirs, setTheirs] = useState<Draft>();
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (theirs) choice.current?.scrollIntoView({ block: 'center' });
  }, [theirs]);
  const edit = useEditPost(id);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const { draft } = handle;
    if (!hasSomething(draft)) return setProblem(t('posts.sayOrShow'));
    if (draft.occurredOn !== '' && !isCalendarDay(draft.occurredOn)) return setProblem(t('posts.noSuchDay'));
    setBusy(true);
    setProblem(undefined);
    try {
      await uploads.settled(draft.photos.map(({ key }) => key));
      const mediaIds = mediaIdsOf(draft, (key) => uploads.one(key)?.media);
      if (!mediaIds) return setProblem(t('posts.someFailed'));
      // A shelf that was there and is not any more has to be said; one that never was is not touched.
      const leaves = first.subcategoryId !== null && draft.subcategoryId === null ? { subcategory_id: null } : {};
      await edit.mutateAsync({ body: { ...bodyOf(draft, mediaIds, today()), ...leaves }, etag });
      handle.finish(true);
      toasts.add(t('posts.saved'));
      onClose();
    } catch (error) {
      const stale = error instanceof CallError && error.status === 409;
      if (stale) setTheirs(draftOf((await onStale()).post));
      else toasts.add(refusalFrom(error, 'tryAgain').message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <FlowPage
      card
      title={<h1>{t('posts.editPost')}</h1>}
      back={back}
      action={
        <Button block busy={busy} onClick={() => void save()}>
          {t('posts.save')}
        </Button>
      }
    >
      <div ref={choice}>
        {theirs && (
          <Banner
            tone="error"
            className="mb-5"
            action={
              <BannerButton
                onClick={() => {
                  handle.change(theirs);
                  setTheirs(undefined);
                }}
              >
                {t('posts.takeTheirs')}
              </BannerButton>
            }
          >
            {t('posts.changedSince')}
            {theirs.text && <q className="mt-2 line-clamp-4 font-serif">{theirs.text}</q>}
          </Banner>
        )}
      </div>
      <DraftForm handle={handle} error={problem} />
    </FlowPage>
  );
}
