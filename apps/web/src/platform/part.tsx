import { t } from '@heartwood/messages/current';
import { Component, Suspense, type ReactNode } from 'react';
import { forgetFailedParts } from '#ui/lazy-part.ts';
import { Opening } from '#ui/opening.tsx';
import { isPartError, recoverFrom } from './builds.ts';
import { toasts } from './toasts.ts';

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
    forgetFailedParts();
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
