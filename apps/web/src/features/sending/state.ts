import type { BodyInput } from '@heartwood/contract/endpoint';
import type { Post, postsApi } from '@heartwood/contract/posts';
import { uploads } from '#features/uploads/api.ts';
import { call, CallError } from '#platform/http.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { session } from '#platform/session.ts';
import { bodyOf, mediaIdsOf, type Draft } from './logic.ts';
import { takeUp } from './hooks/use-draft.ts';

/** A post that is written and has not left yet. `id` is the key it is shared under, for every try; `on` the day it was written. */
export interface Outgoing {
  id: string;
  draft: Draft;
  /** How many others see it, as far as that was known. */
  reach: number | undefined;
  on: string;
  /** When it was written, ISO 8601. */
  since: string;
  /** Why it was refused; then it waits for somebody to decide. */
  failed?: OutgoingFailure | undefined;
}

/** Why a post cannot leave: files of it have not arrived, the server refused it in its words, or nobody knows. */
export type OutgoingFailure = { why: 'files' | 'unknown' } | { why: 'refused'; said: string };

/** What an outbox needs from around it. */
export interface OutboxPorts {
  load: () => Promise<Outgoing[]>;
  save: (posts: readonly Outgoing[]) => void;
  /** Takes up the uploads of a kept draft. */
  takeUp: (draft: Draft) => Promise<Draft>;
  uploads: Pick<typeof uploads, 'one' | 'settled' | 'isLost' | 'retry' | 'resume' | 'remove' | 'subscribe'>;
  share: (body: BodyInput<typeof postsApi.share>, key: string) => Promise<Post>;
  /** Forgets files that belong to a post that has left. */
  dropFiles: (keys: readonly string[]) => void;
  later: (run: () => void, milliseconds: number) => void;
  online: () => boolean;
}

/** How long to wait before a post that did not get through is tried again, in milliseconds. */
const againAfter = 15_000;

/** Posts that wait for their photos, or for the network: sent one after the other, in the order they were written. */
export function createOutbox(ports: OutboxPorts) {
  let list: readonly Outgoing[] = [];
  let begun: Promise<void> | undefined;
  let busy = false;
  let whenShared: (post: Post, sent: Outgoing) => void = () => undefined;
  const listeners = new Set<() => void>();

  const publish = (next: readonly Outgoing[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const change = (next: readonly Outgoing[]) => {
    publish(next);
    ports.save(next);
  };
  const patch = (id: string, to: Partial<Outgoing>) => change(list.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const keysOf = ({ draft }: Outgoing) => draft.photos.map(({ key }) => key);

  // What has arrived need not be sent again after the page has been closed.
  function remember(): void {
    const arrived = (key: string) => ports.uploads.one(key)?.media ?? null;
    if (!list.some(({ draft }) => draft.photos.some(({ key, media }) => !media && arrived(key)))) return;
    const next = list.map((one) => {
      const photos = one.draft.photos.map((photo) => {
        const media = photo.media ?? arrived(photo.key);
        return media && !photo.media ? { ...photo, media, at: Date.now() } : photo;
      });
      return { ...one, draft: { ...one.draft, photos } };
    });
    change(next);
  }
  ports.uploads.subscribe(remember);

  async function takeKept(): Promise<void> {
    const found = await ports.load();
    const known = await Promise.all(found.map(async (one) => ({ ...one, draft: await ports.takeUp(one.draft) })));
    publish([...known.filter(({ id }) => !list.some((one) => one.id === id)), ...list]);
    void run();
  }

  async function run(): Promise<void> {
    // Where the network comes back, somebody says so.
    if (busy || !ports.online()) return;
    busy = true;
    for (const tried = new Set<string>(); ;) {
      const next = list.find(({ id, failed }) => failed === undefined && !tried.has(id));
      if (!next) break;
      tried.add(next.id);
      await send(next);
    }
    busy = false;
  }

  async function send(one: Outgoing): Promise<void> {
    const keys = keysOf(one);
    await ports.uploads.settled(keys);
    const draft = list.find(({ id }) => id === one.id)?.draft;
    // Taken back while its photos were on their way, or the network has gone.
    if (!draft || !ports.online()) return;
    const mediaIds = mediaIdsOf(draft, (key) => ports.uploads.one(key)?.media);
    if (!mediaIds) {
      const missing = keys.filter((key) => ports.uploads.one(key)?.state.state === 'failed');
      if (missing.every(ports.uploads.isLost)) return ports.later(() => void run(), againAfter);
      return patch(one.id, { failed: { why: 'files' } });
    }
    try {
      const post = await ports.share(bodyOf(draft, mediaIds, one.on), one.id);
      change(list.filter(({ id }) => id !== one.id));
      keys.forEach(ports.uploads.remove);
      ports.dropFiles(keys);
      whenShared(post, one);
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      if (status === 0 || status === 429 || status >= 500) return ports.later(() => void run(), againAfter);
      patch(one.id, { failed: error instanceof CallError ? { why: 'refused', said: error.message } : { why: 'unknown' } });
    }
  }

  return {
    list: (): readonly Outgoing[] => list,
    /** Goes on with what was kept; called wherever somebody is signed in, works once. `onShared` hears of every post that has left. */
    begin(onShared: (post: Post, sent: Outgoing) => void): Promise<void> {
      whenShared = onShared;
      begun ??= takeKept();
      return begun;
    },
    /** Takes a post to send it as soon as that goes; what was stopped of it goes on. */
    add(one: Outgoing): void {
      keysOf(one).forEach(ports.uploads.resume);
      change([...list, one]);
      void run();
    },
    /** Tries one again that was refused, with those of its photos that have not arrived. */
    retry(id: string): void {
      const one = list.find((post) => post.id === id);
      if (!one) return;
      keysOf(one).forEach(ports.uploads.retry);
      patch(id, { failed: undefined });
      void run();
    },
    /** Takes one back. @returns its draft, with its files and uploads as they are */
    take(id: string): Draft | undefined {
      const one = list.find((post) => post.id === id);
      change(list.filter((post) => post.id !== id));
      return one?.draft;
    },
    /** Sends what is left, for when there is a network again. */
    goOn: (): void => void run(),
    /** Forgets everything, when the session ends. */
    forget(): void {
      begun = undefined;
      publish([]);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const name = () => `outgoing ${session.get().user?.id ?? ''}`;

/** The posts on their way from this device, for whoever is signed in. */
export const outbox = createOutbox({
  load: async () => (await deviceStorage.value<Outgoing[]>(name())) ?? [],
  save: (posts) => void deviceStorage.setValue(name(), posts.length > 0 ? posts : undefined),
  takeUp,
  uploads,
  share: (body, idempotencyKey) => call('POST /api/posts', { body, idempotencyKey }).then(({ post }) => post),
  dropFiles: (keys) => void deviceStorage.dropFiles(keys),
  later: (run, milliseconds) => void setTimeout(run, milliseconds),
  online: () => navigator.onLine,
});
if (typeof window !== 'undefined') window.addEventListener('online', outbox.goOn);
session.onEnd(outbox.forget);
