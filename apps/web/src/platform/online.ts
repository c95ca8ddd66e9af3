import { createAtom, useSelector } from '@tanstack/react-store';
import { useSyncExternalStore } from 'react';

/** Whether what is shown was kept here because no server has answered, although the browser has a network. */
const cutOff = createAtom(false);

/** Says whether a server has answered last. */
export const setReachable = (isReachable: boolean): void => cutOff.set(!isReachable);

/** Whether no server has answered last. */
export const isCutOff = (): boolean => cutOff.get();

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network, and a server has answered last. */
export function useOnline(): boolean {
  const isCutOff = useSelector(cutOff);
  const hasNetwork = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return hasNetwork && !isCutOff;
}

/** Loads a part that pages stand without; one that does not come is loaded when there is a network again. */
export const withNetwork = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => new Promise((resolve) => window.addEventListener('online', () => resolve(withNetwork(load)), { once: true })));
