import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { isGuardian } from '#features/family/rules.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { latestDeletedFirst } from '#platform/db/undo.ts';
import type { DeletedPage } from '#platform/db/undo.ts';
import type { DeletedQuestionRow, Position, QuestionRow } from './tables.ts';

// Who sees a question is decided by this fragment alone; `rules.ts` says the same in words (maySeeQuestion), and a test holds the two together.

/** The rule for a question `q`, deleted or not. */
export const inCircle = (scope: FamilyScope): SQL => sql`q.family_id = ${scope.familyId} and (q.everyone or q.asker_id = ${scope.userId}
  or exists (select from question_recipients asked where asked.question_id = q.id and asked.user_id = ${scope.userId}))`;

/** The rule for a question `q` that is not deleted. */
export const questionVisible = (scope: FamilyScope): SQL => sql`q.deleted_at is null and ${inCircle(scope)}`;

/** Who brings a question `q` back. @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`q.deleted_at >= ${since} and ${inCircle(scope)}
  and (q.asker_id = ${scope.userId} ${isGuardian(scope.role) ? sql`or q.deleted_by = ${scope.userId}` : sql``})`;

/** Questions with their recipients; `page` chooses the rows of `q`. */
const withRecipients = (page: SQL): SQL => sql`
  select q.id, q.family_id, q.asker_id, q.text, q.everyone, q.inspiration_slug, q.medium_id, q.closed_at, q.created_at,
    case when q.everyone
      then array(select m.user_id from members m where m.family_id = q.family_id and m.user_id <> q.asker_id order by m.joined_at, m.user_id)
      else array(select asked.user_id from question_recipients asked where asked.question_id = q.id order by asked.position) end as recipients
  from (${page}) q order by q.created_at desc, q.id desc`;

const when = (asked: unknown, condition: SQL): SQL => (asked ? condition : sql``);

/** Questions one may see, the latest first. */
export function questionsPage(
  db: Queryable,
  scope: FamilyScope,
  state: 'open' | 'closed' | undefined,
  after: Position | undefined,
  limit: number,
): Promise<QuestionRow[]> {
  const page = sql`select q.* from questions q where ${questionVisible(scope)}
    ${when(state === 'open', sql`and q.closed_at is null`)} ${when(state === 'closed', sql`and q.closed_at is not null`)}
    ${when(after, sql`and (q.created_at, q.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    order by q.created_at desc, q.id desc limit ${limit}`;
  return readRows(db, withRecipients(page));
}

/** One question one may see. */
export async function questionById(db: Queryable, scope: FamilyScope, id: string): Promise<QuestionRow | undefined> {
  return (await questionsByIds(db, scope, [id]))[0];
}

/** Questions of some ids that one may see, the latest first. */
export const questionsByIds = (db: Queryable, scope: FamilyScope, ids: readonly string[]): Promise<QuestionRow[]> =>
  readRows(db, withRecipients(sql`select q.* from questions q where q.id = any(${sql.param(ids)}::uuid[]) and ${questionVisible(scope)}`));

/** Whether a medium belongs to a question that one may see. */
export async function isMediumShown(db: Queryable, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await readRows(db, sql`select from questions q where q.medium_id = ${mediumId} and ${questionVisible(scope)}`);
  return found.length > 0;
}

/** Questions that one may bring back, the latest deletion first. */
export const deletedPage = (db: Queryable, scope: FamilyScope, page: DeletedPage): Promise<DeletedQuestionRow[]> =>
  readRows(
    db,
    sql`select q.id, q.asker_id, q.text, q.created_at, q.deleted_at, q.deleted_by from questions q
      where ${restorable(scope, page.since)} ${latestDeletedFirst(sql`q`, page)}`,
  );
