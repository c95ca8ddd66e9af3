import { t } from '@heartwood/messages/current';
import { useEffect, useRef, useState } from 'react';
import { cx } from '#ui/class-names.ts';

/**
 * A video with the browser's own controls: nothing is loaded before it is played. It stops when it is not looked at any more.
 * @param begin plays at once; only where somebody has just asked for it
 */
export function VideoPlayer({
  src,
  poster,
  label,
  active = true,
  begin = false,
  className,
}: {
  src: string;
  poster?: string | undefined;
  label: string;
  active?: boolean;
  begin?: boolean;
  className?: string;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!active) video.current?.pause();
  }, [active]);
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
    // What families film has no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      src={src}
      poster={poster}
      aria-label={label}
      controls
      playsInline
      autoPlay={begin && active}
      preload="none"
      onError={() => setFailed(true)}
      className={cx('size-full bg-black object-contain', className)}
    />
  );
}
