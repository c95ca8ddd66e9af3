import { t } from '@heartwood/messages/current';
import { Link, useNavigate } from '@tanstack/react-router';
import { ImagePlus, Mic } from 'lucide-react';
import { useRef, useState } from 'react';
import { recorderSoon, VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { mediaTypes } from '#ui/file-types.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { chosenFiles } from '../state.ts';

/** The ways into the composer: words, for which it looks like a field, a voice, which is recorded here, and photos, which are chosen here; they go along. */
export function ComposerBar() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [speaks, setSpeaks] = useState(false);
  const goOnWith = (files: readonly File[]) => {
    chosenFiles.keep(files);
    void navigate({ to: '/treasures/share-something' });
  };
  return (
    <div className="hw-field relative flex flex-wrap items-center gap-x-3 rounded-[32px] bg-surface py-2.5 pe-2.5 ps-5.5 shadow-[var(--hw-shadow-card),inset_0_0_0_1px_var(--hw-line)]">
      <Link
        to="/treasures/share-something"
        className="max-w-full min-w-min flex-[1_1_0] text-ink-3 data-pending:bg-none outline-none after:absolute after:inset-0 after:rounded-[32px] data-pending:after:bg-(--hw-pressed) focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {t('posts.composer')}
      </Link>
      <span className="z-1 ms-auto flex items-center gap-2">
        <IconButton
          label={t('media.recording.title')}
          aria-haspopup="dialog"
          onPointerEnter={recorderSoon}
          onFocus={recorderSoon}
          onClick={() => setSpeaks(true)}
        >
          <Mic />
        </IconButton>
        <IconButton label={t('media.addPhotos')} look="solid" onClick={() => input.current?.click()}>
          <ImagePlus />
        </IconButton>
      </span>
      <input
        ref={input}
        type="file"
        aria-label={t('media.addPhotos')}
        accept={mediaTypes}
        multiple
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          if (target.files?.length) goOnWith([...target.files]);
        }}
      />
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={(file) => goOnWith([file])} />
    </div>
  );
}
