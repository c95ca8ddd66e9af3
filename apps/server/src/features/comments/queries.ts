import { limits } from '@heartwood/contract/limits';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { orItsDeleter, visible, when } from '#features/posts/queries.ts';
import type { Position } from '#features/posts/tables.ts';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { latestDeletedFirst } from '#platform/db/undo.ts';
import type { DeletedPage } from '#platform/db/undo.ts';
import type { Said } from '#platform/feature.ts';
import type { CommentRow, DeletedCommentRow } from './tables.ts';

/** Comments of posts one may see, the first one first: of one post, or some by their ids. */
export const commentsPage = (
  db: Db,
  scope: FamilyScope,
  of: { postId: string } | { ids: readonly string[] },
  after: Position | undefined,
  limit: number,
): Promise<CommentRow[]> =>
  readRows(
    db,
    sql`select c.id, c.author_id, c.text, c.medium_id, c.created_at from comments c join posts p on p.id = c.post_id
      where ${visible(scope)} and c.deleted_at is null
      and ${'ids' in of ? sql`c.id = any(${sql.param([...of.ids])}::uuid[])` : sql`c.post_id = ${of.postId}`}
      ${when(after, sql`and (c.created_at, c.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
      order by c.created_at, c.id limit ${limit}`,
  );

/** Whether a medium belongs to a comment on a post that one may see. */
export async function isMediumShown(db: Db, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await readRows(
    db,
    sql`select from comments c join posts p on p.id = c.post_id where c.medium_id = ${mediumId} and c.deleted_at is null and ${visible(scope)}`,
  );
  return found.length > 0;
}

/** What is said of media in comments on posts that one may see: the comment's words, on the day of the post. */
export async function saidOfMedia(db: Db, scope: FamilyScope, mediumIds: readonly string[]): Promise<Map<string, Said>> {
  const rows = await readRows<Said & { id: string }>(
    db,
    sql`select c.medium_id as id, c.text, p.occurred_on as day from comments c join posts p on p.id = c.post_id
      where c.medium_id = any(${sql.param([...mediumIds])}::uuid[]) and c.deleted_at is null and ${visible(scope)}`,
  );
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}

/** Who brings a comment `c` back on a post `p` that one may see. @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`c.deleted_at >= ${since} and ${visible(scope)}
  and (c.author_id = ${scope.userId} ${orItsDeleter(scope, sql`c`)})`;

/** Comments that one may bring back, the latest deletion first. */
export const deletedPage = (db: Db, scope: FamilyScope, page: DeletedPage): Promise<DeletedCommentRow[]> =>
  readRows(
    db,
    sql`select c.id, c.author_id, c.text, m.kind as media_kind, c.deleted_at, c.deleted_by,
        json_build_object('id', p.id, 'author_id', p.author_id, 'title', p.recipe ->> 'title', 'text', left(p.text, ${limits.description}),
          'occurred_on', p.occurred_on) as post
      from comments c join posts p on p.id = c.post_id left join media m on m.id = c.medium_id
      where c.family_id = ${scope.familyId} and ${restorable(scope, page.since)} ${latestDeletedFirst(sql`c`, page)}`,
  );
