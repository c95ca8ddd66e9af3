import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Image, ImagePlus, Mic, SendHorizontal, X } from 'lucide-react';
import { lazy, Suspense, useState, type FormEvent, type KeyboardEvent } from 'react';
import { shareInWords } from '#platform/formats.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FilePicker, isDrawable, photoTypes, useObjectUrl } from '#ui/photo-picker.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useOneUpload } from '#features/uploads/api.ts';
import type { Upload } from '#features/uploads/logic.ts';
import type { useAddComment } from '../api.ts';

const RecordVoice = lazy(() => import('#features/media/components/record-voice.tsx'));

/**
 * Where something kind is said, by words, by voice or with a photo: at the foot of a phone, below the comments of a desktop. What could
 * not be sent stands in it again.
 */
export function CommentField({ adding }: { adding: ReturnType<typeof useAddComment> }) {
  const [text, setText] = useState('');
  const [key, setKey] = useState(newKey);
  const [speaks, setSpeaks] = useState(false);
  const [waits, setWaits] = useState(false);
  const attached = useOneUpload();
  const { upload } = attached;
  const empty = text.trim() === '' && !upload;
  const busy = waits || adding.isPending;

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const said = text.trim();
    if (empty || busy) return;
    setWaits(true);
    const mediaId = await attached.arrived();
    setWaits(false);
    if (upload && !mediaId) return void toasts.add(t('comments.fileLost'), { type: 'error' });
    setText('');
    adding.mutate(
      { text: said, key, mediaId: mediaId ?? null },
      {
        onSuccess: () => {
          setKey(newKey());
          attached.done();
        },
        onError: () => setText((since) => (since && said ? `${said}\n${since}` : since || said)),
      },
    );
  };
  const change = (next: string) => {
    setText(next);
    // Other words are another comment.
    if (adding.isError) setKey(newKey());
  };
  const attach = (file: File | undefined) => {
    setSpeaks(false);
    if (!file) return;
    attached.add(file);
    if (adding.isError) setKey(newKey());
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
  };
  return (
    <form
      data-foot=""
      onSubmit={(event) => void send(event)}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-3.5 pt-2.5 pb-[calc(16px+env(safe-area-inset-bottom))] backdrop-blur-lg lg:static lg:mt-2 lg:bg-transparent lg:px-0 lg:pt-3 lg:pb-0 lg:backdrop-blur-none"
    >
      {upload && !adding.isPending && <Chosen upload={upload} onRemove={attached.remove} />}
      <div className="flex items-end gap-2">
        <div className="flex min-h-12.5 min-w-0 flex-1 items-center rounded-[25px] bg-sunken px-4.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <textarea
            aria-label={t('comments.commentField')}
            rows={1}
            value={text}
            maxLength={limits.comment}
            placeholder={t('comments.commentField')}
            onChange={(event) => change(event.target.value)}
            onKeyDown={byKey}
            className="field-sizing-content max-h-40 w-full resize-none bg-transparent py-3 leading-[1.45] outline-none placeholder:text-ink-3"
          />
          <FilePicker label={t('comments.addPhotoToComment')} accept={photoTypes} onPick={([file]) => attach(file)}>
            {(open) => (
              <IconButton label={t('comments.addPhotoToComment')} onClick={open} className="-me-3">
                <ImagePlus className="icon-s" />
              </IconButton>
            )}
          </FilePicker>
        </div>
        {empty ? (
          <IconButton
            label={t('comments.recordComment')}
            look="solid"
            aria-haspopup="dialog"
            onClick={() => setSpeaks(true)}
            className="mb-[3px]"
          >
            <Mic />
          </IconButton>
        ) : (
          <IconButton label={t('comments.send')} look="solid" type="submit" disabled={busy} className="mb-[3px]">
            {waits ? <Spinner /> : <SendHorizontal />}
          </IconButton>
        )}
      </div>
      {speaks && (
        <Suspense>
          <RecordVoice onClose={() => setSpeaks(false)} onUse={attach} />
        </Suspense>
      )}
    </form>
  );
}

/** The file that goes with the comment, and how far it is. */
function Chosen({ upload: { file, state }, onRemove }: { upload: Upload; onRemove: () => void }) {
  const src = useObjectUrl(isDrawable(file) ? file : null);
  const isVoice = file.type.startsWith('audio/');
  const Icon = isVoice ? Mic : Image;
  return (
    <div className="mb-2 flex items-center gap-3 rounded-md bg-sunken py-1 ps-3">
      {src ? <img src={src} alt="" className="size-11 rounded-xs object-cover" /> : <Icon className="shrink-0 text-fir" />}
      <p role="status" className="min-w-0 flex-1 truncate text-label">
        {isVoice ? t('comments.voiceReady') : file.name}
        <span className="ms-2 type-meta">{howFar(state)}</span>
      </p>
      <IconButton label={t('comments.takeOut')} onClick={onRemove}>
        <X className="icon-s" />
      </IconButton>
    </div>
  );
}

function howFar(state: Upload['state']): string {
  if (state.state === 'failed') return state.reason;
  return state.state === 'uploading' ? shareInWords(state.share) : '';
}
