import { t } from '@heartwood/messages/current';
import { refusalFrom } from './http.ts';
import { toasts } from './toasts.ts';
import { troubleOf } from './trouble.ts';

/**
 * Why something was not sent, in words: no network, why it was refused, or that it did not get through.
 * @param error what a call has thrown
 */
export function refusalText(error: unknown): string {
  const refusal = refusalFrom(error, 'tryAgain');
  return troubleOf(refusal, navigator.onLine)?.why === 'offline' ? t('failures.offline') : refusal.message;
}

/** Says in a toast why a write was refused. @param error what a call has thrown */
export function toastRefusal(error: unknown): void {
  toasts.add(refusalText(error), { type: 'error' });
}
