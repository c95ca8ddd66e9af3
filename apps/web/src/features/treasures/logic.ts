import { t } from '@heartwood/messages/current';
import { listed, spanInWords } from '#platform/formats.ts';
import type { Media } from '@heartwood/contract/media';
import type { Post } from '@heartwood/contract/posts';
import type { Category } from '@heartwood/contract/treasures';

/** How much is kept in all categories together. */
export const totalKept = (categories: readonly Pick<Category, 'post_count'>[]): number =>
  categories.reduce((sum, { post_count }) => sum + post_count, 0);

/** What holds something, or is the family's own, and what nobody has used yet. */
export function byUse<One extends { post_count: number; can?: { edit: boolean } }>(all: readonly One[]): { used: One[]; unused: One[] } {
  const isUsed = ({ post_count, can }: One) => post_count > 0 || can?.edit === true;
  return { used: all.filter(isUsed), unused: all.filter((one) => !isUsed(one)) };
}

/** How much of a category stands on no shelf, because the shelf has been removed. */
export const looseIn = ({ post_count, subcategories }: Pick<Category, 'post_count' | 'subcategories'>): number =>
  post_count - subcategories.reduce((sum, one) => sum + one.post_count, 0);

/** What a shelf is narrowed to, as its address says: by whom it was told, a user's id, and what can be looked at or heard. */
export interface ShelfFilter {
  by?: string | undefined;
  with?: 'photos' | 'voices' | undefined;
}

/** A narrowed shelf as the list is asked for it. */
export const shelfQueryOf = ({ by, with: attached }: ShelfFilter) => ({
  ...(by ? { author: by } : {}),
  ...(attached ? { media: attached === 'photos' ? ('image' as const) : ('audio' as const) } : {}),
});

/** One voice of a list of posts. */
export interface Track {
  post: Post;
  voice: Media;
}

/** The voices of posts that can be heard, in their order. */
export const tracksOf = (posts: readonly Post[]): Track[] =>
  posts.flatMap((post) =>
    post.media.filter(({ kind, variants }) => kind === 'audio' && variants['audio'] !== undefined).map((voice) => ({ post, voice })),
  );

/** '14 recordings, 1 hour and 52 minutes' */
export function recordingsLine(recordings: number, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return t('treasures.recordingsShort', { recordings });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length = listed([hours > 0 && spanInWords(hours, 'hour'), rest > 0 && spanInWords(rest, 'minute')]);
  return t('treasures.recordings', { recordings, length });
}
