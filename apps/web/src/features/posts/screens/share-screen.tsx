import { t } from '@heartwood/messages/current';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { useIsGuardian, useMembers } from '#features/family/api.ts';
import { useNames } from '#features/people/api.ts';
import { device } from '#platform/device.ts';
import { useKeeps } from '#platform/device-storage.ts';
import { useFirstSight } from '#platform/form-draft.ts';
import { language } from '#platform/language.ts';
import { useSession } from '#platform/session.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { Button } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import { DraftForm, type MilestoneChoice } from '../components/draft-form.tsx';
import { ForFamily } from '../components/for-family.tsx';
import { KeptAudience } from '../components/kept-audience.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { KeptDraft } from '#features/sending/components/kept-draft.tsx';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { useLedBy } from '#features/sending/hooks/use-led-by.ts';
import { draftNameOf } from '#features/sending/logic.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { audienceCount } from '../logic.ts';
import { shareLabel } from '../components/meta.ts';
import { saidAt } from '../components/problem.ts';
import { useSharing } from '../hooks/use-sharing.ts';
import { useWayBack } from '../hooks/use-way-back.ts';
import { chosenFiles } from '../state.ts';

const TakeSharedIn = lazyPart(async () => {
  const [part] = await Promise.all([import('#features/sending/components/shared-in.tsx'), language.need('pages')]);
  return part;
});

interface ShareScreenProps {
  pickPhotos?: boolean;
  above?: ReactNode;
  milestone: ComponentType<MilestoneChoice>;
}

/**
 * The composer. What is written stays on the device until it is shared, and belongs to the family that was looked at.
 * `above` stands over it: what it was opened for. `pickPhotos` opens the photo picker at once, as far as the browser lets a page do that.
 */
export function ShareScreen(props: ShareScreenProps) {
  return <Composer key={useSession().user?.current_family_id} {...props} />;
}

function Composer({ pickPhotos = false, above, milestone: Milestone }: ShareScreenProps) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { shelf, idea } = useSearch({ strict: false }) as { shelf?: string; idea?: string };
  const handle = useDraft(undefined, draftNameOf('draft', user), { shelf });
  const { draft, ready, change } = handle;
  useLedBy(handle, idea);
  useChosen(handle, shelf);
  const members = useMembers().data;
  const [hasMilestone, setHasMilestone] = useState(false);
  const isGuardian = useIsGuardian();
  const { isLoading } = useNames();
  const hasMembers = draft.audience !== 'people' || members !== undefined;
  const firstSight = useFirstSight(ready && hasMembers && hasMilestone && isGuardian !== undefined && !isLoading);
  const unsaved = useUnsaved(!useKeeps() && !handle.isEmpty, { onReload: true });
  const handOver = () => {
    unsaved.finish();
    handle.handOver();
  };
  const { share, problem, busy } = useSharing({ draft, handOver });
  const reach = audienceCount(draft, members, user?.id);
  const leave = () => void navigate({ to: '/dashboard' });
  const milestone = (
    <Suspense>
      <Milestone draft={draft} onChange={change} error={saidAt(problem, 'title')} />
      <Drawn onDrawn={setHasMilestone} />
    </Suspense>
  );
  const sharedIn = device.plugins?.sharedIn;
  useWayBack();

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
        <Button block busy={busy} onClick={() => share(reach)}>
          {shareLabel(reach, draft.audience)}
        </Button>
      }
    >
      {above}
      {pickPhotos && ready && draft.photos.length === 0 && <PickAtOnce onPick={handle.addPhotos} />}
      {ready && sharedIn && (
        <Suspense>
          <TakeSharedIn from={sharedIn} handle={handle} />
        </Suspense>
      )}
      <div {...firstSight}>
        <ForFamily />
        <KeptAudience handle={handle} members={members} />
        {/* One came to write; from the app's icon one came for photos. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <DraftForm handle={handle} problem={problem} autoFocus={!pickPhotos} below={milestone} />
        <KeptDraft shown={!handle.isEmpty} asks onDiscard={() => handle.finish(false)} />
      </div>
      <UnsavedDialog unsaved={unsaved} title={t('posts.unsaved.draftTitle')} text={t('posts.unsaved.draftText')} />
    </FlowPage>
  );
}

/** Takes over what was chosen before the composer opened: a shelf, and files. */
function useChosen({ ready, change, addPhotos }: ReturnType<typeof useDraft>, shelf: string | undefined): void {
  useEffect(() => {
    if (ready && shelf) change({ subcategoryId: shelf });
  }, [ready, shelf, change]);
  const takeFiles = useEffectEvent(() => {
    const files = chosenFiles.take();
    if (files.length > 0) addPhotos([...files]);
  });
  useEffect(() => {
    if (ready) takeFiles();
  }, [ready]);
}

/** Says that what it stands beside has come. */
function Drawn({ onDrawn }: { onDrawn: (is: true) => void }) {
  useEffect(() => onDrawn(true), [onDrawn]);
  return null;
}

/** A picker that opens by itself where that is allowed, and else waits as a large button. */
function PickAtOnce({ onPick }: { onPick: (files: File[]) => void }) {
  return (
    <FilePicker label={t('media.addPhotos')} accept={photoTypes} multiple opens onPick={onPick}>
      {(open) => (
        <Button block look="quiet" onClick={open} className="mt-4">
          {t('media.addPhotos')}
        </Button>
      )}
    </FilePicker>
  );
}
