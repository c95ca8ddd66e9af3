import { createAtom, useSelector } from '@tanstack/react-store';

/** How many are on their way: from this page, and from other pages of this browser. `isStuck`: one of this page does not leave by itself. */
interface OnTheirWay {
  here: number;
  elsewhere: number;
  isStuck: boolean;
}

/** What is on its way from this device and would be lost by logging out. */
interface Unsent {
  posts: OnTheirWay;
  comments: OnTheirWay;
}

const none: OnTheirWay = { here: 0, elsewhere: 0, isStuck: false };
const store = createAtom<Unsent & { wasAny: boolean }>({ posts: none, comments: none, wasAny: false });
/** After how long nothing waits for an answer any more, in milliseconds: it may never come, over a network that was lost. */
const answerTimeoutMs = 10_000;
let answers: Promise<unknown> = Promise.resolve();
let takeUp: () => Promise<unknown> = () => Promise.resolve();

/** Told by the features that send, and asked by the one that logs out: neither knows the other. */
export const unsent = {
  /** Says what is on its way now. */
  set: (what: keyof Unsent, now: OnTheirWay): void =>
    store.set((before) => ({ ...before, [what]: now, wasAny: before.wasAny || (what === 'posts' && now.here > 0) })),
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

/** What is on its way, in a component; `wasAny`: a post is, or was since the page was opened. */
export const useUnsent = (): Unsent & { wasAny: boolean } => useSelector(store);
