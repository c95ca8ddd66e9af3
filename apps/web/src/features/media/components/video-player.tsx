import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '#ui/class-names.ts';
import { useAddress } from '../api.ts';
import { useVideo } from '../hooks/use-video.ts';
import { useTouched } from '../hooks/use-touched.ts';
import { FilmControls } from './film-controls.tsx';

/**
 * A video with calm controls of our own: nothing is loaded before it is played. It stops when it is not looked at any more. While it plays, its
 * controls are seen by whoever points at it, goes there by keys, or has just touched it. A click pauses it; a touch does where the controls
 * are seen, and shows them before.
 * @param begin plays at once; only where somebody has just asked for it
 */
export function VideoPlayer({
  id,
  src: given,
  poster,
  seconds,
  label,
  active = true,
  begin = false,
  className,
}: {
  /** The medium's. */
  id: string;
  src: string;
  poster?: string | undefined;
  /** How long it is. */
  seconds?: number | undefined;
  label: string;
  active?: boolean;
  begin?: boolean;
  className?: string;
}) {
  const { src, renew } = useAddress(id, 'video', given);
  const { video, box, ...film } = useVideo(active, seconds);
  const { touched, touch } = useTouched(film.playing);
  const byFinger = useRef(false);
  const [failed, setFailed] = useState(false);
  // How often somebody has tried again: its address may be another by then.
  const [tries, setTries] = useState(0);
  const again = useEffectEvent(film.again);
  useEffect(() => {
    if (tries > 0) again();
  }, [tries]);
  const retry = async () => {
    await renew();
    setFailed(false);
    setTries(tries + 1);
  };
  const press = () => {
    if (byFinger.current) touch();
    if (!byFinger.current || touched || !film.playing) film.toggle();
  };
  return (
    <div ref={box} role="group" aria-label={label} className={cx('group relative size-full bg-black', className)}>
      {/* What families film has no captions. Its button does what a tap on it does. */}
      <video
        {...video}
        src={src}
        poster={poster}
        playsInline
        autoPlay={begin && active}
        preload="none"
        onPointerDown={({ pointerType }) => {
          byFinger.current = pointerType !== 'mouse';
        }}
        onClick={press}
        onError={() => setFailed(true)}
        className="size-full object-contain"
      />
      {failed ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center gap-2 bg-black p-6 text-center text-white [--hw-focus:#fff]"
        >
          <p>{t('media.cannotPlay')}</p>
          <button type="button" onClick={() => void retry()} className="min-h-hit font-semibold underline">
            {t('media.playAgain')}
          </button>
        </div>
      ) : (
        <FilmControls film={film} hidden={film.playing && !touched} onTouch={touch} />
      )}
    </div>
  );
}
