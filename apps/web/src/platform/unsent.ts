import { createAtom, useSelector } from '@tanstack/react-store';

/** What is on its way from this device and would be lost by logging out. `isStuck`: something of it does not leave by itself. */
interface Unsent {
  count: number;
  isStuck: boolean;
}

const store = createAtom<Unsent & { wasAny: boolean }>({ count: 0, isStuck: false, wasAny: false });
/** After how long nothing waits for an answer any more, in milliseconds: it may never come, over a network that was lost. */
const answerTimeoutMs = 10_000;
let answers: Promise<unknown> = Promise.resolve();
let takeUp: () => Promise<unknown> = () => Promise.resolve();

/** Told by the feature that sends, and asked by the one that logs out: neither knows the other. */
export const unsent = {
  get: (): Unsent => store.get(),
  /** Says what is on its way now. */
  set: (now: Unsent): void => store.set(({ wasAny }) => ({ ...now, wasAny: wasAny || now.count > 0 })),
  /** Says that something is handed to the server now. @param until settles once the answer is known and shown */
  hand(until: Promise<void>): void {
    const late = new Promise((resolve) => void setTimeout(resolve, answerTimeoutMs));
    answers = Promise.all([answers, Promise.race([until, late])]);
  },
  /**
   * Gives back what the server has answered, once nothing is being handed to it: the answer may hold what is shown as on its way, which would be
   * there twice.
   */
  onceAnswered: <Answer>(answer: Answer): Promise<Answer> => answers.then(() => answer),
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
