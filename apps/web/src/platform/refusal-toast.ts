import { refusalFrom } from './http.ts';
import { toasts } from './toasts.ts';

/**
 * Says in a toast why a write was refused, or that it did not get through.
 * @param error what a call has thrown
 */
export function toastRefusal(error: unknown): void {
  toasts.add(refusalFrom(error, 'tryAgain').message, { type: 'error' });
}
