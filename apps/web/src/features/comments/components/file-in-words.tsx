import { t } from '@heartwood/messages/current';
import { Image, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRecording } from '#features/media/components/drop-recording.tsx';
import type { AttachedFile } from '#features/sending/logic.ts';
import { useUploads } from '#features/uploads/state.ts';
import { isDrawable, useObjectUrl } from '#ui/photo-picker.tsx';

/** What goes with a comment: a small picture or a sign, and its name; `children` say how far it is. @param file as it was chosen here */
export function FileInWords({
  file,
  name,
  isVoice,
  children,
}: {
  file: File | null;
  name: string;
  isVoice: boolean;
  children?: ReactNode;
}) {
  const src = useObjectUrl(isDrawable(file) ? file : null);
  const Icon = isVoice ? Mic : Image;
  return (
    <>
      {src ? <img src={src} alt="" className="size-11 rounded-xs object-cover" /> : <Icon className="shrink-0 text-fir" />}
      <span className="min-w-0 flex-1 truncate text-label">
        {isVoice ? t('comments.voiceReady') : name}
        {children}
      </span>
    </>
  );
}

/** What goes with a comment that is on its way. */
export function LeavingFile({ file: { key, name, media } }: { file: AttachedFile }) {
  const file = useUploads().find((one) => one.key === key)?.file ?? null;
  return (
    <p className="mt-1 flex items-center gap-3">
      <FileInWords {...{ file, name }} isVoice={isRecording(file) || media?.kind === 'audio'} />
    </p>
  );
}
