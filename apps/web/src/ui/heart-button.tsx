import { t } from '@heartwood/messages/current';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { cx } from './class-names.ts';
import { painted } from './painted.ts';

/** Hearts of a post: outline or filled, with the count. A press is seen at once. Loving beats once, with one ring; taking it back does not. */
export function HeartButton({
  loved: known,
  count: knownCount,
  onChange,
  disabled,
  className,
}: {
  loved: boolean;
  count: number;
  onChange: (loved: boolean) => void;
  disabled?: boolean;
  className?: string;
}) {
  const [beats, setBeats] = useState(0);
  // What was pressed last, until it is known: by then all that shows it is drawn anew.
  const [pressed, press] = useState<boolean>();
  if (pressed === known) press(undefined);
  const loved = pressed ?? known;
  const count = knownCount + (loved === known ? 0 : loved ? 1 : -1);
  return (
    <button
      type="button"
      aria-pressed={loved}
      aria-label={t('ui.heart', { count })}
      disabled={disabled}
      onClick={() => {
        setBeats(loved ? 0 : beats + 1);
        press(!loved);
        void painted().then(() => onChange(!loved));
      }}
      className={cx(actionClass, loved && 'text-love', className)}
    >
      <span className="relative inline-flex" key={beats}>
        <Heart className={cx('size-6', loved && 'fill-current', loved && beats > 0 && 'hw-love')} />
        {loved && beats > 0 && <i className="hw-love-ring absolute inset-0 rounded-full border-2 border-current" />}
      </span>
      {count > 0 && <span className="num">{count}</span>}
    </button>
  );
}

/** Class names of the small actions under a post (heart, comments, keep). */
export const actionClass =
  'inline-flex min-h-hit min-w-hit items-center justify-center gap-2 rounded-full px-2.5 text-label font-[550] text-ink-2 focus-visible:rounded-full';
