import { t } from '@heartwood/messages/current';
import { Pause, Play } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { audioBox } from './audio-place.tsx';
import { cx } from './class-names.ts';
import { clockTime } from './clock-time.ts';
import { usePlayback } from './use-playback.ts';
import { barsOf } from './wave-bars.ts';

/**
 * A voice: play, the wave (drag to seek; arrow left goes 15 s back, right 15 s on), the time that is left, and how fast. One plays at
 * a time.
 * @param duration seconds; `waveform` numbers from 0 to 1, as many as there are; `transcript` stands below; with `begins` it plays by
 *   itself, also when another `src` comes; `renew` brings another `src` where one could not be played; `onEnded` when it was heard to its end
 */
export function AudioPlayer({
  src,
  duration,
  waveform,
  label = t('ui.voice'),
  transcript,
  begins = false,
  renew,
  onEnded,
  className,
}: {
  src: string;
  duration: number;
  waveform: readonly number[];
  label?: string;
  transcript?: ReactNode;
  begins?: boolean;
  renew?: () => Promise<void>;
  onEnded?: () => void;
  className?: string;
}) {
  const length = Math.max(duration, 0.1);
  const { audio, at, playing, speed, failed, toggle, tryAgain, seek, faster } = usePlayback({ src, length, begins, renew, onEnded });
  const keys = (event: KeyboardEvent) => {
    const jump = { ArrowLeft: -15, ArrowDown: -15, ArrowRight: 15, ArrowUp: 15 }[event.key];
    if (jump === undefined) return;
    event.preventDefault();
    seek(at + jump);
  };
  return (
    <div className={className}>
      <div role="group" aria-label={label} className={audioBox}>
        <audio src={src} preload="none" {...audio} />
        <button
          type="button"
          onClick={toggle}
          aria-label={playing ? t('ui.pause', { length: clockTime(length) }) : t('ui.play', { length: clockTime(length) })}
          className="flex size-12 shrink-0 items-center justify-center rounded-full bg-fir text-on-fir focus-visible:rounded-full"
        >
          {playing ? <Pause className="fill-current" /> : <Play className="translate-x-px fill-current" />}
        </button>
        <div className="relative h-[38px] min-w-[60px] flex-1 rounded-xs has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
          <Wave heights={waveform} share={at / length} />
          <input
            type="range"
            min={0}
            max={length}
            step={0.1}
            value={at}
            aria-label={t('ui.position')}
            aria-valuetext={t('ui.playedOf', { at: clockTime(at), length: clockTime(length) })}
            onChange={(event) => seek(Number(event.target.value))}
            onKeyDown={keys}
            className="absolute -inset-y-1 inset-x-0 h-[46px] w-full cursor-pointer opacity-0"
          />
        </div>
        <span className="ms-auto flex items-center gap-x-2.5 sm:gap-x-3.5">
          <span className="num shrink-0 text-meta font-semibold" aria-hidden="true">
            {clockTime(length - at)}
          </span>
          <button
            type="button"
            onClick={faster}
            aria-label={t('ui.speed', { speed })}
            className="num -mx-2.5 flex h-hit min-w-hit shrink-0 items-center justify-center rounded-full text-meta font-semibold focus-visible:rounded-full"
          >
            {speed}×
          </button>
        </span>
        {failed && <NotPlayed onTryAgain={() => void tryAgain()} />}
      </div>
      {transcript && <div className="mt-2 type-story soft">{transcript}</div>}
    </div>
  );
}

function NotPlayed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <p role="alert" className="flex w-full flex-wrap items-center gap-x-3 text-label text-error">
      {t('ui.notPlayed')}
      <button type="button" onClick={onTryAgain} className="min-h-hit font-semibold underline">
        {t('ui.tryAgain')}
      </button>
    </p>
  );
}

/** Pixels from one bar to the next: 2.4 of the bar, and air as wide. */
const pitch = 4.8;

/** The wave alone: bars of 2.4 px over the whole width, as many as stand apart there, the played share in full strength. Decoration. */
export function Wave({ heights, share = 0, className }: { heights: readonly number[]; share?: number; className?: string }) {
  const place = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const svg = place.current;
    if (!svg) return;
    const measure = () => setRoom(Math.floor(svg.getBoundingClientRect().width / pitch));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(svg);
    return () => observer.disconnect();
  }, []);
  const bars = barsOf(heights, room);
  return (
    <svg ref={place} className={cx('size-full', className)} aria-hidden="true">
      {bars.map((height, index) => (
        <rect
          key={index}
          x={`${(index / bars.length) * 100}%`}
          y={`${50 - height * 46}%`}
          width="2.4"
          height={`${height * 92}%`}
          rx="1.2"
          fill="currentColor"
          opacity={index / bars.length < share ? 1 : 0.32}
        />
      ))}
    </svg>
  );
}
