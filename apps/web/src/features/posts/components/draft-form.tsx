import { t } from '@heartwood/messages/current';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { useNames } from '#features/people/api.ts';
import { useMembers } from '#features/family/api.ts';
import { uploads, useUploads } from '#features/uploads/state.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { PhotoTiles, type Tile } from '#features/media/components/photo-tiles.tsx';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { calledBy } from '#features/media/components/called-by.ts';
import { uploadProgress } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { device } from '#platform/device.ts';
import { language } from '#platform/language.ts';
import { useOnline } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Banner } from '#ui/banner.tsx';
import { Chip } from '#ui/chip.tsx';
import { FieldError, useLeft } from '#ui/field.tsx';
import { filmTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import type { UploadState } from '#ui/upload-tile.tsx';
import { Mic, RefreshCw, Video } from 'lucide-react';
import type { AttachedFile, Draft } from '#features/sending/logic.ts';
import { AudiencePicker } from './audience-picker.tsx';
import { PeoplePicker } from './people-picker.tsx';
import { saidAt, type Problem } from './problem.ts';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { useFileDrop } from '../hooks/use-file-drop.ts';
import { storyTooLong } from './story-limit.ts';
import { ShelfRow } from './shelf-row.tsx';
import { WhenPicker } from './when-picker.tsx';

type DraftHandle = ReturnType<typeof useDraft>;

/** What the row needs that makes a post a moment of a child, too; it belongs to a feature above. */
export interface MilestoneChoice {
  draft: Draft;
  onChange: (to: Partial<Draft>) => void;
  error: string | undefined;
}

/** Everything of a post that is written: who sees it, the words, photos, videos and voices, who is in it, when it was. Files can be dropped and pasted anywhere. */
export function DraftForm({
  handle,
  problem,
  above,
  below,
  among,
  autoFocus = false,
}: {
  handle: DraftHandle;
  /** What has to be put right before it is sent. */
  problem?: Problem | undefined;
  above?: ReactNode;
  /** What else is decided, as the last row. */
  below?: ReactNode;
  /** The users among whom it stays; left out, all members. */
  among?: ReadonlySet<string> | undefined;
  autoFocus?: boolean;
}) {
  const { draft, change, addPhotos } = handle;
  const { user, profile } = useSession();
  const { people } = useNames();
  const members = useMembers().data;
  const { over, target } = useFileDrop(addPhotos);
  const story = useId();
  const { shown: error, leave } = useLeft({
    error: saidAt(problem, 'story'),
    errorWhenLeft: storyTooLong(draft),
  });

  return (
    <div {...target}>
      <div className="mt-4 flex items-center gap-3">
        <Avatar
          id={user?.id ?? ''}
          name={profile ? `${profile.firstname} ${profile.lastname}` : ''}
          src={addressOf(profile?.images[0]?.thumb)}
        />
        <AudiencePicker draft={draft} onChange={change} members={members} me={user?.id} among={among} error={saidAt(problem, 'audience')} />
      </div>
      {above}
      <label htmlFor={story} className="sr-only">
        {t('posts.story')}
      </label>
      <textarea
        id={story}
        value={draft.text}
        placeholder={t('posts.storyHint')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${story}-error` : undefined}
        onChange={(event) => change({ text: event.target.value })}
        onBlur={leave}
        className="hw-field mt-5 field-sizing-content min-h-21 w-full resize-none bg-transparent font-serif text-[1.375rem] leading-[1.45] outline-none placeholder:text-ink-3"
      />
      {error && <FieldError id={`${story}-error`}>{error}</FieldError>}
      <div className={`mt-4 rounded-[18px] ${over ? 'outline-3 outline-offset-4 outline-fir outline-dashed' : ''}`}>
        <DraftPhotos handle={handle} captions />
        <PhotosProblem problem={problem} />
        <MoreWays onAdd={addPhotos} />
        {over && <p className="mt-2 text-center type-meta text-fir">{t('media.dropHere')}</p>}
      </div>
      <div className="mt-8 divide-y divide-line border-b border-line">
        <PeoplePicker people={people} chosen={draft.people} onChange={(chosen) => change({ people: chosen })} />
        <WhenPicker draft={draft} onChange={(occurredOn) => change({ occurredOn })} error={saidAt(problem, 'day')} />
        <ShelfRow chosen={draft.subcategoryId} onChange={(subcategoryId) => change({ subcategoryId })} />
        {below}
      </div>
    </div>
  );
}

const CameraChip = lazyPart(async () => {
  const [part] = await Promise.all([import('#features/media/components/camera-chip.tsx'), language.need('pages')]);
  return part;
});

/** A voice that is recorded here, and videos; on Android, whose picker has no camera, that too. */
export function MoreWays({ onAdd }: { onAdd: (files: File[]) => void }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {device.plugins?.mayUseCamera && (
        <Suspense>
          <CameraChip onAdd={onAdd} />
        </Suspense>
      )}
      <Chip onClick={() => setSpeaks(true)} aria-haspopup="dialog">
        <Mic className="icon-s" />
        {t('posts.voice')}
      </Chip>
      <FilePicker label={t('posts.video')} accept={filmTypes} multiple onPick={onAdd}>
        {(open) => (
          <Chip onClick={open}>
            <Video className="icon-s" />
            {t('posts.video')}
          </Chip>
        )}
      </FilePicker>
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={(file) => onAdd([file])} />
    </div>
  );
}

/** What is wrong with the photos, as a place that can be brought into view. */
export function PhotosProblem({ problem }: { problem: Problem | undefined }) {
  const said = saidAt(problem, 'photos');
  if (!said) return null;
  return (
    <div data-wrong="" tabIndex={-1} className="outline-none">
      <FieldError>{said}</FieldError>
    </div>
  );
}

/** The photos, and how far they are. */
export function DraftPhotos({
  handle: { draft, addPhotos, removePhoto, movePhoto, caption },
  captions = false,
  only,
  about,
}: {
  handle: DraftHandle;
  /** Something can be said of single photos. */
  captions?: boolean;
  /** Which of the draft's photos stand here. */
  only?: (photo: AttachedFile) => boolean;
  /** What is added here has this, too. */
  about?: Pick<AttachedFile, 'steps'>;
}) {
  const arriving = useUploads();
  const online = useOnline();
  const shown = only ? draft.photos.filter(only) : draft.photos;
  const tiles = shown.map((photo) => tileOf(photo, arriving, online));
  const placeOf = (place: number): number => draft.photos.findIndex((photo) => photo === shown[place]);
  const [done, all] = [tiles.filter(({ state }) => state.state === 'done').length, tiles.length];
  const left = tiles.filter(({ state }) => state.state !== 'done' && state.state !== 'failed');
  // What tells how far they are stays where it is: nothing moves when the last one has arrived.
  const [begun, begin] = useState(false);
  if (left.length > 0 && !begun) begin(true);
  const isPaused = left.every(({ state }) => state.state === 'paused');
  return (
    <>
      <PhotoTiles
        tiles={tiles}
        onAdd={(files) => addPhotos(files, about)}
        onRemove={removePhoto}
        onRetry={uploads.retry}
        onMove={(from, to) => movePhoto(placeOf(from), placeOf(to))}
        onPause={uploads.pause}
        onResume={uploads.resume}
        {...(captions ? { onCaption: caption } : {})}
      />
      {begun && all > 0 && (
        <Banner
          tone={left.length === 0 ? 'saved' : 'info'}
          {...(left.length === 0 ? {} : { icon: <RefreshCw className="icon-s" /> })}
          className="mt-4 min-h-[66px]!"
        >
          {left.length === 0
            ? t('media.uploading.ended', { there: done, all })
            : uploadProgress(done, all, online ? (isPaused ? 'paused' : undefined) : 'offline')}
        </Banner>
      )}
    </>
  );
}

/** How a photo of a draft is. */
export function tileOf(photo: Draft['photos'][number], arriving: ReturnType<typeof useUploads>, online: boolean): Tile {
  const upload = arriving.find(({ key }) => key === photo.key);
  return {
    key: photo.key,
    name: calledBy(photo.name),
    file: upload?.file ?? null,
    src: addressOf(photo.media?.variants['thumb']?.path),
    state: photo.media ? { state: 'done' } : stateNow(upload, online),
    retryable: upload?.retryable ?? false,
    caption: photo.caption ?? '',
    media: upload?.media ?? photo.media ?? null,
    preparing: (upload?.media ?? photo.media)?.state === 'processing',
  };
}

/** How a file is. What only the network has lost, or stands still without it, waits: nobody need do anything. */
function stateNow(upload: Upload | undefined, online: boolean): UploadState {
  if (!upload) return { state: 'waiting' };
  const { key, state } = upload;
  const isWaiting = !online && (state.state === 'uploading' || (state.state === 'failed' && uploads.isLost(key)));
  return isWaiting ? { state: 'waiting' } : state;
}
