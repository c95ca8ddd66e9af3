import { createAtom, useSelector } from '@tanstack/react-store';
import { isByKey } from '#ui/last-input.ts';

/** One message. `icon` names a picture; 'none' is for what is told soberly, as that something is gone. `urgent` is announced at once, as errors are. */
export interface Toast {
  id: string;
  text: string;
  type: 'success' | 'error';
  icon: string;
  urgent?: true;
  /** One verb that can still be done ("Undo"); the toast goes with it. */
  action?: { label: string; run: () => void };
}

/**
 * What may be said of a toast beside its text. Without `icon` success has the love-heart and error the octagon. `timeout` in milliseconds; with
 * Infinity it stays until it is closed.
 */
interface ToastOptions {
  type?: Toast['type'];
  icon?: string;
  urgent?: true;
  action?: Toast['action'];
  timeout?: number;
}

/** How long a toast stays, in milliseconds, unless it says otherwise. */
export const toastTimeout = 3_000;
/** How long one with an action stays at least where somebody uses keys, who have to get there first. */
const timeoutByKey = 30_000;
/** The picture of a toast that names none. */
const toastIcons = { success: 'love-heart', error: 'error-octagon' } as const;
/** How many are shown at once; those after them wait until one has gone, and then have their whole time. */
const toastLimit = 3;

const shown = (list: readonly Toast[]): readonly Toast[] => list.slice(0, toastLimit);

/** A store of toasts. Time stands still while somebody is at them, and runs on where it stopped. */
export function createToastStore(now: () => number = () => performance.now()) {
  const store = createAtom<readonly Toast[]>([]);
  const clocks = new Map<string, { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>();
  let held = false;
  let count = 0;

  /** Lets the time of those that are shown run, or stand still. */
  function keepTime(): void {
    for (const { id } of shown(store.get())) {
      const clock = clocks.get(id);
      if (!clock || held === (clock.timer === undefined)) continue;
      if (held) {
        clearTimeout(clock.timer);
        clock.timer = undefined;
        clock.left -= now() - clock.since;
      } else {
        clock.since = now();
        clock.timer = setTimeout(() => close(id), clock.left);
      }
    }
  }

  function close(id: string): void {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
    store.set((list) => list.filter((toast) => toast.id !== id));
    keepTime();
  }

  return {
    /** The toasts, oldest first. */
    store,

    /** Shows a message; returns its id. */
    add(text: string, { type = 'success', icon = toastIcons[type], urgent, action, timeout = toastTimeout }: ToastOptions = {}): string {
      const id = `toast-${(count += 1)}`;
      const left = action && isByKey() ? Math.max(timeout, timeoutByKey) : timeout;
      if (left !== Infinity) clocks.set(id, { left, since: now(), timer: undefined });
      store.set((list) => [...list, { id, text, type, icon, ...(urgent ? { urgent } : {}), ...(action ? { action } : {}) }]);
      keepTime();
      return id;
    },

    /** Takes a message away. */
    close,

    /** Stops time while somebody is at a toast with the pointer, a finger or the focus; `false` lets it run on. */
    hold(hold: boolean): void {
      held = hold;
      keepTime();
    },
  };
}

/** The app's toasts. `toasts.add('Shared with 7 people')`, `toasts.add('Login failed', { type: 'error' })`. */
export const toasts = createToastStore();

/** The toasts that are shown, in a component: the oldest few, oldest first. */
export const useToasts = (): readonly Toast[] => useSelector(toasts.store, shown);
