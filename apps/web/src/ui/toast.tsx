import { t } from '@heartwood/messages/current';
import { OctagonAlert, X } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { isByKey } from './last-input.ts';
import { lazyPart } from './lazy-part.ts';
import { useOutOfTheWay } from './out-of-the-way.ts';
import { afterPress } from './press.ts';
import { toastKey, useToastKey } from './toast-key.ts';

/** Drawn with the first toast; the words do not wait for it, and stay where it does not come. */
const LoveHeart = lazyPart(() => import('./love-heart.tsx').catch(() => ({ default: () => null })));

/** What a toast shows. `icon` names its picture: 'love-heart', 'error-octagon' or 'none'; an unknown name gets that of its type. `urgent` is announced at once. */
interface ToastView {
  id: string;
  text: string;
  type: 'success' | 'error';
  icon: string;
  urgent?: true;
  action?: { label: string; run: () => void } | undefined;
}

/**
 * The toasts at the foot of the screen, above the tabs and above a dialog's scrim, newest lowest.
 * Successes are announced politely, errors and what is urgent at once. `onHold` says whether somebody is at one (hover, touch, focus), so that time stands still.
 * One that is closed gives the focus back to where it came from. While something is pressed none comes or goes, which would move it.
 */
export function ToastStack({
  toasts: given,
  banners,
  onClose,
  onHold,
}: {
  toasts: readonly ToastView[];
  /** What stands above them for as long as it holds. */
  banners?: ReactNode;
  onClose: (id: string) => void;
  onHold: (held: boolean) => void;
}) {
  const [toasts, draw] = useState(given);
  const hasBanners = banners !== undefined;
  const stack = useOutOfTheWay(useMemo(() => (hasBanners ? [hasBanners, ...toasts] : toasts), [hasBanners, toasts]));
  // By id: the browser does not say that the pointer or the focus has left what is not there any more.
  const [pointed, point] = useState<string>();
  const [focused, focus] = useState<string>();
  const cameFrom = useRef<HTMLElement>(null);
  useEffect(() => {
    let left = false;
    afterPress(() => left || draw(given));
    return () => void (left = true);
  }, [given]);
  useToastKey(stack, cameFrom, toasts.findLast(({ action }) => action)?.id);
  const held = toasts.some(({ id }) => id === pointed || id === focused);
  useEffect(() => onHold(held), [held, onHold]);
  const drawn = (atOnce: boolean) =>
    toasts
      .filter(({ type, urgent = false }) => (type === 'error' || urgent) === atOnce)
      .map((toast) => (
        <Toast
          key={toast.id}
          order={toasts.indexOf(toast)}
          toast={toast}
          onPoint={(is) => point(is ? toast.id : undefined)}
          onFocus={(is) => focus(is ? toast.id : undefined)}
          onClose={() => {
            if (toast.id === focused) cameFrom.current?.focus({ preventScroll: true });
            onClose(toast.id);
          }}
        />
      ));
  return (
    <div
      ref={stack}
      data-toasts=""
      role="region"
      aria-label={t('ui.messages')}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
      }}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(88px+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-3 px-4 lg:bottom-8"
    >
      {hasBanners && (
        <div data-banners="" data-covers="" className="pointer-events-auto order-first grid w-full max-w-[480px] gap-3 *:shadow-float">
          {banners}
        </div>
      )}
      <div aria-live="polite" className="contents">
        {drawn(false)}
      </div>
      <div aria-live="assertive" className="contents">
        {drawn(true)}
      </div>
    </div>
  );
}

function Toast({
  toast,
  order,
  onPoint,
  onFocus,
  onClose,
}: {
  toast: ToastView;
  order: number;
  onPoint: (is: boolean) => void;
  onFocus: (is: boolean) => void;
  onClose: () => void;
}) {
  const [byKey] = useState(isByKey);
  const bad = toast.type === 'error';
  const octagon = toast.icon === 'error-octagon' || (bad && toast.icon !== 'love-heart');
  return (
    <div
      style={{ order }}
      data-covers=""
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
      className={cx(
        'hw-toast pointer-events-auto inline-flex min-h-[60px] max-w-[min(480px,100%)] items-center gap-3 rounded-[20px] bg-raised py-3 pe-2 ps-3 leading-snug font-[550] shadow-float',
        bad && 'text-error',
      )}
    >
      {toast.icon !== 'none' && (
        <span
          data-icon={octagon ? 'error-octagon' : 'love-heart'}
          className={cx('flex size-9 shrink-0 items-center justify-center', !octagon && 'text-love')}
        >
          {octagon ? <OctagonAlert className="icon-l" /> : <Suspense>{<LoveHeart />}</Suspense>}
        </span>
      )}
      <span className="min-w-0 first:ps-3">{toast.text}</span>
      {toast.action && byKey && <span className="sr-only">{t('ui.messagesKey', { key: toastKey })}</span>}
      {toast.action && (
        <button
          type="button"
          data-act={toast.id}
          aria-keyshortcuts={toastKey}
          onClick={() => {
            toast.action?.run();
            onClose();
          }}
          className="-my-1.5 -me-2 ms-auto min-h-hit shrink-0 rounded-full px-3 font-bold text-fir hover:bg-fir-soft"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={onClose}
        className="-my-1.5 ms-auto inline-flex size-hit shrink-0 items-center justify-center rounded-full hover:bg-sunken"
      >
        <X className="icon-s" />
      </button>
    </div>
  );
}
