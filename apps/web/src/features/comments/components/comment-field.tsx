import { t } from '@heartwood/messages/current';
import { ImagePlus, Mic, SendHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { isRecording, useDropping } from '#features/media/components/drop-recording.tsx';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { FieldError, useLeft } from '#ui/field.tsx';
import { coversFoot } from '#ui/foot.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Upload } from '#features/uploads/logic.ts';
import type { useAddComment } from '../api.ts';
import { useWriting } from '../hooks/use-writing.ts';
import { howFar } from '../logic.ts';
import { FileInWords } from './file-in-words.tsx';

/** At the foot of a phone; on a desktop below the comments, and never lower than the screen. */
const foot =
  'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-3.5 pt-2.5 pb-[calc(16px+env(safe-area-inset-bottom))] backdrop-blur-lg lg:sticky lg:mt-2 lg:px-0 lg:pt-3 lg:pb-4';

/** Milliseconds within which a second tap is meant for the button that stood there at the first. */
const secondTap = 500;

/**
 * Where something kind is said, by words, by voice or with a photo: at the foot of the screen, or beside photos. What could not be sent
 * stands in it again. The cursor goes into it whenever somebody asked to write, and stays there when something was sent.
 */
export function CommentField({
  postId,
  adding,
  asked,
  onPhoto = false,
}: {
  postId: string;
  adding: ReturnType<typeof useAddComment>;
  /** How often. */
  asked: number;
  onPhoto?: boolean;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asked) field.current?.focus({ preventScroll: true });
  }, [asked]);
  const { text, change, attached, attach, send, empty, busy, isFileOut, long, insists } = useWriting(postId, adding);
  const { shown: problem, leave } = useLeft({ error: insists ? long : undefined, errorWhenLeft: long });
  const [speaks, setSpeaks] = useState(false);
  const { drop, question } = useDropping();
  const isSpoken = isRecording(attached.upload?.file);
  const saidAt = useRef(-Infinity);
  const say = (event?: FormEvent) => {
    saidAt.current = performance.now();
    void send(event);
    field.current?.focus({ preventScroll: true });
  };
  // With the words 'Send' goes, and the microphone comes in its place.
  const speak = ({ timeStamp }: { timeStamp: number }) => timeStamp - saidAt.current > secondTap && setSpeaks(true);
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) say();
  };
  return (
    <form ref={onPhoto ? undefined : coversFoot} data-foot={onPhoto ? undefined : ''} onSubmit={say} className={onPhoto ? 'pt-2' : foot}>
      {attached.upload && <Chosen upload={attached.upload} onRemove={() => drop(isSpoken, attached.remove)} />}
      {problem && (
        <div className="mb-2">
          <FieldError id="comment-problem">{problem}</FieldError>
        </div>
      )}
      <div className="flex items-end gap-2">
        <div className="hw-field flex min-h-12.5 min-w-0 flex-1 items-center rounded-[25px] bg-sunken px-4.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <textarea
            ref={field}
            aria-label={t('comments.commentField')}
            rows={1}
            value={text}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'comment-problem' : undefined}
            onBlur={leave}
            placeholder={t('comments.commentField')}
            onChange={(event) => change(event.target.value)}
            onKeyDown={byKey}
            className="field-sizing-content max-h-40 w-full resize-none bg-transparent py-3 leading-[1.45] outline-none placeholder:text-ink-3"
          />
          <FilePicker label={t('comments.addPhotoToComment')} accept={photoTypes} onPick={([file]) => drop(isSpoken, () => attach(file))}>
            {(open) => (
              <IconButton label={t('comments.addPhotoToComment')} disabled={isFileOut} onClick={open} className="-me-3">
                <ImagePlus className="icon-s" />
              </IconButton>
            )}
          </FilePicker>
        </div>
        <SendOrSpeak {...{ empty, busy, isFileOut }} onSpeak={speak} />
      </div>
      {question}
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={attach} />
    </form>
  );
}

/** Sends what is there; where there is nothing, one may speak. @param props.onSpeak hears when it was pressed, however late that is dealt with */
function SendOrSpeak({
  empty,
  busy,
  isFileOut,
  onSpeak,
}: {
  empty: boolean;
  busy: boolean;
  isFileOut: boolean;
  onSpeak: (event: { timeStamp: number }) => void;
}) {
  if (empty)
    return (
      <IconButton
        label={t('comments.recordComment')}
        look="solid"
        aria-haspopup="dialog"
        disabled={isFileOut}
        onClick={onSpeak}
        className="mb-[3px]"
      >
        <Mic />
      </IconButton>
    );
  return (
    <IconButton
      label={t('comments.send')}
      look="solid"
      type="submit"
      disabled={busy}
      // The keyboard stays.
      onMouseDown={(event) => event.preventDefault()}
      className="mb-[3px]"
    >
      {busy ? <Spinner /> : <SendHorizontal />}
    </IconButton>
  );
}

/** The file that goes with the comment, and how far it is. */
function Chosen({ upload: { file, state }, onRemove }: { upload: Upload; onRemove: () => void }) {
  return (
    <div className="mb-2 flex items-center gap-3 rounded-md bg-sunken py-1 ps-3">
      <p role="status" className="flex min-w-0 flex-1 items-center gap-3">
        <FileInWords file={file} name={file.name} isVoice={isRecording(file)}>
          <span className="ms-2 type-meta">{howFar(state)}</span>
        </FileInWords>
      </p>
      <IconButton label={t('comments.takeOut')} onClick={onRemove}>
        <X className="icon-s" />
      </IconButton>
    </div>
  );
}
