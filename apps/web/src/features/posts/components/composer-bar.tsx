import { t } from '@heartwood/messages/current';
import { Link, useNavigate } from '@tanstack/react-router';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { mediaTypes } from '#ui/file-types.ts';
import { chosenFiles } from '../state.ts';

/** The ways into the composer: words, for which it looks like a field, and photos, which are chosen here and go along. */
export function ComposerBar() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative flex items-center gap-3 rounded-full bg-surface py-2.5 pe-2.5 ps-5.5 shadow-[var(--hw-shadow-card),inset_0_0_0_1px_var(--hw-line)]">
      <Link
        to="/treasures/share-something"
        className="flex-1 text-ink-3 outline-none after:absolute after:inset-0 after:rounded-full focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {t('posts.composer')}
      </Link>
      <button
        type="button"
        aria-label={t('media.addPhotos')}
        onClick={() => input.current?.click()}
        className="relative z-1 flex size-hit items-center justify-center rounded-full bg-fir text-on-fir hover:bg-fir-hover focus-visible:rounded-full"
      >
        <ImagePlus />
      </button>
      <input
        ref={input}
        type="file"
        aria-label={t('media.addPhotos')}
        accept={mediaTypes}
        multiple
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          if (!target.files?.length) return;
          chosenFiles.keep([...target.files]);
          void navigate({ to: '/treasures/share-something' });
        }}
      />
    </div>
  );
}
