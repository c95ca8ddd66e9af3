import { useSyncExternalStore } from 'react';

/** One message. `icon` names a picture. */
export interface Toast {
  id: string;
  text: string;
  type: 'success' | 'error';
  icon: string;
  /** One verb that can still be done ("Undo"); the toast goes with it. */
  action?: { label: string; run: () => void };
}

/** What may be said of a toast beside its text. Without `icon` success has the love-heart and error the octagon. `timeout` in milliseconds. */
export interface ToastOptions {
  type?: Toast['type'];
  icon?: string;
  action?: Toast['action'];
  timeout?: number;
}

/** How long a toast stays, in milliseconds, unless it says otherwise. */
export const toastTimeout = 3_000;
/** The picture of a toast that names none. */
export const toastIcons = { success: 'love-heart', error: 'error-octagon' } as const;
/** How many are shown at once; the oldest goes. */
export const toastLimit = 3;

/** A store of toasts. Time is held while somebody is at them, and runs on where it stopped. */
export function createToastStore(now: () => number = () => performance.now()) {
  let list: readonly Toast[] = [];
  let held = false;
  let count = 0;
  const listeners = new Set<() => void>();
  const clocks = new Map<string, { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>();

  const change = (next: readonly Toast[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const start = (id: string) => {
    const clock = clocks.get(id);
    if (!clock || held) return;
    clock.since = now();
    clock.timer = setTimeout(() => close(id), clock.left);
  };
  const stop = (id: string) => {
    const clock = clocks.get(id);
    if (!clock?.timer) return;
    clearTimeout(clock.timer);
    clock.timer = undefined;
    clock.left = Math.max(0, clock.left - (now() - clock.since));
  };

  function close(id: string): void {
    stop(id);
    clocks.delete(id);
    if (list.some((toast) => toast.id === id)) change(list.filter((toast) => toast.id !== id));
    // Who was at the last one is at none: its leaving tells nobody that the pointer has left it.
    if (list.length === 0) held = false;
  }

  return {
    /** The toasts, oldest first. */
    list: (): readonly Toast[] => list,

    /** Shows a message; returns its id. */
    add(text: string, { type = 'success', icon = toastIcons[type], action, timeout = toastTimeout }: ToastOptions = {}): string {
      const id = `toast-${(count += 1)}`;
      clocks.set(id, { left: timeout, since: now(), timer: undefined });
      change([...list, { id, text, type, icon, ...(action ? { action } : {}) }]);
      start(id);
      for (const old of list.slice(0, Math.max(0, list.length - toastLimit))) close(old.id);
      return id;
    },

    /** Takes a message away. */
    close,

    /** Holds time while somebody hovers, touches or focuses a toast; `false` lets it run on. */
    hold(hold: boolean): void {
      if (held === hold) return;
      held = hold;
      for (const id of clocks.keys())
        if (hold) stop(id);
        else start(id);
    },

    /** Calls `listener` on every change. Returns what undoes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The app's toasts. `toasts.add('Shared with 7 people')`, `toasts.add('Login failed', { type: 'error' })`. */
export const toasts = createToastStore();

/** The toasts, in a component. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(toasts.subscribe, toasts.list, toasts.list);
}
