import { useEffect } from 'react';
import type { KeptEdit, useKeptEdit } from '#platform/kept-edits.ts';
import type { Draft } from '../logic.ts';

/** What of an edited draft is kept on the device: not the files that were chosen for it, nor what the server says of those that were there before. */
export const plainOf = (draft: Draft): Draft => ({
  ...draft,
  photos: draft.photos.filter(({ at }) => at === Infinity).map((photo) => ({ ...photo, media: null })),
});

/** What of an edited draft is kept, by how it stood `first`. Where files were chosen, what they may take the place of stays: they are not kept. */
export function keptOf(draft: Draft, first: Draft): Draft {
  const plain = plainOf(draft);
  if (!draft.photos.some(({ at }) => at !== Infinity)) return plain;
  return { ...plain, photos: plainOf(first).photos.map((photo) => plain.photos.find(({ key }) => key === photo.key) ?? photo) };
}

/** A kept draft with its photos as they stand `now`; those that are not there any more are left out. */
function picturedAs(kept: Draft, now: Draft): Draft {
  const media = new Map(now.photos.map((photo) => [photo.key, photo.media]));
  return { ...kept, photos: kept.photos.flatMap((photo) => (media.has(photo.key) ? [{ ...photo, media: media.get(photo.key)! }] : [])) };
}

/**
 * An edit as it goes on with what was kept of it. Where the thing has been changed by somebody else since, both are brought together, and that
 * version is `theirs`, until somebody chooses.
 * @param now the thing as it stands
 */
export function restoredOf(
  kept: KeptEdit<Draft> | undefined,
  now: Draft,
  { bring, writtenIn }: { bring: (first: Draft, mine: Draft, now: Draft) => Draft; writtenIn: (draft: Draft) => string },
): { draft: Draft; isRestored: boolean; theirs: Draft | undefined } {
  const draft = kept ? picturedAs(bring(kept.first, kept.written, now), now) : now;
  if (!kept || writtenIn(draft) === writtenIn(now)) return { draft: now, isRestored: false, theirs: undefined };
  const isChanged = kept.isUndecided === true || writtenIn(kept.first) !== writtenIn(now);
  return { draft, isRestored: true, theirs: isChanged ? now : undefined };
}

/**
 * Keeps an edit on the device while it is written, and nothing where it is as it was.
 * @param first how it stood when its editing began, or when somebody else had changed it
 * @param isUndecided whether nobody has chosen yet between that and what is written
 */
export function useKeepEdited(
  { keep }: Pick<ReturnType<typeof useKeptEdit<Draft>>, 'keep'>,
  { first, draft, isUndecided }: { first: Draft; draft: Draft; isUndecided: boolean },
  writtenIn: (draft: Draft) => string,
): void {
  useEffect(() => {
    const [before, written] = [plainOf(first), keptOf(draft, first)];
    keep(writtenIn(written) === writtenIn(before) ? undefined : { first: before, written, isUndecided });
  }, [keep, first, draft, isUndecided, writtenIn]);
}
