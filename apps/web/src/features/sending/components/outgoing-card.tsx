import type { Media } from '@heartwood/contract/media';
import { t } from '@heartwood/messages/current';
import { useNavigate } from '@tanstack/react-router';
import { Clock, Mic, OctagonAlert } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { isRecording } from '#features/media/components/drop-recording.tsx';
import { calledBy } from '#features/media/components/called-by.ts';
import { lengthOf } from '#features/media/state.ts';
import { discard, useUploads } from '#features/uploads/state.ts';
import { deviceStorage, keeps, useKeeps } from '#platform/device-storage.ts';
import { addressOf } from '#platform/addresses.ts';
import { useOnline } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { clockTime } from '#ui/clock-time.ts';
import { PhotoGrid, type GridItem } from '#ui/photo-grid.tsx';
import { isDrawable } from '#ui/photo-picker.tsx';
import { draftNameOf, isEmptyDraft, momentOf, shareThere, type Draft } from '../logic.ts';
import { outgoingOf } from '../hooks/use-sends.ts';
import { outbox, type Outgoing, type OutgoingFailure } from '../state.ts';
import { refusalInWords } from './refusal.ts';
import { DiscardDialog } from './discard-dialog.tsx';

/** A post that has been written here and has not left yet: what it will be, how far it is, and what can be done where it was refused. */
export function OutgoingCard({ post }: { post: Outgoing }) {
  const { user, profile } = useSession();
  const heading = useId();
  const name = profile ? `${profile.firstname} ${profile.lastname}` : '';
  const { draft } = post;
  const photos = useOwnPhotos(draft);
  return (
    <article aria-labelledby={heading} className="border-t border-line pt-7 pb-[22px] first:border-t-0">
      <div className="mb-3.5 flex items-center gap-3">
        <Avatar id={user?.id ?? ''} name={name} src={addressOf(profile?.images[0]?.thumb)} />
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="leading-snug font-semibold">
            {profile?.firstname}
          </h2>
          <p className="type-meta">{headOf(post)}</p>
        </div>
      </div>
      <Progress post={post} />
      <div className={photos.some(({ waiting }) => waiting !== undefined) ? '' : 'opacity-[.72]'}>
        <PhotoGrid items={photos} bleed />
      </div>
      {momentOf(draft) && <p className="mt-4 type-heading">{draft.moment?.title}</p>}
      {draft.recipe && <p className="mt-4 type-heading">{draft.recipe.title}</p>}
      {draft.text.trim() !== '' && (
        <p className={`type-story whitespace-pre-line ${draft.photos.length > 0 ? 'mt-4' : ''}`}>{draft.text.trim()}</p>
      )}
      <State post={post} />
    </article>
  );
}

/** How much of it is there, while something of it is on its way. */
function Progress({ post: { draft, failed } }: { post: Outgoing }) {
  const arriving = useUploads();
  if (failed !== undefined || draft.photos.length === 0) return null;
  const share = shareThere(draft, (key) => arriving.find((one) => one.key === key));
  return (
    <div
      role="progressbar"
      aria-label={t('posts.onItsWay')}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mb-3.5 h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full rounded-full bg-fir transition-[width]" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

function State({ post }: { post: Outgoing }) {
  const arriving = useUploads();
  const online = useOnline();
  const { user } = useSession();
  const missing = post.draft.photos.filter(({ key, media }) => !media && !arriving.find((one) => one.key === key)?.media);
  const keeps = useKeeps([outgoingOf(user?.id ?? '', post.id), ...missing.map(({ key }) => key)]);
  if (post.failed !== undefined) return <Failed post={post} failed={post.failed} />;
  return (
    <p role="status" className="mt-2 inline-flex min-h-hit items-center gap-2 text-label font-semibold text-resin">
      <Clock className="icon-s" />
      {stateOf({ all: post.draft.photos.length, missing: missing.length, online, keeps })}
    </p>
  );
}

/** What was refused, and what can be done about it. */
function Failed({ post, failed }: { post: Outgoing; failed: OutgoingFailure }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [asks, ask] = useState(false);
  const edit = async () => {
    const [form, to] = post.draft.recipe
      ? (['recipe', '/inspiration/family-recipe/form'] as const)
      : (['draft', '/treasures/share-something'] as const);
    const name = draftNameOf(form, user);
    const begun = await deviceStorage.value<Draft>(name);
    if (begun && !isEmptyDraft(begun)) return void toasts.add(t('posts.draftFirst'), { type: 'error' });
    await deviceStorage.setValue(name, post.draft);
    // Where the device has no room it lives on this page alone, and the form would find nothing.
    if (!keeps([name])) return void toasts.add(t('posts.cannotEdit'), { type: 'error' });
    outbox.take(post.id);
    void navigate({ to });
  };
  const remove = () => {
    const keys = outbox.take(post.id)?.photos.map(({ key }) => key) ?? [];
    for (const key of keys) void discard(key);
    void deviceStorage.dropFiles(keys);
  };
  return (
    <div role="alert" className="mt-2">
      <p className="inline-flex min-h-hit items-center gap-2 py-1.5 text-label font-semibold text-error">
        <OctagonAlert className="icon-s" />
        {reasonOf(failed)}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* What has arrived once would arrive as the same, and still be deleted. */}
        {failed.why !== 'deleted' && (
          <Button small onClick={() => outbox.retry(post.id)}>
            {t('posts.retry')}
          </Button>
        )}
        {/* Its people and its shelf are those of the family it was written for. */}
        {(post.family ?? user?.current_family_id) === user?.current_family_id && (
          <Button small look="quiet" onClick={() => void edit()}>
            {t('posts.edit')}
          </Button>
        )}
        <Button small look="danger" onClick={() => ask(true)}>
          {t('posts.removeOutgoing')}
        </Button>
      </div>
      <DiscardDialog open={asks} onOpenChange={ask} onDiscard={remove} />
    </div>
  );
}

/** The photos of a post that has not left: as they were chosen here, or as the server shows them. */
function useOwnPhotos(draft: Draft): GridItem[] {
  const arriving = useUploads();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const files = draft.photos.map(({ key }) => arriving.find((one) => one.key === key)?.file);
  const known = draft.photos.map(({ key }, at) => (isDrawable(files[at]) ? key : '')).join(' ');
  useEffect(() => {
    const made = new Map<string, string>();
    draft.photos.forEach(({ key }, at) => {
      const file = files[at];
      if (file && isDrawable(file)) made.set(key, URL.createObjectURL(file));
    });
    setUrls(made);
    return () => made.forEach((url) => URL.revokeObjectURL(url));
    // A file never changes under its key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [known]);
  return draft.photos.map(({ key, name, media, caption }, at): GridItem => {
    const src = urls.get(key) ?? addressOf(media?.variants['medium']?.path);
    const about = { id: key, width: media?.width ?? null, height: media?.height ?? null, thumbhash: null, alt: caption ?? '' };
    return src
      ? { ...about, sources: [{ src, width: media?.width ?? null }] }
      : { ...about, sources: [], waiting: waitingOf({ file: files[at], name, media }) };
  });
}

/** What stands in the place of a file that nothing can be seen of: a microphone and how long one spoke, or what it is called. */
function waitingOf({ file, name, media }: { file: File | undefined; name: string; media: Media | null }): ReactNode {
  if (!isRecording(file) && media?.kind !== 'audio') return calledBy(name);
  const seconds = media?.duration ?? lengthOf(file);
  return (
    <>
      <Mic className="icon-l mx-auto text-fir" />
      {seconds === undefined ? t('media.recording.own') : t('media.recording.ownOf', { length: clockTime(seconds) })}
    </>
  );
}

/** '1 of 3 is there. You can leave, the rest follows by itself.'; not where the device has no room for the rest. */
function stateOf({ all, missing, online, keeps }: { all: number; missing: number; online: boolean; keeps: boolean }): string {
  const there = all - missing;
  if (!online) return keeps ? t('posts.waitingForNetwork') : t('posts.waitingNotKept');
  if (missing === 0) return keeps ? t('posts.beingShared') : t('posts.sharingNotKept');
  return keeps ? t('posts.arriving', { there, all }) : t('posts.arrivingNotKept', { there, all });
}

function headOf({ failed }: Outgoing): string {
  if (!failed) return t('posts.onItsWay');
  return failed.why === 'deleted' ? t('posts.deletedSince') : t('posts.notShared');
}

function reasonOf(failed: OutgoingFailure): string {
  if (failed.why === 'refused') return refusalInWords(failed);
  if (failed.why === 'deleted') return t('posts.arrivedAndDeleted');
  if (failed.why === 'lost') return t('posts.filesGone');
  return failed.why === 'files' ? t('posts.someFailed') : t('failures.tryAgain');
}
