/** How many routes are fetched ahead at the same time. */
export const prefetchLimit = 4;

/**
 * A queue of routes to fetch ahead: at most {@link prefetchLimit} run, others wait their turn, each path is fetched once.
 * @param run fetches what a path needs; its failure is nobody's concern, and the path may be tried again
 */
export function createPrefetchQueue(run: (path: string) => Promise<unknown>, limit: number = prefetchLimit) {
  const known = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  function next(): void {
    while (running < limit) {
      const path = waiting.shift();
      if (path === undefined) return;
      running += 1;
      void Promise.resolve()
        .then(() => run(path))
        .catch(() => known.delete(path))
        .finally(() => {
          running -= 1;
          next();
        });
    }
  }

  return {
    /** Adds a path, unless it has been. */
    add(path: string): void {
      if (known.has(path)) return;
      known.add(path);
      waiting.push(path);
      next();
    },
    /** How many run now. */
    running: (): number => running,
  };
}

/**
 * Watches for the intent to follow a link of ours (pointer over it, focus on it, finger on it).
 * @returns what ends it
 */
export function watchIntent(root: Document, intend: (path: string) => void): () => void {
  const notice = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== root.location.origin || link.target || link.hasAttribute('download'))
      return;
    if (link.pathname !== root.location.pathname) intend(link.pathname + link.search);
  };
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const name of events) root.addEventListener(name, notice, { passive: true });
  return () => {
    for (const name of events) root.removeEventListener(name, notice);
  };
}
