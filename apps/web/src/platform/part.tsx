import { t } from '@heartwood/messages/current';
import { Component, createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Opening } from '#ui/opening.tsx';
import { isPartError, recoverFrom } from './builds.ts';
import { onRetry } from './retry.ts';
import { toasts } from './toasts.ts';

// [Note: Parts that do not come] React keeps what an import has thrown for as long as the page is there. So a part that could not be loaded is made
// anew before it is tried again: at the next press (`OnPress`), or by 'Try again' of the error page.

const failed = new Set<() => void>();

function forgetFailed(): void {
  for (const forget of failed) forget();
  failed.clear();
}
onRetry(forgetFailed);

/** A part of the app that is loaded when it is drawn first; `soon` loads it before, as somebody reaches for it. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: (props: Props) => ReactNode }>) {
  const begin = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(forget);
        throw error;
      }),
    ) as ComponentType<Props>;
  let Now = begin();
  const forget = () => void (Now = begin());
  const soon = () => void load().catch(() => undefined);
  return Object.assign((props: Props) => createElement(Now, props), { soon });
}

/** Says that a part that was asked for by a press did not come. */
export function tellMissing(error: unknown): void {
  recoverFrom(error);
  toasts.add(navigator.onLine ? t('ui.part.failed') : t('ui.part.offline'), { type: 'error' });
}

interface OnPressProps {
  /** Takes back what was pressed. */
  onFail?: () => void;
  /** Stands in its place until it is there; without one the ground of a sheet. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Around parts that are loaded because of a press. Where one cannot be loaded, a toast says so, and it can be pressed again; without `onFail` there is nothing, silently. */
export class OnPress extends Component<OnPressProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(error: unknown): void {
    if (!isPartError(error)) return;
    forgetFailed();
    const { onFail } = this.props;
    if (!onFail) return recoverFrom(error);
    tellMissing(error);
    onFail();
  }

  override render() {
    const { error } = this.state;
    const { fallback, onFail, children } = this.props;
    if (error !== undefined && !isPartError(error)) throw error;
    if (error !== undefined) return null;
    return <Suspense fallback={fallback === undefined ? <Opening onClose={onFail} /> : fallback}>{children}</Suspense>;
  }
}
