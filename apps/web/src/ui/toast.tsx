import { t } from '@heartwood/messages/current';
import { OctagonAlert, X } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { cx } from './class-names.ts';

/** Drawn with the first toast; the words do not wait for it. */
const LoveHeart = lazy(() => import('./love-heart.tsx').then((drawn) => ({ default: drawn.LoveHeart })));

/** What a toast shows. `icon` names its picture: 'love-heart' or 'error-octagon', which is also what an unknown name of its type gets. */
export interface ToastView {
  id: string;
  text: string;
  type: 'success' | 'error';
  icon: string;
  action?: { label: string; run: () => void } | undefined;
}

/**
 * The toasts at the foot of the screen, above the tabs, newest lowest.
 * Successes are announced politely, errors at once. `onHold` says whether somebody is at them (hover, touch, focus), so that time stands still.
 */
export function ToastStack({
  toasts,
  onClose,
  onHold,
}: {
  toasts: readonly ToastView[];
  onClose: (id: string) => void;
  onHold: (held: boolean) => void;
}) {
  const stack = useOutOfTheWay(toasts);
  return (
    <div
      ref={stack}
      role="region"
      aria-label={t('ui.messages')}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(88px+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-3 px-4 lg:bottom-8"
    >
      <div aria-live="polite" className="contents">
        {toasts
          .filter((toast) => toast.type === 'success')
          .map((toast) => (
            <Toast key={toast.id} toast={toast} onClose={onClose} />
          ))}
      </div>
      <div aria-live="assertive" className="contents">
        {toasts
          .filter((toast) => toast.type === 'error')
          .map((toast) => (
            <Toast key={toast.id} toast={toast} onClose={onClose} />
          ))}
      </div>
    </div>
  );
}

/** The buttons that are pressed next. */
const next = 'button[type="submit"], [data-look="filled"], [data-look="delete"]';
/** Between a button and the messages above it, in pixels. */
const air = 12;

/** Lifts the messages above a button that they would cover, wherever the page is scrolled to; not off the screen. */
function useOutOfTheWay(toasts: readonly ToastView[]) {
  const stack = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = stack.current;
    if (!node || toasts.length === 0) return;
    const lift = () => {
      node.style.translate = '';
      const { bottom: foot, height } = node.getBoundingClientRect();
      const places = [...node.querySelectorAll<HTMLElement>('.hw-toast')];
      const left = Math.min(...places.map(({ offsetLeft }) => offsetLeft));
      const right = Math.max(...places.map(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth));
      const buttons = [...document.querySelectorAll(next)].map((button) => button.getBoundingClientRect());
      const beneath = buttons.filter((button) => button.width > 0 && button.right > left && button.left < right);
      let bottom = foot;
      for (const button of beneath.toSorted((a, b) => b.bottom - a.bottom))
        if (button.top < bottom && button.bottom > bottom - height) bottom = button.top - air;
      if (bottom !== foot && bottom - height > air) node.style.translate = `0 ${bottom - foot}px`;
    };
    lift();
    const events = ['scroll', 'resize'] as const;
    for (const event of events) addEventListener(event, lift, { passive: true, capture: true });
    return () => {
      for (const event of events) removeEventListener(event, lift, { capture: true });
    };
  }, [toasts]);
  return stack;
}

function Toast({ toast, onClose }: { toast: ToastView; onClose: (id: string) => void }) {
  const bad = toast.type === 'error';
  const octagon = toast.icon === 'error-octagon' || (bad && toast.icon !== 'love-heart');
  return (
    <div
      role={bad ? 'alert' : 'status'}
      className={cx(
        'hw-toast pointer-events-auto inline-flex min-h-[60px] max-w-[min(480px,100%)] items-center gap-3 rounded-[20px] bg-raised py-3 pe-2 ps-3 leading-snug font-[550] shadow-float',
        bad && 'text-error',
      )}
    >
      <span
        data-icon={octagon ? 'error-octagon' : 'love-heart'}
        className={cx('flex size-9 shrink-0 items-center justify-center', !octagon && 'text-love')}
      >
        {octagon ? <OctagonAlert className="icon-l" /> : <Suspense>{<LoveHeart />}</Suspense>}
      </span>
      <span className="min-w-0">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.run();
            onClose(toast.id);
          }}
          className="-my-1.5 -me-2 ms-auto min-h-hit shrink-0 rounded-full px-3 font-bold text-fir hover:bg-fir-soft"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={() => onClose(toast.id)}
        className="-my-1.5 ms-auto inline-flex size-hit shrink-0 items-center justify-center rounded-full hover:bg-sunken"
      >
        <X className="icon-s" />
      </button>
    </div>
  );
}
