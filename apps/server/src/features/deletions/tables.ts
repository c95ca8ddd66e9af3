import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { inAudience, visible } from '#features/posts/queries.ts';
import type { PostRow } from '#features/posts/tables.ts';

const orItsDeleter = ({ role, userId }: FamilyScope, of: SQL): SQL => (isGuardian(role) ? sql`or ${of}.deleted_by = ${userId}` : sql``);

/** Who brings something back (`mayRestore` in words) for a post `p`, within its audience. @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`p.deleted_at >= ${since} and ${inAudience(scope)}
  and (p.author_id = ${scope.userId} ${orItsDeleter(scope, sql`p`)})`;

/** The same for a comment `c` on a post `p` that one may see. */
export const restorableComment = (scope: FamilyScope, since: Date): SQL => sql`c.deleted_at >= ${since} and ${visible(scope)}
  and (c.author_id = ${scope.userId} ${orItsDeleter(scope, sql`c`)})`;

/** Removes for good what of a family's posts and comments fits `which`; gives the media that they held, one that several held as often. */
export const removal = (familyId: string, which: SQL): SQL => sql`
  with gone as (delete from posts where family_id = ${familyId} and ${which} returning id),
    silent as (delete from comments where family_id = ${familyId} and ${which} returning medium_id)
  select medium_id as id from post_media where post_id in (select id from gone)
  union all (select medium_id from comments where medium_id is not null and post_id in (select id from gone)
  union select medium_id from silent where medium_id is not null)`;

/** A deleted post as it is listed. Timestamps are text with an offset. */
export type DeletedRow = Pick<PostRow, 'id' | 'author_id' | 'kind' | 'text' | 'occurred_on'> & {
  media_count: number;
  /** The likeness of the first picture. */
  thumbhash: string | null;
  deleted_at: string;
  deleted_by: string | null;
};
