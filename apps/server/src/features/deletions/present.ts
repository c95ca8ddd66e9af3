import type { DeletedPost } from '@heartwood/contract/deletions';
import { presentAuthors } from '#features/family/present.ts';
import type { Author } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { authorOf, pageOf } from '#features/posts/present.ts';
import type { Asked, Page } from '#features/posts/present.ts';
import { inUtc } from '#platform/db/read.ts';
import type { Platform } from '#platform/platform.ts';
import { goneAt, undoableSince } from './rules.ts';
import { deletedPage } from './store.ts';
import type { DeletedRow } from './tables.ts';

/** Posts that one may bring back, the latest deletion first. Their media have no address while they are deleted. */
export async function presentDeleted(platform: Platform, scope: FamilyScope, { limit, cursor }: Asked): Promise<Page<DeletedPost>> {
  const since = undoableSince(platform.clock.now());
  return pageOf(
    platform,
    scope,
    { list: 'deleted posts', limit, cursor },
    {
      load: (after, count) => deletedPage(platform.db, scope, since, after, count),
      place: (post) => ({ at: post.deleted_at, id: post.id }),
      async present(rows) {
        const people = rows.flatMap((row) => [row.author_id, row.deleted_by ?? row.author_id]);
        const authors = await presentAuthors(platform, scope, [...new Set(people)]);
        return rows.map((row) => deletedOf(authors, row));
      },
    },
  );
}

const deletedOf = (authors: Map<string, Author>, { author_id, deleted_by, deleted_at, ...row }: DeletedRow): DeletedPost => ({
  ...row,
  author: authorOf(authors, author_id),
  deleted_by: deleted_by === null ? null : authorOf(authors, deleted_by),
  deleted_at: inUtc(deleted_at),
  gone_at: goneAt(new Date(deleted_at)).toISOString(),
});
