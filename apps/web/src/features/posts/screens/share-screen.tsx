import { useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMembers } from '#features/family/api.ts';
import { uploads } from '#features/uploads/api.ts';
import { refusalFrom } from '#platform/http.ts';
import { createKeyring } from '#platform/keys.ts';
import { useOnline } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { FilePicker, photoTypes } from '#ui/photo-picker.tsx';
import { useShare } from '../api.ts';
import { DraftForm } from '../components/draft-form.tsx';
import { useDraft } from '../components/use-draft.ts';
import { audienceCount, bodyOf, hasSomething, isEmptyDraft, mediaIdsOf, type Draft } from '../logic.ts';
import { sharedToast, shareLabel, words } from '../words.ts';

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
  const online = useOnline();
  const reach = audienceCount(draft, members, user?.id);
  const leave = () => void navigate({ to: '/dashboard' });

  return (
    <FlowPage
      card
      title={<h1 className="truncate">{pickPhotos ? words.quickAction : words.share}</h1>}
      back={
        <IconButton label={words.close} onClick={leave}>
          <X />
        </IconButton>
      }
      action={
        <Button block busy={busy} onClick={() => void share(reach)}>
          {shareLabel(reach, draft.audience)}
        </Button>
      }
    >
      {busy && !online && (
        <Banner tone="offline" icon={<Clock className="icon-s" />} className="mt-4">
          {words.waitingForNetwork}
        </Banner>
      )}
      {pickPhotos && ready && draft.photos.length === 0 && <PickAtOnce onPick={handle.addPhotos} />}
      <DraftForm handle={handle} error={problem} />
      {!isEmptyDraft(draft) && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 type-meta">
          {words.draftKept}
          <Button small look="danger" onClick={() => ask(true)} className="-mr-3">
            {words.startOver}
          </Button>
        </p>
      )}
      <ConfirmDialog
        {...words.discard}
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

/** Waits for the photos, shares, and says so; goes on when one leaves the page, and then only says so. */
function useSharing(handle: ReturnType<typeof useDraft>) {
  const navigate = useNavigate();
  const sharing = useShare();
  const [keyFor] = useState(createKeyring);
  const [problem, setProblem] = useState<string>();
  const [waits, setWaits] = useState(false);
  const here = useRef(true);
  const latest = useRef(handle.draft);
  latest.current = handle.draft;
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);
  useEffect(() => setProblem(undefined), [handle.draft.text, handle.draft.photos.length]);

  async function share(reach: number | undefined): Promise<void> {
    const wrong = problemOf(latest.current);
    setProblem(wrong);
    if (wrong || waits) return;
    setWaits(true);
    try {
      await whenOnline();
      uploads.retryLost();
      await uploads.settled(latest.current.photos.map(({ key }) => key));
      const mediaIds = mediaIdsOf(latest.current, (key) => uploads.one(key)?.media);
      if (!mediaIds) return setProblem(words.someFailed);
      const body = bodyOf(latest.current, mediaIds, today());
      await sharing.mutateAsync({ body, key: keyFor(body) });
      handle.finish(true);
      toasts.add(sharedToast(reach, body.audience));
      if (here.current) void navigate({ to: '/dashboard' });
    } catch (error) {
      toasts.add(refusalFrom(error, words.tryAgain).message, { type: 'error' });
    } finally {
      setWaits(false);
    }
  }
  return { share, problem, busy: waits };
}

/** Waits for a network, as long as the page lives. */
async function whenOnline(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

function problemOf(draft: Draft): string | undefined {
  if (!hasSomething(draft)) return words.sayOrShow;
  return draft.occurredOn !== '' && !isCalendarDay(draft.occurredOn) ? words.noSuchDay : undefined;
}

/** A picker that opens by itself where that is allowed, and else waits as a large button. */
function PickAtOnce({ onPick }: { onPick: (files: File[]) => void }) {
  const opener = useRef<() => void>(undefined);
  useEffect(() => {
    if (navigator.userActivation?.isActive) opener.current?.();
  }, []);
  return (
    <FilePicker label={words.chooseFirst} accept={photoTypes} multiple onPick={onPick}>
      {(open) => {
        opener.current = open;
        return (
          <Button block look="quiet" onClick={open} className="mt-4">
            {words.chooseFirst}
          </Button>
        );
      }}
    </FilePicker>
  );
}
