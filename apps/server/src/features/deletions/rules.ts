import { undoDays } from '@heartwood/contract/deletions';
import { isGuardian } from '#features/family/rules.ts';
import type { Viewer, Written } from '#features/posts/rules.ts';

const day = 86_400_000;

/** The earliest moment of a deletion that can still be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoDays * day);

/** When something that was deleted goes for good. */
export const goneAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + undoDays * day);

/**
 * Who brings back a post or comment, of those who may see it: its author, and the guardian who deleted it. What somebody takes back
 * themself, nobody else looks at any longer. `tables.ts` has the same as SQL, and a property test holds the two together.
 */
export const mayRestore = (viewer: Viewer, deleted: Written & { deletedBy: string | null }): boolean =>
  deleted.authorId === viewer.userId || (isGuardian(viewer.role) && deleted.deletedBy === viewer.userId);
