import { t } from '@heartwood/messages/current';
import { BellRing, Timer as TimerIcon } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { clockTime } from '#ui/clock-time.ts';
import { cx } from '#ui/class-names.ts';
import { useSeconds } from '../hooks/use-seconds.ts';
import { isRinging, leftOf, timers, useRinging, type Timer } from '../state.ts';

/** What is left of a timer, as a clock shows it; a second that has begun counts. */
export const timeLeft = (timer: Timer, now: number): string => clockTime(Math.ceil(leftOf(timer, now) / 1_000));

/** Timers that run or ring, of whatever step and recipe: those that ring are said aloud, and stopped here. Without it a toast does that. */
export function RunningTimers({
  here,
  except,
  onOpen,
  className,
}: {
  /** The recipe of this page; timers of others are named by theirs. */
  here: string;
  /** A step whose timer is shown anyway, from 0. */
  except?: number;
  /** Goes to a step of this recipe. */
  onOpen: (step: number) => void;
  className?: string;
}) {
  const all = useRinging();
  const now = useSeconds(all.some(({ endsAt }) => endsAt !== null));
  const ringing = all.filter(isRinging);
  const quiet = all.filter((timer) => !isRinging(timer) && !(timer.postId === here && timer.step === except));
  if (ringing.length + quiet.length === 0) return null;
  const nameOf = (timer: Timer) => (timer.postId === here ? t('recipes.timer.ofStep', { step: timer.step + 1 }) : timer.title);
  return (
    <div className={cx('grid gap-2 print:hidden', className)}>
      {ringing.map((timer) => (
        <div
          key={`${timer.postId} ${timer.step}`}
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-card bg-resin-soft px-4 py-3 text-resin"
        >
          <BellRing />
          <p className="min-w-0 flex-1 font-semibold">{t('recipes.timer.isUp', { name: nameOf(timer) })}</p>
          <Button small onClick={() => timers.stop(timer.postId, timer.step)}>
            {t('recipes.timer.stop')}
          </Button>
        </div>
      ))}
      {quiet.length > 0 && (
        <div role="group" aria-label={t('recipes.timer.running')} className="flex flex-wrap gap-2">
          {quiet.map((timer) => (
            <Chip
              key={`${timer.postId} ${timer.step}`}
              start={<TimerIcon className="ms-1 icon-s" />}
              disabled={timer.postId !== here}
              onClick={() => onOpen(timer.step)}
            >
              <span className="num">{t('recipes.timer.left', { name: nameOf(timer), time: timeLeft(timer, now) })}</span>
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}
