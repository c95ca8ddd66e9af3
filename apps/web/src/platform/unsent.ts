import { createAtom, useSelector } from '@tanstack/react-store';

/** What is on its way from this device and would be lost by logging out. `isStuck`: something of it does not leave by itself. */
interface Unsent {
  count: number;
  isStuck: boolean;
}

const store = createAtom<Unsent & { wasAny: boolean }>({ count: 0, isStuck: false, wasAny: false });
let answer: Promise<unknown> = Promise.resolve();
let takeUp: () => Promise<unknown> = () => Promise.resolve();

/** Told by the feature that sends, and asked by the one that logs out: neither knows the other. */
export const unsent = {
  get: (): Unsent => store.get(),
  /** Says what is on its way now. */
  set: (now: Unsent): void => store.set(({ wasAny }) => ({ ...now, wasAny: wasAny || now.count > 0 })),
  /** Says that something is handed to the server now. @param until settles once the server's answer is known and shown */
  hand: (until: Promise<unknown>): void => void (answer = until),
  /** Settles once nothing is being handed to the server: what is asked for meanwhile may hold what counts here as on its way. */
  answered: (): Promise<unknown> => answer,
  /** Registers what takes up the things that were kept on the device, where no page has done so yet. */
  takeUpBy: (how: () => Promise<unknown>): void => void (takeUp = how),
  /** What is on its way, with what was kept. */
  async look(): Promise<Unsent> {
    await takeUp();
    return store.get();
  },
};

/** What is on its way, in a component; `wasAny`: something is, or was since the page was opened. */
export const useUnsent = (): Unsent & { wasAny: boolean } => useSelector(store);
