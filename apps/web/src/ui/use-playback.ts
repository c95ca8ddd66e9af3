import { useEffect, useEffectEvent, useRef, useState } from 'react';

let speaking: HTMLAudioElement | undefined;
/** How fast a voice can be played, one after another. */
const speeds = [1, 1.25, 1.5, 2];

interface Voice {
  src: string;
  length: number;
  begins: boolean;
  renew: (() => Promise<void>) | undefined;
  onEnded: (() => void) | undefined;
}

/**
 * Plays a voice in an `audio` element that gets the props `audio`; one plays at a time.
 * @param length seconds; with `begins` it plays by itself, also when another `src` comes; `renew` brings another `src` before it is tried
 *   again; `onEnded` when it was heard to its end
 * @returns where it is (`at`, in seconds), whether it plays or could not be played, how fast, and what changes each
 */
export function usePlayback({ src, length, begins, renew, onEnded }: Voice) {
  const ref = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState(1);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);

  const play = (element: HTMLAudioElement) => {
    if (speaking !== element) speaking?.pause();
    speaking = element;
    element.playbackRate = speed;
    void element.play().catch(() => setPlaying(false));
  };
  const start = useEffectEvent(play);
  useEffect(() => {
    if (!begins || !ref.current) return;
    setAt(0);
    start(ref.current);
  }, [begins, src]);
  // Once what has come instead stands in the page.
  useEffect(() => {
    if (tries === 0 || !ref.current) return;
    ref.current.load();
    start(ref.current);
  }, [tries]);

  return {
    at,
    playing,
    speed,
    /** It could not be played. */
    failed,
    tryAgain: async (): Promise<void> => {
      await renew?.();
      setFailed(false);
      setTries((before) => before + 1);
    },
    toggle: (): void => {
      const element = ref.current;
      if (element?.paused) play(element);
      else element?.pause();
    },
    seek: (seconds: number): void => {
      const target = Math.min(length, Math.max(0, seconds));
      setAt(target);
      if (ref.current) ref.current.currentTime = target;
    },
    faster: (): void => {
      const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
      setSpeed(next);
      if (ref.current) ref.current.playbackRate = next;
    },
    audio: {
      ref,
      onError: () => {
        setPlaying(false);
        setFailed(true);
      },
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: () => setAt(ref.current?.currentTime ?? 0),
      onEnded: () => {
        setAt(0);
        onEnded?.();
      },
    },
  };
}
