import { useRouter } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Viewers that lie over the page, each over the one before. */
    viewers?: readonly number[];
  }
}

let last = 0;

/**
 * Which photo is opened large, if any. While one is, the way back closes it and leaves what lies below it as it was: the page, or another
 * viewer.
 * `leave` closes it for a link that replaces its place in the history.
 */
export function useOpened() {
  const router = useRouter();
  const [opened, set] = useState<{ index: number; viewers: readonly number[] }>();
  const current = () => router.history.location.state.viewers ?? [];
  useEffect(() => {
    if (!opened) return undefined;
    const follow = () => {
      const now = router.history.location.state.viewers;
      if (opened.viewers.some((viewer, place) => now?.[place] !== viewer)) set(undefined);
    };
    // Somebody may have gone back before it was there.
    follow();
    return router.history.subscribe(follow);
  }, [opened, router]);
  return {
    index: opened?.index,
    open: (index: number) => {
      const viewers = [...current(), (last += 1)];
      // The photo that was pressed looks so before what opens is drawn.
      startTransition(() => set({ index, viewers }));
      void router.navigate({ to: '.', search: true, hash: true, state: { viewers }, resetScroll: false, hashScrollIntoView: false });
    },
    close: () => {
      if (opened && current().at(-1) === opened.viewers.at(-1)) router.history.back();
      set(undefined);
    },
    leave: () => set(undefined),
  };
}

/** What is opened, and how it closes. */
export type Opened = ReturnType<typeof useOpened>;
