import { t } from '@heartwood/messages/current';
import { refusalFrom } from './http.ts';
import { navigation } from './navigation.ts';
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

/** How long a toast stays that leads back to what was written, in milliseconds. */
const timeToReturn = 10_000;

/** Says why something was not sent whose page was left meanwhile, with the way back to what was written and is kept. @param address of that page */
export function toastLeft(text: string, address: string): void {
  const action = { label: t('ui.openAgain'), run: () => navigation.inApp(address) };
  toasts.add(text, { type: 'error', timeout: timeToReturn, action });
}
