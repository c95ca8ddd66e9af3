import type { Comment } from '@heartwood/contract/comments';
import { useSelector } from '@tanstack/react-store';
import { useKeeps } from '#platform/device-storage.ts';
import { call, CallError } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { unsent } from '#platform/unsent.ts';
import { createWaitingList, waitingOnDevice, type Waiting, type WaitingStore } from '#platform/waiting-list.ts';

/** A comment that was sent without a network. */
export interface WaitingComment extends Waiting {
  postId: string;
  text: string;
}

/** What waiting comments need from around them. */
interface WaitingPorts {
  kept: WaitingStore<WaitingComment>;
  send: (one: WaitingComment) => Promise<Comment>;
  /** Hears that one is handed to the server. @param until settles once the answer is known and told */
  handing: (until: Promise<void>) => void;
  online: () => boolean;
  later: (run: () => void, milliseconds: number) => void;
}

/** What becomes of a comment that has waited. */
export interface Outcome {
  sent: (one: WaitingComment, comment: Comment) => void;
  /** The server does not take it, as its post is gone or nobody covers the family: its words go back into the field. Resolves once they are kept there. */
  refused: (one: WaitingComment, error: CallError) => Promise<void>;
}

/** Milliseconds until a comment that did not get through is tried again. */
const retryDelay = 15_000;

/** Comments that wait for the network, in the order they were written: kept on the device, and sent by themselves. */
export function createWaiting({ kept, send, handing, online, later }: WaitingPorts) {
  const list = createWaitingList(kept);
  const { store } = list;
  let outcome: Outcome | undefined;
  let busy = false;

  async function run(): Promise<void> {
    if (busy || !outcome || !online()) return;
    busy = true;
    try {
      for (let next = store.get()[0]; next; next = store.get()[0]) if (!(await leave(next, outcome))) break;
    } finally {
      busy = false;
    }
  }

  /** @returns whether it is decided about */
  async function leave(one: WaitingComment, told: Outcome): Promise<boolean> {
    const { promise: until, resolve: end } = Promise.withResolvers<void>();
    handing(until);
    try {
      const comment = await send(one);
      list.remove(one.id);
      told.sent(one, comment);
      return true;
    } catch (error) {
      const isDecided = error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);
      if (!isDecided) {
        later(() => void run(), retryDelay);
        return false;
      }
      // The page may go at any moment: to the log-in, to the paywall.
      await told.refused(one, error);
      list.remove(one.id);
      return true;
    } finally {
      end();
    }
  }

  return {
    store,
    /** The ids of those that other pages of this browser have: they send them. */
    elsewhere: list.elsewhere,
    /** Goes on with what was kept. @param how hears what becomes of each, from now on */
    begin(how = outcome): Promise<void> {
      outcome = how;
      return list.takeKept(() => void run()).then(run);
    },
    /** Has one wait. @param id the key of a try that got no answer */
    add(postId: string, text: string, id: string = newKey()): void {
      list.add({ id, postId, text, since: new Date().toISOString() });
      void run();
    },
    /** Sends what waits, for when there is a network. */
    goOn: (): void => void run(),
    /** Forgets what is in memory, when the session ends: what is kept is there for the same person. */
    forget: list.forget,
  };
}

/** The key of one on the device; without its id, the beginning of the keys of all. */
const keyOf = (id = '') => `waiting comment ${session.person() ?? ''} ${id}`;

/** The comments that wait on this device, of whoever is signed in. */
export const waitingComments = createWaiting({
  kept: waitingOnDevice(keyOf),
  send: ({ id, postId, text }) =>
    call('POST /api/posts/:id/comments', { params: { id: postId }, body: { text, media_id: null }, idempotencyKey: id }).then(
      ({ comment }) => comment,
    ),
  handing: unsent.hand,
  online: () => navigator.onLine,
  later: (run, milliseconds) => void setTimeout(run, milliseconds),
});
if (typeof window !== 'undefined') window.addEventListener('online', waitingComments.goOn);
session.onEnd(waitingComments.forget);
const count = (): void =>
  unsent.set('comments', { here: waitingComments.store.get().length, elsewhere: waitingComments.elsewhere.get().size, isStuck: false });
waitingComments.store.subscribe(count);
waitingComments.elsewhere.subscribe(count);

/** The comments of a post that wait, in a component. */
export const useWaitingComments = (postId: string): readonly WaitingComment[] =>
  useSelector(waitingComments.store).filter((one) => one.postId === postId);

/** Whether what waits is kept on this device, in a component; where it has no room, it waits as long as the page is open. */
export const useWaitingKept = (): boolean => useKeeps(useSelector(waitingComments.store).map(({ id }) => keyOf(id)));
