import type { Comment } from '@heartwood/contract/comments';
import { createAtom, useSelector } from '@tanstack/react-store';
import { deviceStorage, useKeeps } from '#platform/device-storage.ts';
import { call, CallError } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { unsent } from '#platform/unsent.ts';

/** A comment that was sent without a network. `id` is the key of every try; `since` is ISO 8601. */
export interface WaitingComment {
  id: string;
  postId: string;
  text: string;
  since: string;
}

/** What waiting comments need from around them. */
interface WaitingPorts {
  load: () => Promise<readonly WaitingComment[]>;
  save: (all: readonly WaitingComment[]) => void;
  send: (one: WaitingComment) => Promise<Comment>;
  /** Hears that one is handed to the server. @param until settles once the answer is known and told */
  handing: (until: Promise<void>) => void;
  online: () => boolean;
  later: (run: () => void, milliseconds: number) => void;
}

/** What becomes of a comment that has waited. */
export interface Outcome {
  sent: (one: WaitingComment, comment: Comment) => void;
  /** The server wants it no more, as its post is gone: its words go back into the field. */
  refused: (one: WaitingComment, error: CallError) => void;
}

/** Milliseconds until a comment that did not get through is tried again. */
const retryDelay = 15_000;

/** Comments that wait for the network, in the order they were written: kept on the device, and sent by themselves. */
export function createWaiting({ load, save, send, handing, online, later }: WaitingPorts) {
  const store = createAtom<readonly WaitingComment[]>([]);
  let begun: Promise<void> | undefined;
  /** The ids of those that this page has taken: what is found of them on the device is older than what became of them. */
  let added = new Set<string>();
  let outcome: Outcome | undefined;
  let busy = false;
  const change = (next: readonly WaitingComment[]): void => {
    store.set(next);
    save(next);
  };

  async function takeKept(): Promise<void> {
    const here = added;
    const found = (await load()).filter(({ id }) => !here.has(id));
    // The session has ended meanwhile: they are there for the same person.
    if (here === added && found.length > 0) change([...found, ...store.get()]);
  }

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
    const remove = () => change(store.get().filter(({ id }) => id !== one.id));
    const { promise: until, resolve: end } = Promise.withResolvers<void>();
    handing(until);
    try {
      const comment = await send(one);
      remove();
      told.sent(one, comment);
      return true;
    } catch (error) {
      const isDecided = error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 402, 429].includes(error.status);
      if (!isDecided) {
        later(() => void run(), retryDelay);
        return false;
      }
      remove();
      told.refused(one, error);
      return true;
    } finally {
      end();
    }
  }

  return {
    store,
    /** Goes on with what was kept, once. */
    begin(how: Outcome): Promise<void> {
      outcome = how;
      begun ??= takeKept();
      return begun.then(run);
    },
    /** Has one wait. @param id the key of a try that got no answer */
    add(postId: string, text: string, id: string = newKey()): void {
      added.add(id);
      change([...store.get(), { id, postId, text, since: new Date().toISOString() }]);
      void run();
    },
    /** Sends what waits, for when there is a network. */
    goOn: (): void => void run(),
    /** Forgets what is in memory, when the session ends: what is kept is there for the same person. */
    forget(): void {
      begun = undefined;
      added = new Set();
      store.set([]);
    },
  };
}

const name = () => `waiting comments ${session.person() ?? ''}`;

/** The comments that wait on this device, of whoever is signed in. */
export const waitingComments = createWaiting({
  load: async () => (await deviceStorage.value<WaitingComment[]>(name())) ?? [],
  save: (all) => void deviceStorage.setValue(name(), all.length > 0 ? all : undefined),
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

/** The comments of a post that wait, in a component. */
export const useWaiting = (postId: string): readonly WaitingComment[] =>
  useSelector(waitingComments.store).filter((one) => one.postId === postId);

/** Whether what waits is kept on this device, in a component; where it has no room, it waits as long as the page is open. */
export const useWaitingKept = (): boolean => useKeeps([name()]);
