import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastStore, toastTimeout } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const store = () => createToastStore(() => Date.now());
const texts = (toasts: ReturnType<typeof store>) => toasts.store.get().map((toast) => toast.text);

test('[S3.7] a toast has text, type, id and icon, and goes after 3000 ms', () => {
  const toasts = store();
  const id = toasts.add('Shared with 7 people');
  expect(toasts.store.get()).toEqual([{ id, text: 'Shared with 7 people', type: 'success', icon: 'love-heart' }]);
  const refused = toasts.add('Logout failed', { type: 'error' });
  expect(toasts.store.get()[1]).toEqual({ id: refused, text: 'Logout failed', type: 'error', icon: 'error-octagon' });
  toasts.close(refused);
  toasts.add('Login failed', { type: 'error', icon: 'lock' });
  expect(toasts.store.get()[1]).toMatchObject({ text: 'Login failed', type: 'error', icon: 'lock' });
  vi.advanceTimersByTime(toastTimeout - 1);
  expect(toasts.store.get()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(toasts.store.get()).toHaveLength(0);
  expect(toastTimeout).toBe(3_000);
});

test('[S4.11] the timeout can be set per toast', () => {
  const toasts = store();
  toasts.add('short', { timeout: 500 });
  toasts.add('long', { timeout: 9_000 });
  vi.advanceTimersByTime(500);
  expect(texts(toasts)).toEqual(['long']);
  vi.advanceTimersByTime(8_500);
  expect(texts(toasts)).toEqual([]);
});

test('one without an end stays until it is closed, also when somebody has been at it', () => {
  const toasts = store();
  const id = toasts.add('Time is up', { timeout: Infinity });
  toasts.hold(true);
  toasts.hold(false);
  vi.advanceTimersByTime(3_600_000);
  expect(texts(toasts)).toEqual(['Time is up']);
  toasts.close(id);
  expect(texts(toasts)).toEqual([]);
});

test('[S4.11] a closed toast is gone at once, and closing it again is nothing', () => {
  const toasts = store();
  const id = toasts.add('one');
  toasts.add('two');
  toasts.close(id);
  toasts.close(id);
  expect(texts(toasts)).toEqual(['two']);
});

test('[S3.5] time stands still while held, and runs on where it stopped', () => {
  const toasts = store();
  toasts.add('one');
  vi.advanceTimersByTime(2_000);
  toasts.hold(true);
  vi.advanceTimersByTime(60_000);
  toasts.add('two');
  vi.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(['one', 'two']);
  toasts.hold(false);
  vi.advanceTimersByTime(1_000);
  expect(texts(toasts)).toEqual(['two']);
  vi.advanceTimersByTime(2_000);
  expect(texts(toasts)).toEqual([]);
});

test('at most three have their time at once; a fourth ends none of them, and has its whole time once there is room', () => {
  const toasts = store();
  for (const text of ['1', '2', '3', '4']) {
    toasts.add(text);
    vi.advanceTimersByTime(500);
  }
  expect(texts(toasts)).toEqual(['1', '2', '3', '4']);
  vi.advanceTimersByTime(999);
  expect(texts(toasts)).toEqual(['1', '2', '3', '4']);
  vi.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual(['2', '3', '4']);
  vi.advanceTimersByTime(2_999);
  expect(texts(toasts)).toEqual(['4']);
  vi.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual([]);
});
