import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { cx } from '#ui/class-names.ts';
import { useFilm } from '../hooks/use-film.ts';
import { FilmControls } from './film-controls.tsx';

/**
 * A video with calm controls of our own: nothing is loaded before it is played. It stops when it is not looked at any more. While it plays, its
 * controls are seen by whoever points at them or has the focus in them; a tap pauses it.
 * @param begin plays at once; only where somebody has just asked for it
 */
export function VideoPlayer({
  src,
  poster,
  seconds,
  label,
  active = true,
  begin = false,
  className,
}: {
  src: string;
  poster?: string | undefined;
  /** How long it is. */
  seconds?: number | undefined;
  label: string;
  active?: boolean;
  begin?: boolean;
  className?: string;
}) {
  const { video, box, ...film } = useFilm(active, seconds);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <div className={cx('grid place-content-center gap-2 p-6 text-center', className)} role="alert">
        <p>{t('media.cannotPlay')}</p>
        <button type="button" onClick={() => setFailed(false)} className="min-h-hit font-semibold underline">
          {t('media.playAgain')}
        </button>
      </div>
    );
  return (
    <div ref={box} role="group" aria-label={label} className={cx('group relative size-full bg-black', className)}>
      {/* What families film has no captions. Its button does what a tap on it does. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <video
        {...video}
        src={src}
        poster={poster}
        playsInline
        autoPlay={begin && active}
        preload="none"
        onClick={film.toggle}
        onError={() => setFailed(true)}
        className="size-full object-contain"
      />
      <FilmControls film={film} />
    </div>
  );
}
