import type { Comment } from '@heartwood/contract/comments';
import type { QueryClient } from '@tanstack/react-query';
import { deletingComment } from '#features/comments/api.ts';
import { onDeleted } from '#platform/deletions.ts';
import { call, CallError } from '#platform/http.ts';
import { forgetEdits, isOutdated, keptEdits } from '#platform/kept-edits.ts';
import { session } from '#platform/session.ts';

/** Whether the server says that a thing is not there, or not for who asks; a comment goes with its post. @param thing 'post 019d' */
async function isGone(thing: string): Promise<boolean> {
  const [kind, id = ''] = thing.split(' ');
  const asked = kind === 'moment' ? call('GET /api/moments/:id', { params: { id } }) : call('GET /api/posts/:id', { params: { id } });
  return asked.then(
    () => false,
    (error: unknown) => error instanceof CallError && error.status === 404,
  );
}

/** Forgets the changes of what is gone, among those of the family that is looked at, and those that have been there too long. */
async function sweepEdits(): Promise<void> {
  const family = session.family();
  if (!family) return;
  for (const { thing, at } of await keptEdits(family))
    if (isOutdated({ at }, Date.now()) || (await isGone(thing))) await forgetEdits(family, thing.split(' ').at(-1));
}

/** Forgets the changes of a family's things, where one is no longer in it. */
async function sweepFamily(family: string): Promise<void> {
  if ((await keptEdits(family)).length === 0) return;
  const { families } = await call('GET /api/families');
  if (!families.some(({ id }) => id === family)) await forgetEdits(family);
}

/** Keeps no change on the device of what is deleted here, of what is found to be gone, or of a family that was left. */
export function forgetGoneEdits(client: QueryClient): void {
  onDeleted(client, (names) => {
    for (const name of [names].flat()) void forgetEdits(session.family(), name);
  });
  client.getMutationCache().subscribe(({ mutation }) => {
    const { options, state } = mutation ?? {};
    if (state?.status === 'success' && options?.mutationKey?.join() === deletingComment.join())
      void forgetEdits(session.family(), (state.variables as Comment).id);
  });
  // Where the server does not answer, they are looked at with the next page.
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined);
  session.onMove(({ from }) => quietly(sweepFamily(from)));
  let family: string | undefined;
  const follow = () => {
    const now = session.signedIn() ? session.family() : undefined;
    if (now === family) return;
    family = now;
    quietly(sweepEdits());
  };
  session.subscribe(follow);
  follow();
}
