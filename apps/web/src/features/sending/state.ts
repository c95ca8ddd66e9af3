import type { BodyInput, RefusalCode } from '@heartwood/contract/endpoint';
import type { Media } from '@heartwood/contract/media';
import type { momentsApi } from '@heartwood/contract/moments';
import type { Post, postsApi } from '@heartwood/contract/posts';
import { useSelector } from '@tanstack/react-store';
import { uploads } from '#features/uploads/state.ts';
import { call, CallError } from '#platform/http.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { session, useSession } from '#platform/session.ts';
import { unsent } from '#platform/unsent.ts';
import { createWaitingList, waitingOnDevice, type Waiting, type WaitingStore } from '#platform/waiting-list.ts';
import { outgoingOf } from './hooks/use-sends.ts';
import { takeUp } from './hooks/use-stored-draft.ts';
import { arrived, FilesMissing, trimmed } from './api.ts';
import { postBodyOf, sharedMomentBodyOf, momentOf, withArrived, type Draft } from './logic.ts';

/** A post that is written and has not left yet. `id` is the key it is shared under, for every try; `on` the day it was written. */
export interface Outgoing extends Waiting {
  /** The family it was written for, whichever one is looked at when it leaves; undefined where that was not known. */
  family: string | undefined;
  draft: Draft;
  /** How many others see it, as far as that was known. */
  reach: number | undefined;
  on: string;
  /** Why it was refused; then it waits for somebody to decide. */
  failed?: OutgoingFailure | undefined;
}

/**
 * Why a post cannot leave: files of it have not arrived or are lost, it has arrived and been deleted since, the server refused it, or nobody knows.
 * `fields` are those that were not valid.
 */
export type OutgoingFailure = { why: 'files' | 'lost' | 'deleted' | 'unknown' } | { why: 'refused'; code: RefusalCode; fields: string[] };

/** What an outbox needs from around it. */
export interface OutboxPorts {
  kept: WaitingStore<Outgoing>;
  /** Takes up the uploads of a kept draft, without the photos whose file the device has lost. */
  takeUp: typeof takeUp;
  uploads: Pick<typeof uploads, 'one' | 'settled' | 'isLost' | 'retry' | 'resume' | 'remove'> & {
    store: Pick<typeof uploads.store, 'subscribe'>;
  };
  /** Makes a film's medium without its beginning or end. */
  trim: typeof trimmed;
  share: (body: BodyInput<typeof postsApi.share>, key: string) => Promise<Post>;
  /** Keeps a moment, and shares it. @returns undefined where an earlier try has arrived, and its post been deleted since */
  keep: (body: BodyInput<typeof momentsApi.keep>, key: string) => Promise<Post | undefined>;
  /** Forgets files that belong to a post that has left. */
  dropFiles: (keys: readonly string[]) => void;
  /** Hears that a post is handed to the server. @param until settles once the answer is known, and `onShared` has heard of it */
  handing: (until: Promise<void>) => void;
  later: (run: () => void, milliseconds: number) => void;
  online: () => boolean;
}

/** How long to wait before a post that did not get through is tried again, in milliseconds. */
const retryDelay = 15_000;

const keysOf = ({ draft }: Outgoing): string[] => draft.photos.map(({ key }) => key);

function forgetFiles(post: Outgoing, { uploads: arriving, dropFiles }: OutboxPorts): void {
  keysOf(post).forEach(arriving.remove);
  dropFiles(keysOf(post));
}

/** A post that was kept. One that has lost photos waits until somebody has seen what is left of it. */
async function takenUp(post: Outgoing, { takeUp: take, kept }: Pick<OutboxPorts, 'takeUp' | 'kept'>): Promise<Outgoing> {
  const isWhole = ({ photos }: Draft) => photos.length === post.draft.photos.length;
  const withDraft = (draft: Draft): Outgoing => ({ ...post, draft, ...(!isWhole(draft) && { failed: { why: 'lost' } }) });
  return withDraft(await take(post.draft, (draft) => kept.put(withDraft(draft)), post.family));
}

/** The posts that have not left yet. */
function createList(ports: OutboxPorts) {
  const list = createWaitingList(ports.kept, (post) => takenUp(post, ports));
  const { store, change } = list;
  return {
    ...list,
    one: (id: string): Outgoing | undefined => store.get().find((post) => post.id === id),
    patch: (id: string, to: Partial<Outgoing>): void => change(store.get().map((one) => (one.id === id ? { ...one, ...to } : one))),
    /** What has arrived need not be sent again after the page has been closed. */
    remember(arrived: (key: string) => Media | null | undefined): void {
      const before = store.get();
      const next = before.map((one) => {
        const photos = withArrived(one.draft.photos, arrived, Date.now());
        return photos === one.draft.photos ? one : { ...one, draft: { ...one.draft, photos } };
      });
      if (next.some((one, index) => one !== before[index])) change(next);
    },
  };
}

/** Posts that wait for their photos, or for the network: sent one after the other, in the order they were written. */
export function createOutbox(ports: OutboxPorts) {
  const { store, elsewhere, one, add, takeKept, remove, patch, remember, forget } = createList(ports);
  let busy = false;
  /** Posts that have left before anybody listened: a page without layout shares, too. */
  const unheard: [Post, Outgoing][] = [];
  let whenShared: (post: Post, sent: Outgoing) => void = (...one) => void unheard.push(one);
  ports.uploads.store.subscribe(() => remember((key) => ports.uploads.one(key)?.media));

  async function run(): Promise<void> {
    // Where the network comes back, somebody says so.
    if (busy || !ports.online()) return;
    busy = true;
    try {
      for (const tried = new Set<string>(); ;) {
        const next = store.get().find(({ id, failed }) => failed === undefined && !tried.has(id));
        if (!next) break;
        tried.add(next.id);
        const { promise: until, resolve: end } = Promise.withResolvers<void>();
        await send(next, until).finally(end);
      }
    } finally {
      busy = false;
    }
  }

  async function send(post: Outgoing, until: Promise<void>): Promise<void> {
    const outcome = await leave(post, () => one(post.id)?.draft, until, ports);
    if (outcome === 'later') return ports.later(() => void run(), retryDelay);
    if (outcome === 'stays') return;
    if ('failed' in outcome) return patch(post.id, outcome);
    remove(post.id);
    forgetFiles(post, ports);
    whenShared(outcome.shared, post);
  }

  return {
    /** The posts, in the order they were written. */
    store,
    /** The ids of those that other pages of this browser have: they send them. */
    elsewhere,
    /** Goes on with what was kept; called wherever somebody is signed in. `onShared` hears of every post that has left. */
    async begin(onShared = whenShared): Promise<void> {
      whenShared = onShared;
      for (const one of unheard.splice(0)) whenShared(...one);
      if (await takeKept(() => void run())) void run();
    },
    /** Takes a post to send it as soon as that goes; what was stopped of it goes on. */
    add(post: Outgoing): void {
      keysOf(post).forEach(ports.uploads.resume);
      add(post);
      // What was kept goes as well. It is read after this has been written: the page may end at any moment.
      void this.begin();
      void run();
    },
    /** Tries one again that was refused, with those of its photos that have not arrived. */
    retry(id: string): void {
      const post = one(id);
      if (!post) return;
      keysOf(post).forEach(ports.uploads.retry);
      patch(id, { failed: undefined });
      void run();
    },
    /** Takes one back. @returns its draft, with its files and uploads as they are */
    take(id: string): Draft | undefined {
      const post = one(id);
      remove(id);
      return post?.draft;
    },
    /** Sends what is left, for when there is a network again. */
    goOn: (): void => void run(),
    /** Forgets everything, when the session ends. */
    forget,
  };
}

/**
 * Sends a post once its photos are there.
 * @param written its draft as it is then, undefined where it was taken back
 * @param until settles once what came of it has been told
 * @returns the post; why it cannot leave; `later` where only the network stands in between, `stays` where nobody wants it sent now
 */
async function leave(
  one: Outgoing,
  written: () => Draft | undefined,
  until: Promise<void>,
  { uploads: arriving, trim, share, keep, online, handing }: OutboxPorts,
): Promise<{ shared: Post } | { failed: OutgoingFailure } | 'later' | 'stays'> {
  try {
    const mediaIds = await arrived(one.draft.photos, arriving, trim);
    const draft = written();
    // Taken back while its photos were on their way, or the network has gone.
    if (!draft || !online()) return 'stays';
    handing(until);
    const moment = momentOf(draft);
    const family = one.family && { family_id: one.family };
    if (moment) {
      const post = await keep({ ...sharedMomentBodyOf(draft, moment, mediaIds, one.on), ...family }, one.id);
      return post ? { shared: post } : { failed: { why: 'deleted' } };
    }
    return { shared: await share({ ...postBodyOf(draft, mediaIds, one.on), ...family }, one.id) };
  } catch (error) {
    if (error instanceof FilesMissing && !error.isLost) return { failed: { why: 'files' } };
    const status = error instanceof CallError ? error.status : 0;
    // No room for it (507) is nothing that passes by itself.
    if (status === 0 || status === 429 || (status >= 500 && status !== 507)) return 'later';
    if (!(error instanceof CallError)) return { failed: { why: 'unknown' } };
    const { status_code: code, errors = {} } = error.body;
    return { failed: { why: 'refused', code, fields: Object.keys(errors) } };
  }
}

/** The posts on their way from this device, for whoever is signed in. */
export const outbox = createOutbox({
  kept: waitingOnDevice((id) => outgoingOf(session.get().user?.id ?? '', id)),
  takeUp,
  uploads,
  trim: trimmed,
  share: (body, idempotencyKey) => call('POST /api/posts', { body, idempotencyKey }).then(({ post }) => post),
  keep: (body, idempotencyKey) => call('POST /api/moments', { body, idempotencyKey }).then(({ post }) => post ?? undefined),
  dropFiles: (keys) => void deviceStorage.dropFiles(keys),
  handing: unsent.hand,
  later: (run, milliseconds) => void setTimeout(run, milliseconds),
  online: () => navigator.onLine,
});
if (typeof window !== 'undefined') window.addEventListener('online', outbox.goOn);
session.onEnd(outbox.forget);
const count = (): void => {
  const posts = outbox.store.get();
  const isStuck = posts.some(({ failed }) => failed !== undefined);
  unsent.set('posts', { here: posts.length, elsewhere: outbox.elsewhere.get().size, isStuck });
};
outbox.store.subscribe(count);
outbox.elsewhere.subscribe(count);

/** The posts on their way from this device to the family that is looked at, in a component; with those of other families that somebody has to decide about. */
export function useOutgoing(): readonly Outgoing[] {
  const family = useSession().user?.current_family_id ?? undefined;
  return useSelector(outbox.store).filter((post) => post.family === undefined || post.family === family || post.failed);
}
