import { t } from '@heartwood/messages/current';
import { useCallback, useEffect, useRef, useState } from 'react';
import { longestFilm } from '../logic.ts';
import type { Parts, Reels, Take } from '../state.ts';
import { typeHere } from './use-camera.ts';

/** Milliseconds that one part of a film lasts. */
const partLasts = 1_000;
/** Milliseconds between two looks at the time. */
const step = 250;
/** Bits a second: ten minutes are some 190 MB. */
const bits = 2_500_000;

/** Why a film has ended: somebody ended it, ten minutes are full, or the camera has gone. */
export type Why = 'done' | 'full' | 'unplugged';

/** A film that has ended. `film` is undefined where nothing of it was recorded. */
export interface Ended {
  film: File | undefined;
  why: Why;
  /** What was kept of it part by part. */
  parts: Parts;
}

interface Running {
  recorder: MediaRecorder;
  take: Take;
  timer: ReturnType<typeof setInterval>;
  /** Milliseconds recorded until `since`; `since` is null in a pause. */
  spent: number;
  since: number | null;
  why: Why | 'left' | 'dropped';
}

const lasted = ({ spent, since }: Running): number => spent + (since === null ? 0 : performance.now() - since);

/**
 * Records what a camera sees, part by part onto this device.
 * @param reels where its parts are kept; undefined while that is not known, and nothing can begin
 * @param onEnd hears of the film once it has ended and is whole
 */
export function useTake(reels: Reels | undefined, onEnd: (ended: Ended) => void) {
  const [state, setState] = useState<'still' | 'recording' | 'paused' | 'ending'>('still');
  const [seconds, setSeconds] = useState(0);
  const running = useRef<Running>(undefined);
  const hear = useRef(onEnd);
  useEffect(() => void (hear.current = onEnd), [onEnd]);

  const end = useCallback((why: Running['why']) => {
    const one = running.current;
    if (!one) return;
    running.current = undefined;
    one.why = why;
    clearInterval(one.timer);
    setState(why === 'dropped' ? 'still' : 'ending');
    if (one.recorder.state !== 'inactive') one.recorder.stop();
  }, []);
  // Whoever leaves finds it when they come back.
  useEffect(() => () => end('left'), [end]);

  /** @throws DOMException where the browser does not record this after all */
  const begin = useCallback(
    (stream: MediaStream) => {
      if (!reels) return;
      const type = typeHere() ?? '';
      const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: bits });
      // Where that fails nothing has begun.
      recorder.start(partLasts);
      const one: Running = {
        recorder,
        take: reels.begin(type),
        timer: setInterval(() => {
          setSeconds(Math.floor(lasted(one) / 1_000));
          if (lasted(one) >= longestFilm * 1_000) end('full');
        }, step),
        spent: 0,
        since: performance.now(),
        why: 'done',
      };
      running.current = one;
      recorder.ondataavailable = ({ data }) => data.size > 0 && one.take.add(data, Math.round(lasted(one) / 1_000));
      recorder.onstop = () => {
        // It also stops by itself, where all that is recorded has ended.
        if (running.current === one) end('unplugged');
        void close(one, hear.current).then(() => one.why !== 'left' && setState('still'));
      };
      for (const track of stream.getTracks()) track.addEventListener('ended', () => running.current === one && end('unplugged'));
      setSeconds(0);
      setState('recording');
    },
    [end, reels],
  );

  const pause = useCallback(() => {
    const one = running.current;
    if (one?.recorder.state !== 'recording') return;
    one.spent = lasted(one);
    one.since = null;
    one.recorder.pause();
    setState('paused');
  }, []);
  const resume = useCallback(() => {
    const one = running.current;
    if (one?.recorder.state !== 'paused') return;
    one.since = performance.now();
    one.recorder.resume();
    setState('recording');
  }, []);

  return { state, seconds, begin, pause, resume, end };
}

/** Brings to an end what has stopped. */
async function close({ take, why }: Running, onEnd: (ended: Ended) => void): Promise<void> {
  if (why === 'left') return;
  if (why === 'dropped') return take.parts.drop();
  onEnd({ film: await take.finish(t('filming.fileName')), why, parts: take.parts });
}
