import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A viewer lies over the page: which one. */
    viewer?: number;
  }
}

let viewers = 0;

/**
 * Which photo is opened large, if any. While one is, the way back closes it and leaves the page as it was.
 * `leave` closes it for a link that replaces its place in the history.
 */
export function useOpened() {
  const router = useRouter();
  const [opened, set] = useState<{ index: number; viewer: number }>();
  useEffect(
    () =>
      opened &&
      router.history.subscribe(({ location }) => {
        if (location.state.viewer !== opened.viewer) set(undefined);
      }),
    [opened, router],
  );
  return {
    index: opened?.index,
    open: (index: number) => {
      const viewer = (viewers += 1);
      set({ index, viewer });
      void router.navigate({ to: '.', search: true, hash: true, state: { viewer }, resetScroll: false, hashScrollIntoView: false });
    },
    close: () => {
      if (opened && router.history.location.state.viewer === opened.viewer) router.history.back();
      set(undefined);
    },
    leave: () => set(undefined),
  };
}

/** What is opened, and how it closes. */
export type Opened = ReturnType<typeof useOpened>;
