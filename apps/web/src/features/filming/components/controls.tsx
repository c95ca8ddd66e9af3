import { t } from '@heartwood/messages/current';
import { Pause, Play, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { clockTime } from '#ui/clock-time.ts';
import type { useTake } from '../hooks/use-take.ts';
import { isEnding, longestFilm } from '../logic.ts';

const round = 'rounded-full focus-visible:rounded-full focus-visible:outline-white disabled:opacity-45';

/** The line that fills within ten minutes, the shutter, and beside it retake and pause. `counts` is the countdown before it begins. */
export function Controls({
  take,
  isReady,
  counts,
  onShutter,
  onRetake,
}: {
  take: ReturnType<typeof useTake>;
  /** The camera is there: one that is chosen instead takes its time. */
  isReady: boolean;
  counts: boolean;
  onShutter: () => void;
  onRetake: () => void;
}) {
  const { state, seconds } = take;
  const isRunning = state === 'recording' || state === 'paused';
  const shutter = isRunning ? t('filming.stage.stop') : counts ? t('filming.stage.cancel') : t('filming.stage.film');
  return (
    <div className="px-7 pb-[calc(28px+env(safe-area-inset-bottom))] lg:px-0 lg:pb-6">
      <p
        role="status"
        className={cx('mb-3 min-h-5 text-center text-meta', isEnding(seconds) && isRunning ? 'font-semibold' : 'text-white/85')}
      >
        {statusOf(state, seconds)}
      </p>
      <div
        role="progressbar"
        aria-label={t('filming.stage.time')}
        aria-valuemin={0}
        aria-valuemax={longestFilm}
        aria-valuenow={seconds}
        aria-valuetext={clockTime(seconds)}
        className="h-1 overflow-hidden rounded-full bg-white/30"
      >
        <i className="block h-full rounded-full bg-white" style={{ inlineSize: `${(seconds / longestFilm) * 100}%` }} />
      </div>
      <div className="mt-6 flex items-center justify-between">
        <Beside label={t('filming.stage.retake')} icon={<Trash2 />} hidden={!isRunning} onClick={onRetake} />
        <button
          type="button"
          aria-label={shutter}
          // Whoever came here by keyboard is at what comes next.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          disabled={state === 'ending' || !isReady}
          onClick={onShutter}
          className={cx('grid size-[84px] place-items-center border-4 border-white', round)}
        >
          {counts ? (
            <X className="icon-l" />
          ) : (
            <i className={cx('bg-[#ff5b4d]', isRunning ? 'size-[34px] rounded-[10px]' : 'size-[62px] rounded-full')} />
          )}
        </button>
        {state === 'paused' ? (
          <Beside label={t('filming.stage.goOn')} icon={<Play />} onClick={take.resume} />
        ) : (
          <Beside label={t('filming.stage.pause')} icon={<Pause />} hidden={!isRunning} onClick={take.pause} />
        )}
      </div>
    </div>
  );
}

function statusOf(state: ReturnType<typeof useTake>['state'], seconds: number): string {
  if (state === 'ending') return t('filming.stage.ready');
  if (state === 'paused') return t('filming.stage.paused');
  if (state === 'recording') return isEnding(seconds) ? t('filming.stage.ending') : t('filming.stage.running');
  return t('filming.stage.upTo');
}

function Beside({ label, icon, hidden = false, onClick }: { label: string; icon: ReactNode; hidden?: boolean; onClick: () => void }) {
  if (hidden) return <span className="w-[76px]" />;
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-14 w-[76px] flex-col items-center gap-1.5 rounded-md text-meta font-[550] focus-visible:outline-white"
    >
      {icon}
      <span>{label}</span>
    </button>
  );
}
