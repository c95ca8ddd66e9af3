import { useSyncExternalStore } from 'react';

/** The calendar day where the reader is, `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function subscribe(listener: () => void): () => void {
  // A minute is near enough to midnight, and a page that comes back to the front looks at once.
  const timer = setInterval(listener, 60_000);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The calendar day where the reader is, in a component: it turns at midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => today());
}

/** The time, in milliseconds, in a component: whole minutes, so that "2 hours ago" moves on. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 60_000) * 60_000);
}
