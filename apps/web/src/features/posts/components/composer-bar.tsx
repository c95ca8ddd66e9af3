import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { ImagePlus } from 'lucide-react';

/** The way into the composer: one target that looks like a field. */
export function ComposerBar() {
  return (
    <Link
      to="/treasures/share-something"
      className="flex items-center gap-3 rounded-full bg-surface py-2.5 pe-2.5 ps-5.5 shadow-[var(--hw-shadow-card),inset_0_0_0_1px_var(--hw-line)] focus-visible:rounded-full"
    >
      <span className="flex-1 text-ink-3">{t('posts.composer')}</span>
      <span className="flex size-hit items-center justify-center rounded-full bg-fir text-on-fir">
        <ImagePlus />
      </span>
    </Link>
  );
}
