import { minute } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { ring } from '#platform/ring.ts';
import { Button } from '#ui/button.tsx';
import { clockTime } from '#ui/clock-time.ts';
import { focusLater } from '#ui/focus-later.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useSeconds } from '../hooks/use-seconds.ts';
import { isRinging, leftOf, timers, useTimers, type Timer } from '../state.ts';
import { minutesInWords } from './amounts.ts';
import { timeLeft } from './running-timers.tsx';

const around = 2 * Math.PI * 90;

const lengthInWords = (milliseconds: number): string =>
  milliseconds % minute === 0 ? minutesInWords(milliseconds / minute) : clockTime(milliseconds / 1_000);

/** 'left of 30 min', 'paused', 'Time is up'. */
function stateInWords(timer: Timer, length: number): string {
  if (isRinging(timer)) return t('recipes.timer.up');
  return timer.endsAt === null ? t('recipes.timer.paused') : t('recipes.timer.leftOf', { time: lengthInWords(length) });
}

/** The dial of a timer. @param share of its time that is left, 0 to 1 */
function Dial({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className="w-full">
      <circle cx="100" cy="100" r="90" fill="none" stroke="var(--hw-line)" strokeWidth="6" />
      <circle
        cx="100"
        cy="100"
        r="90"
        fill="none"
        stroke="var(--hw-fir)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray={`${share * around} ${around}`}
        transform="rotate(-90 100 100)"
      />
    </svg>
  );
}

/** What was pressed has gone, and what has come instead stands last. */
const focusLast = (buttons: RefObject<HTMLElement | null>): void =>
  focusLater(() => buttons.current?.querySelector<HTMLElement>('button:last-child'));

/** The timer of a step: a dial with what is left, a minute more, pause. */
export function StepTimer({ postId, title, step, seconds }: { postId: string; title: string; step: number; seconds: number }) {
  const timer = useTimers().find((one) => one.postId === postId && one.step === step);
  const now = useSeconds(Boolean(timer?.endsAt));
  const length = timer?.length ?? seconds * 1_000;
  const left = timer ? leftOf(timer, now) : length;
  const buttons = useRef<HTMLDivElement>(null);
  // 'Pause' goes by itself when the time is up: no event tells then that it loses the focus.
  const isOnPause = useRef(false);
  const rings = timer !== undefined && isRinging(timer);
  useEffect(() => {
    if (rings && isOnPause.current) focusLast(buttons);
    isOnPause.current = false;
  }, [rings]);
  const start = () => {
    ring.prepare();
    timers.start({ postId, title, step, length: seconds * 1_000 });
    focusLast(buttons);
  };
  const goOn = () => {
    ring.prepare();
    timers.goOn(postId, step);
  };
  return (
    <div
      role="group"
      aria-label={t('recipes.timer.ofStep', { step: step + 1 })}
      className="relative mx-auto aspect-square w-[min(256px,80vw)]"
    >
      <Dial share={left / length} />
      <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 text-center">
        <b role="timer" className="num font-serif text-[3.25rem] leading-none font-normal tracking-tight">
          {timer ? timeLeft(timer, now) : clockTime(seconds)}
        </b>
        {timer && <span className="type-meta">{stateInWords(timer, length)}</span>}
        <div ref={buttons} className="mt-2 flex items-center gap-2">
          {!timer && (
            <Button small icon={<Play className="icon-s" />} onClick={start}>
              {t('recipes.timer.start')}
            </Button>
          )}
          {timer && (
            <IconButton look="fill" label={t('recipes.timer.oneMore')} onClick={() => timers.extend(postId, step, minute)}>
              <span className="num type-label">+1</span>
            </IconButton>
          )}
          {rings && (
            <Button small onClick={() => (timers.stop(postId, step), focusLast(buttons))}>
              {t('recipes.timer.stop')}
            </Button>
          )}
          {timer && !rings && (
            <IconButton
              look="solid"
              label={timer.endsAt ? t('recipes.timer.pause') : t('recipes.timer.goOn')}
              onClick={timer.endsAt ? () => timers.pause(postId, step) : goOn}
              onFocus={() => void (isOnPause.current = true)}
              onBlur={() => void (isOnPause.current = false)}
            >
              {timer.endsAt ? <Pause /> : <Play />}
            </IconButton>
          )}
        </div>
      </div>
    </div>
  );
}
