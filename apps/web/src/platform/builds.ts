import { minute } from '@heartwood/contract/limits';
import { createAtom, useSelector } from '@tanstack/react-store';
import { fetchFile } from './http.ts';

/** How often a newer build is looked for, in milliseconds; also on every return to the page. */
export const pollEvery = 5 * minute;
/** A path is reloaded at most once in this time, in milliseconds. */
export const reloadGuard = 10_000;

interface Surroundings {
  /** The id of the build that runs; '' in development, where nothing is watched. */
  running: string;
  latest: () => Promise<{ id: string }>;
  /** The record of a build: it is there once all of the build is. */
  record: (id: string) => Promise<{ id: string }>;
  now: () => number;
  /** What survives a reload but not the tab. */
  kept: Pick<Storage, 'getItem' | 'setItem'>;
  path: () => string;
  reload: () => void;
}

/** Watches for a newer build than the one that runs. */
export function createBuildWatch({ running, latest, record, now, kept, path, reload }: Surroundings) {
  const newer = createAtom(false);

  return {
    /** Whether a newer build has been seen. */
    newer,

    /**
     * Looks for a newer build that has its record. Without an answer nothing is known, and nothing changes; an older answer that
     * arrives after a newer one takes nothing back.
     */
    async look(): Promise<boolean> {
      if (!running || newer.get()) return newer.get();
      const id = await latest()
        .then((build) => (build.id === running ? running : record(build.id).then((built) => built.id)))
        .catch(() => running);
      if (id && id !== running) newer.set(true);
      return newer.get();
    },

    /**
     * After a part of the app could not be loaded: looks for a newer build and, if there is one, reloads the page,
     * at most once in ten seconds per path.
     * @returns whether the page reloads
     */
    async recover(): Promise<boolean> {
      if (!(await this.look())) return false;
      const key = `reloaded:${path()}`;
      const last = Number(kept.getItem(key));
      if (last && now() - last < reloadGuard) return false;
      kept.setItem(key, String(now()));
      reload();
      return true;
    },
  };
}

// Where nothing can be remembered, the page counts as loaded anew just now: it must not be loaded over and over.
const nothingKept = { getItem: () => String(Date.now()), setItem: () => undefined };

/** The id of the build that runs, as its page says; '' in development. */
const runningBuild: string =
  (typeof document === 'undefined' ? null : document.querySelector('meta[name="build"]')?.getAttribute('content')) ?? '';

/** What remembers that a page was loaded anew. Where the browser forbids it, already asking for it is an error. */
function sessionStore(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return globalThis.sessionStorage ?? nothingKept;
  } catch {
    return nothingKept;
  }
}

const watch = createBuildWatch({
  running: runningBuild,
  latest: () => fetchFile<{ id: string }>('/builds/latest.json'),
  record: (id) => fetchFile<{ id: string }>(`/builds/meta/${encodeURIComponent(id)}.json`),
  now: () => Date.now(),
  kept: sessionStore(),
  path: () => window.location.pathname,
  reload: () => window.location.reload(),
});

/** Starts watching: every five minutes, on return to the page. */
export function watchBuilds(): void {
  if (!runningBuild) return;
  setInterval(() => void watch.look(), pollEvery);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.look();
  });
  window.addEventListener('vite:preloadError', (event) => {
    // The router would reload by itself at this message, also without a newer build. We decide, so it gets another one.
    event.payload.message = 'A part of the app could not be loaded';
    // Where nobody waits for it, as it was fetched ahead, nothing is broken (platform/unhandled.ts).
    event.payload.name = 'PartError';
  });
}

/** Whether a part of the app could not be loaded. */
export const isPartError = (error: unknown): boolean => error instanceof Error && error.name === 'PartError';

/**
 * After an error that is shown to somebody: where it is a part of the app that could not be loaded, as after a new build, the page is loaded
 * anew. A part that is only fetched ahead is nobody's loss: nothing is loaded anew over what somebody does.
 */
export function recoverFrom(error: unknown): void {
  if (isPartError(error)) void watch.recover();
}

/** Loads the page anew. */
export const reload = (): void => window.location.reload();

/** Whether a newer build is there, in a component. */
export function useNewVersion(): boolean {
  return useSelector(watch.newer);
}
