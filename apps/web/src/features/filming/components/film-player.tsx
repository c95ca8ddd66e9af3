import { useRef } from 'react';

/**
 * A film that was recorded here. A recording does not say how long it is: the browser learns it when it is led to the end, and only then can
 * one move about in it.
 */
export function FilmPlayer({ src, label }: { src: string; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const isMeasured = useRef(false);
  const measure = (): void => {
    if (video.current?.duration !== Infinity) return;
    isMeasured.current = true;
    video.current.currentTime = Number.MAX_SAFE_INTEGER;
  };
  const rewind = (): void => {
    if (!isMeasured.current || !video.current || video.current.duration === Infinity) return;
    isMeasured.current = false;
    video.current.currentTime = 0;
  };
  return (
    // What families film has no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      src={src}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onLoadedMetadata={measure}
      onDurationChange={rewind}
      className="max-h-[62dvh] w-full rounded-[18px] bg-black object-contain"
    />
  );
}
