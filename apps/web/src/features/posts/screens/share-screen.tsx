import { t } from '@heartwood/messages/current';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMembers } from '#features/family/api.ts';
import { uploads } from '#features/uploads/api.ts';
import { CallError, refusalFrom } from '#platform/http.ts';
import { createKeyring, newKey } from '#platform/keys.ts';
import { useSession } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { FilePicker, photoTypes } from '#ui/photo-picker.tsx';
import { useShare } from '../api.ts';
import { DraftForm } from '../components/draft-form.tsx';
import { outbox } from '#features/sending/state.ts';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { audienceCount } from '../logic.ts';
import { bodyOf, hasSomething, isEmptyDraft, mediaIdsOf, type Draft } from '#features/sending/logic.ts';
import { sharedToast, shareLabel } from '../components/meta.ts';

/**
 * The composer. What is written stays on the device until it is shared.
 * `pickPhotos` opens the photo picker at once, as far as the browser lets a page do that.
 */
export function ShareScreen({ pickPhotos = false }: { pickPhotos?: boolean }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const handle = useDraft(undefined, `draft ${user?.id ?? ''}`);
  const { draft, ready, change } = handle;
  const { shelf } = useSearch({ strict: false }) as { shelf?: string };
  useEffect(() => {
    if (ready && shelf) change({ subcategoryId: shelf });
  }, [ready, shelf, change]);
  const members = useMembers().data;
  const { share, problem, busy } = useSharing(handle);
  const [asks, ask] = useState(false);
  const reach = audienceCount(draft, members, user?.id);
  const leave = () => void navigate({ to: '/dashboard' });
  const router = useRouter();
  // Where one goes from here is there also when the network is not.
  useEffect(() => {
    void router.preloadRoute({ to: '/dashboard' }).catch(() => undefined);
    void import('#features/sending/components/outgoing-card.tsx').catch(() => undefined);
  }, [router]);

  return (
    <FlowPage
      card
      title={<h1>{pickPhotos ? t('posts.quickAction') : t('posts.share')}</h1>}
      back={
        <IconButton label={t('posts.close')} onClick={leave}>
          <X />
        </IconButton>
      }
      action={
        <Button block busy={busy} onClick={() => void share(reach)}>
          {shareLabel(reach, draft.audience)}
        </Button>
      }
    >
      {pickPhotos && ready && draft.photos.length === 0 && <PickAtOnce onPick={handle.addPhotos} />}
      <DraftForm handle={handle} error={problem} />
      {!isEmptyDraft(draft) && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 type-meta">
          {t('posts.draftKept')}
          <Button small look="danger" onClick={() => ask(true)} className="-me-3">
            {t('posts.startOver')}
          </Button>
        </p>
      )}
      <ConfirmDialog
        title={t('posts.discard.title')}
        text={t('posts.discard.text')}
        confirm={t('posts.discard.confirm')}
        keep={t('posts.discard.keep')}
        open={asks}
        onOpenChange={ask}
        onConfirm={() => {
          ask(false);
          handle.finish(false);
        }}
      />
    </FlowPage>
  );
}

/** Shares at once where everything is there; else the post waits on this device, with its photos, and leaves by itself. */
function useSharing(handle: ReturnType<typeof useDraft>) {
  const navigate = useNavigate();
  const sharing = useShare();
  const [keyFor] = useState(createKeyring);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { draft } = handle;
  useEffect(() => setProblem(undefined), [draft.text, draft.photos.length]);
  const leave = () => void navigate({ to: '/dashboard' });

  function sendLater(reach: number | undefined, key: string): void {
    outbox.add({ id: key, draft, reach, on: today(), since: new Date().toISOString() });
    handle.handOver();
    leave();
  }

  async function share(reach: number | undefined): Promise<void> {
    const wrong = problemOf(draft);
    setProblem(wrong);
    if (wrong || busy) return;
    uploads.retryLost();
    const states = draft.photos.map(({ key, media }) => (media ? 'done' : uploads.one(key)?.state.state));
    if (states.some((state) => state === 'failed' || state === undefined)) return setProblem(t('posts.someFailed'));
    const mediaIds = mediaIdsOf(draft, (key) => uploads.one(key)?.media);
    const body = mediaIds && bodyOf(draft, mediaIds, today());
    if (!body || !navigator.onLine) return sendLater(reach, newKey());
    setBusy(true);
    try {
      await sharing.mutateAsync({ body, key: keyFor(body) });
      handle.finish(true);
      toasts.add(sharedToast(reach, body.audience));
      leave();
    } catch (error) {
      // Nobody knows whether it has arrived: the same key makes it one.
      if (error instanceof CallError && error.status === 0) sendLater(reach, keyFor(body));
      else toasts.add(refusalFrom(error, 'tryAgain').message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return { share, problem, busy };
}

function problemOf(draft: Draft): string | undefined {
  if (!hasSomething(draft)) return t('posts.sayOrShow');
  return draft.occurredOn !== '' && !isCalendarDay(draft.occurredOn) ? t('posts.noSuchDay') : undefined;
}

/** A picker that opens by itself where that is allowed, and else waits as a large button. */
function PickAtOnce({ onPick }: { onPick: (files: File[]) => void }) {
  const opener = useRef<() => void>(undefined);
  useEffect(() => {
    if (navigator.userActivation?.isActive) opener.current?.();
  }, []);
  return (
    <FilePicker label={t('posts.chooseFirst')} accept={photoTypes} multiple onPick={onPick}>
      {(open) => {
        opener.current = open;
        return (
          <Button block look="quiet" onClick={open} className="mt-4">
            {t('posts.chooseFirst')}
          </Button>
        );
      }}
    </FilePicker>
  );
}
