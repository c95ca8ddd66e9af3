import { useEffect, useState } from 'react';

/**
 * Keeps the screen awake while a component is shown. A browser lets it sleep when the page is out of sight, so it is asked for again.
 * @returns whether it stays awake; undefined until that is known
 */
export function useWakeLock(): boolean | undefined {
  const [isAwake, setAwake] = useState<boolean>();
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let left = false;
    async function ask(): Promise<void> {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (left) return void lock.release();
        setAwake(true);
      } catch {
        // No such thing in this browser, or refused: by a low battery, say.
        if (!left) setAwake(false);
      }
    }
    const look = () => void ask();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', look);
      void lock?.release().catch(() => undefined);
    };
  }, []);
  return isAwake;
}
