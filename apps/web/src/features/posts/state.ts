import { session } from '#platform/session.ts';

let chosen: readonly File[] = [];
session.onEnd(() => void (chosen = []));

/** Files that were chosen on another page, until the composer takes them. */
export const chosenFiles = {
  keep: (files: readonly File[]): void => void (chosen = files),
  /** The files, once. */
  take(): readonly File[] {
    const taken = chosen;
    chosen = [];
    return taken;
  },
};
