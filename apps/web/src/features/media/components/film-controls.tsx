import { t } from '@heartwood/messages/current';
import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '#ui/class-names.ts';
import { clockTime } from '#ui/clock-time.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { useVideo } from '../hooks/use-video.ts';

/** Seconds that an arrow goes. */
const jump = 5;
const jumps: Record<string, number> = { ArrowLeft: -jump, ArrowDown: -jump, ArrowRight: jump, ArrowUp: jump };

/** Not seen, and no pointer meets them, unless one points at the picture or the focus is in them. */
const unseen =
  'pointer-events-none opacity-0 group-hover:pointer-events-auto group-hover:opacity-100 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100';

/**
 * Play, where it is, sound, the whole screen; on a dark foot of the picture, or large in its middle before it plays.
 * @param onTouch hears that a finger uses them
 */
export function FilmControls({
  film: { at, length, playing, muted, toggle, seek, mute, fill },
  hidden,
  onTouch,
}: {
  film: Pick<ReturnType<typeof useVideo>, 'at' | 'length' | 'playing' | 'muted' | 'toggle' | 'seek' | 'mute' | 'fill'>;
  hidden: boolean;
  onTouch: () => void;
}) {
  const keys = (event: KeyboardEvent) => {
    const by = jumps[event.key];
    if (by === undefined) return;
    // What lies around may go to another photo by the same keys.
    event.stopPropagation();
    event.preventDefault();
    seek(at + by);
  };
  const press = (event: PointerEvent) => {
    // A drag along it is no swipe.
    event.stopPropagation();
    if (event.pointerType !== 'mouse') onTouch();
  };
  return (
    <>
      {!playing && at === 0 && (
        <span className="glass pointer-events-none absolute start-1/2 top-1/2 flex size-16 -translate-1/2 items-center justify-center rounded-full rtl:translate-x-1/2">
          <Play className="translate-x-0.5 fill-current" />
        </span>
      )}
      <div
        onPointerDown={press}
        className={cx(
          'absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-black/80 to-transparent px-2 pt-8 pb-1.5 text-white transition-opacity duration-[var(--hw-dur-2)] [--hw-focus:#fff]',
          hidden && unseen,
        )}
      >
        <IconButton
          label={playing ? t('ui.pause', { length: clockTime(length) }) : t('ui.play', { length: clockTime(length) })}
          className="hover:bg-white/16"
          onClick={toggle}
        >
          {playing ? <Pause className="fill-current" /> : <Play className="translate-x-px fill-current" />}
        </IconButton>
        <input
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={at}
          disabled={length === 0}
          aria-label={t('ui.position')}
          aria-valuetext={t('ui.playedOf', { at: clockTime(at), length: clockTime(length) })}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={keys}
          className="h-hit min-w-0 flex-1 cursor-pointer accent-white"
        />
        <span className="num shrink-0 px-1.5 text-meta font-semibold" aria-hidden="true">
          {clockTime(Math.max(0, length - at))}
        </span>
        <IconButton label={muted ? t('media.film.unmute') : t('media.film.mute')} className="hover:bg-white/16" onClick={mute}>
          {muted ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <IconButton label={t('media.film.fill')} className="hover:bg-white/16" onClick={fill}>
          <Maximize />
        </IconButton>
      </div>
    </>
  );
}
