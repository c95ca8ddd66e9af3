import { useEffect } from 'react';

/** How many recorders are open on this page. */
let open = 0;
/** Who waits until there is none. */
let waiting: (() => void)[] = [];

/** Counts a recorder while it is open: `recordersClosed` waits for it. */
export function useOpenRecorder(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    open += 1;
    return () => {
      open -= 1;
      if (open > 0) return;
      const told = waiting;
      waiting = [];
      for (const tell of told) tell();
    };
  }, [isOpen]);
}

/** Resolves once no recorder is open, and what was recorded has been handed over. */
export const recordersClosed = (): Promise<void> => (open === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)));
