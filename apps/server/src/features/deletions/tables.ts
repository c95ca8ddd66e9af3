import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { inAudience, visible } from '#features/posts/tables.ts';
import type { PostRow } from '#features/posts/tables.ts';

const orItsDeleter = ({ role, userId }: FamilyScope, of: SQL): SQL => (isGuardian(role) ? sql`or ${of}.deleted_by = ${userId}` : sql``);

/** Who brings something back (`mayRestore` in words) for a post `p`, within its audience. @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`p.deleted_at >= ${since} and ${inAudience(scope)}
  and (p.author_id = ${scope.userId} ${orItsDeleter(scope, sql`p`)})`;

/** The same for a comment `c` on a post `p` that one may see. */
export const restorableComment = (scope: FamilyScope, since: Date): SQL => sql`c.deleted_at >= ${since} and ${visible(scope)}
  and (c.author_id = ${scope.userId} ${orItsDeleter(scope, sql`c`)})`;

/** A deleted post as it is listed. Moments are text, ISO 8601 with an offset. */
export type DeletedRow = Pick<PostRow, 'id' | 'author_id' | 'kind' | 'text' | 'occurred_on'> & {
  media_count: number;
  /** The likeness of the first picture. */
  thumbhash: string | null;
  deleted_at: string;
  deleted_by: string | null;
};
