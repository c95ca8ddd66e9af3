import { useEffect, useRef } from 'react';
import type { Part } from '../logic.ts';

/**
 * A film that was recorded here; of one that is trimmed it plays the part that remains. A recording does not say how long it is: the browser
 * learns it when it is led to the end, and only then can one move about in it.
 * @param part milliseconds; undefined while its length is not known
 * @param onLength hears how long it is, in seconds
 */
export function FilmPlayer({
  src,
  label,
  part,
  onLength,
}: {
  src: string;
  label: string;
  part: Part | undefined;
  onLength: (seconds: number) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const isMeasured = useRef(false);
  const measure = (): void => {
    const player = video.current;
    if (!player) return;
    if (player.duration === Infinity) {
      isMeasured.current = true;
      player.currentTime = Number.MAX_SAFE_INTEGER;
    } else if (player.duration > 0) {
      if (isMeasured.current) player.currentTime = (part?.from ?? 0) / 1_000;
      isMeasured.current = false;
      onLength(player.duration);
    }
  };
  useShownEdge(video, part);
  const { begin, stop } = usePartAlone(part);
  return (
    // What families film has no captions.
    <video
      ref={video}
      src={src}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onLoadedMetadata={measure}
      onDurationChange={measure}
      onPlay={(event) => begin(event.currentTarget)}
      onPause={stop}
      className="max-h-[62dvh] w-full rounded-[18px] bg-black object-contain"
    />
  );
}

/** Shows the picture at the edge that was moved. */
function useShownEdge(video: React.RefObject<HTMLVideoElement | null>, part: Part | undefined): void {
  const before = useRef(part);
  useEffect(() => {
    const [last, player] = [before.current, video.current];
    before.current = part;
    if (!part || !last || !player || (part.from === last.from && part.to === last.to)) return;
    player.pause();
    player.currentTime = (part.from === last.from ? part.to : part.from) / 1_000;
  }, [video, part]);
}

/** Begins to play where the part begins, and stops where it ends: looked at with each picture. */
function usePartAlone(part: Part | undefined) {
  const now = useRef(part);
  useEffect(() => void (now.current = part), [part]);
  const looking = useRef(0);
  const stop = (): void => cancelAnimationFrame(looking.current);
  useEffect(() => stop, []);
  const look = (player: HTMLVideoElement): void => {
    if (!now.current) return;
    if (player.currentTime * 1_000 >= now.current.to) player.pause();
    else looking.current = requestAnimationFrame(() => look(player));
  };
  const begin = (player: HTMLVideoElement): void => {
    if (!now.current) return;
    const at = player.currentTime * 1_000;
    if (at < now.current.from || at >= now.current.to) player.currentTime = now.current.from / 1_000;
    stop();
    looking.current = requestAnimationFrame(() => look(player));
  };
  return { begin, stop };
}
