import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { recordersClosed } from '#features/media/hooks/use-open-recorder.ts';
import { uploads } from '#features/uploads/state.ts';
import { call, CallError, noSuchAnswer } from '#platform/http.ts';
import { createKeys } from '#platform/keys.ts';
import { beginTry, useUnderWay } from '#platform/tries.ts';
import { focusLater } from '#ui/focus-later.ts';
import { mediaIdsOf, type AttachedFile, type Trim } from './logic.ts';

/** Something that is written, and the files that go with it: what is sent is known once their media are. */
export interface Submission<What> {
  files: readonly AttachedFile[];
  /** The files as they are by then, where some can be added or taken out while those are on their way. */
  filesNow?: () => readonly AttachedFile[];
  what: (mediaIds: string[]) => What;
}

/** Not all files have arrived, so nothing has been sent. With `isLost` only the network is to blame: they are tried again by themselves. */
export class FilesMissing extends Error {
  readonly isLost: boolean;

  constructor(isLost: boolean) {
    super('Not all files have arrived');
    this.isLost = isLost;
  }
}

/** Makes a film's medium without its beginning or end. @returns the id of that one @throws CallError */
export const trimmed = (id: string, { key, ...body }: Trim): Promise<string> =>
  call('POST /api/media/:id/trim', { params: { id }, body, idempotencyKey: key }).then(({ media }) => media.id);

/**
 * Waits until files have arrived; of films that are to be trimmed the part that remains is made then.
 * @returns their media, in order
 * @throws FilesMissing, CallError
 */
export async function arrived(
  files: readonly AttachedFile[],
  queue: Pick<typeof uploads, 'one' | 'settled' | 'isLost'> = uploads,
  trim = trimmed,
): Promise<string[]> {
  const keys = keysOf(files);
  await queue.settled(keys);
  const mediaIds = mediaIdsOf(files, (key) => queue.one(key)?.media);
  if (mediaIds) return Promise.all(mediaIds.map((id, at) => (files[at]?.trim ? trim(id, files[at].trim) : Promise.resolve(id))));
  throw new FilesMissing(keys.filter((key) => queue.one(key)?.state.state === 'failed').every(queue.isLost));
}

/** Tries again those files that have failed and may be tried again; those that somebody has stopped go on. */
export function retryFailed(files: readonly AttachedFile[]): void {
  for (const { key } of files) {
    if (uploads.one(key)?.retryable) uploads.retry(key);
    uploads.resume(key);
  }
}

/**
 * Waits until all files have arrived that there are by then, and no recorder is open that may add one; what has failed or was stopped is tried again.
 * @param close draws that nothing can be added any more, or that it can again
 * @returns their media, in order @throws FilesMissing, CallError
 */
async function allArrived(sent: Pick<Submission<never>, 'files' | 'filesNow'>, close: (closed: boolean) => void): Promise<string[]> {
  const filesNow = sent.filesNow ?? (() => sent.files);
  const files = filesNow();
  const isSame = () => keysOf(filesNow()).join() === keysOf(files).join();
  retryFailed(files);
  const [result] = await Promise.allSettled([arrived(files)]);
  if (result.status === 'rejected' && isSame()) return orNoNetwork(result.reason);
  // A voice that is being recorded goes with it.
  if (sent.filesNow) await recordersClosed();
  close(true);
  // What was added just before is drawn by now.
  if (result.status === 'fulfilled' && isSame()) return result.value;
  close(false);
  return allArrived(sent, close);
}

const keysOf = (files: readonly AttachedFile[]): string[] => files.map(({ key }) => key);

/** Files that only the network has lost while there is none are no reason of their own. */
function orNoNetwork(error: unknown): never {
  throw error instanceof FilesMissing && error.isLost && !navigator.onLine ? new CallError(0, noSuchAnswer('tryAgain').body, error) : error;
}

/**
 * The one way of sending something that is written with its files: those that have failed or were stopped are tried once more, and once all have arrived it is
 * sent under a key that is the same for every try with the same content, so that a try whose answer was lost does not count twice.
 * As a mutation it fails with FilesMissing, or with what `send` throws.
 * @param drafts under which names what is written is kept on this device: [Note: A draft is sent once]. `onSuccess` forgets them before it ends,
 * or `forget` does once it counts as sent: where what is shown of it must not wait for that.
 * @returns the mutation; `isUnderWay`, also where it was begun before somebody came back; `isElsewhere`, where it was; `hasLeft`, once its content is
 * decided, until it has ended: what is written after that would not go with it
 */
export function useSending<What, Answer>(
  send: (what: What, idempotencyKey: string) => Promise<Answer>,
  {
    drafts = [],
    forget = () => Promise.resolve(),
    ...options
  }: Pick<UseMutationOptions<Answer, Error, Submission<What>>, 'onSuccess' | 'onError' | 'networkMode'> & {
    drafts?: readonly string[];
    forget?: (sent: Submission<What>) => Promise<unknown>;
  } = {},
) {
  const [keys] = useState(() => createKeys(drafts[0]));
  const isKnownElsewhere = useUnderWay(drafts[0]);
  const [hasLeft, setLeft] = useState(false);
  const focused = useRef<Element>(null);
  // What cannot be changed meanwhile loses the focus.
  const giveFocusBack = () =>
    focusLater(() => (document.activeElement === document.body && focused.current instanceof HTMLElement ? focused.current : null));
  const close = (closed: boolean) => {
    if (closed) focused.current = document.activeElement;
    flushSync(() => setLeft(closed));
    if (!closed) giveFocusBack();
  };
  const sending = useMutation({
    ...options,
    // Also while it waits for the network.
    onMutate: () => beginTry(drafts),
    onSettled: (_answer, error, sent, end) => {
      setLeft(false);
      if (error) giveFocusBack();
      void (error ? Promise.resolve() : forget(sent)).finally(() => end?.());
    },
    mutationFn: async ({ what, ...sent }: Submission<What>) => {
      const content = what(await allArrived(sent, close));
      const answer = await send(content, await keys.keyFor(content));
      keys.forget();
      return answer;
    },
  });
  return { ...sending, isUnderWay: isKnownElsewhere || sending.isPending, isElsewhere: isKnownElsewhere && !sending.isPending, hasLeft };
}
