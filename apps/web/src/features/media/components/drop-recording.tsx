import { t } from '@heartwood/messages/current';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Asks before a recording is thrown away. */
export function DropRecording({
  open,
  onOpenChange,
  onDrop,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDrop: () => void;
}) {
  return (
    <ConfirmDialog
      title={t('media.recording.drop.title')}
      text={t('media.recording.drop.text')}
      confirm={t('media.recording.drop.confirm')}
      keep={t('media.recording.drop.keep')}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={onDrop}
    />
  );
}

/** What throws away a file that was chosen: `drop` asks first where it is a recording; `question` stands somewhere on the page. */
export function useDropping(): { drop: (mustAsk: boolean, run: () => void) => void; question: ReactElement } {
  const [asked, ask] = useState<() => void>();
  return {
    drop: (mustAsk, run) => (mustAsk ? ask(() => run) : run()),
    question: (
      <DropRecording
        open={asked !== undefined}
        onOpenChange={() => ask(undefined)}
        onDrop={() => {
          ask(undefined);
          asked?.();
        }}
      />
    ),
  };
}

/** Whether a file is a recording, by what it says of itself. */
export const isRecording = (file: Pick<File, 'type'> | null | undefined): boolean => file?.type.startsWith('audio/') ?? false;
