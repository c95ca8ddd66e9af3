import { useEffect, useRef, useState } from 'react';

/** What phones of Apple have instead of filling the screen with any element. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** The video that plays, or did last. */
let last: HTMLVideoElement | undefined;

/**
 * Plays a video in the element that gets the props `video`; `box` is what fills the screen. It pauses when it is not `active` any more, and
 * when another one plays.
 * @param seconds how long it is, as far as that is known before it is loaded
 * @returns where it is and how long it is, in seconds (0 until somebody knows), whether it plays and is heard, and what changes each
 */
export function useVideo(active: boolean, seconds = 0) {
  const ref = useRef<PhoneVideo>(null);
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(false);
  useEffect(() => {
    if (!active) ref.current?.pause();
  }, [active]);
  return {
    at,
    length,
    playing,
    muted,
    box,
    toggle: (): void => {
      if (ref.current?.paused) void ref.current.play().catch(() => setPlaying(false));
      else ref.current?.pause();
    },
    seek: (seconds: number): void => {
      const target = Math.min(length, Math.max(0, seconds));
      setAt(target);
      if (ref.current) ref.current.currentTime = target;
    },
    /** Loads it anew and goes on where it was; the focus goes to what plays it. */
    again: (): void => {
      box.current?.querySelector('button')?.focus();
      if (!ref.current) return;
      ref.current.load();
      ref.current.currentTime = at;
      void ref.current.play().catch(() => setPlaying(false));
    },
    mute: (): void => {
      if (ref.current) ref.current.muted = !ref.current.muted;
    },
    fill: (): void => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => undefined);
      else ref.current?.webkitEnterFullscreen?.();
    },
    video: {
      ref,
      onPlay: () => {
        setPlaying(true);
        if (last !== ref.current) last?.pause();
        last = ref.current ?? undefined;
      },
      onPause: () => setPlaying(false),
      onTimeUpdate: () => setAt(ref.current?.currentTime ?? 0),
      onDurationChange: () => setLength((before) => (Number.isFinite(ref.current?.duration) ? (ref.current?.duration ?? before) : before)),
      onVolumeChange: () => setMuted(ref.current?.muted ?? false),
    },
  };
}
