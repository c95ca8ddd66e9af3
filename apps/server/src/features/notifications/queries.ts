import { nextBirthday } from '@heartwood/contract/days';
import type { FactType } from '@heartwood/contract/activity';
import type { NotificationEvent } from '@heartwood/contract/notification-events';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { visible } from '#features/posts/queries.ts';
import { anniversariesOn } from '#features/posts/rules.ts';
import { questionVisible } from '#features/questions/queries.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { isNews, nearTo, newsOf } from './rules.ts';
import type { Known, Position } from './rules.ts';
import * as store from './store.ts';
import type { News, NotificationRow } from './tables.ts';

/** One's membership in a family, and whether the family is covered. */
export interface Place {
  scope: FamilyScope;
  covered: boolean;
}

/** Notifications `n` of a family that one may still see: by the rules of what they tell of. See [Note: Who is told]. */
const shownIn = ({ scope, covered }: Place): SQL => sql`(n.family_id = ${scope.familyId} and (
  ${covered ? sql`n.kind <> 'subscription'` : sql`false`}
    and (n.post_id is null or exists (select from posts p where p.id = n.post_id and ${visible(scope)}))
    and (n.comment_id is null or exists (select from comments c where c.id = n.comment_id and c.deleted_at is null))
    and (n.kind <> 'heart' or exists (select from hearts h where h.post_id = n.post_id and h.user_id = n.actor_id))
    and (n.kind <> 'question' or exists (select from questions q where q.id = n.question_id and ${questionVisible(scope)}))
    and (n.event <> 'member.joined' or exists (select from members m where m.family_id = n.family_id and m.user_id = n.actor_id))
  ${scope.role === 'owner' ? sql`or n.kind = 'subscription'` : sql``}))`;

/**
 * What a user has been told of and may still see, the latest first.
 * @param places their families; of one that is not covered, what its owner is told of that
 * @param asked.since the earliest
 * @param asked.from the latest; left out, whatever that is
 * @param asked.unsettled those of which it is open what becomes of them by mail
 */
export async function notificationsOf(
  db: Db,
  userId: string,
  places: readonly Place[],
  asked: { since: Date; limit: number; from?: Position | undefined; unread?: true; unsettled?: true },
): Promise<NotificationRow[]> {
  if (places.length === 0) return [];
  const { since, limit, from, unread, unsettled } = asked;
  return readRows(
    db,
    sql`select n.id, n.family_id, n.event, n.actor_id, n.post_id, n.comment_id, n.question_id, n.person_id, n.day::text as day, n.created_at,
        n.read_at is not null as is_read
      from notifications n where n.user_id = ${userId} and n.created_at > ${since.toISOString()}::timestamptz
        ${unread ? sql`and n.read_at is null` : sql``}
        ${unsettled ? sql`and n.settled_at is null` : sql``}
        ${from ? sql`and (n.created_at, n.id) <= (${from.created_at}::timestamptz, ${from.id}::uuid)` : sql``}
        and (${sql.join(places.map(shownIn), sql` or `)})
      order by n.created_at desc, n.id desc limit ${limit}`,
  );
}

/** A post as far as a line shows it. */
export interface ShownPost {
  id: string;
  author_id: string;
  kind: string;
  text: string;
  title: string | null;
  medium_id: string | null;
  /** The first medium that has a picture. */
  picture_id: string | null;
}

/** Letters of what is written that a line shows; a line has room for no more. */
const beginning = 140;

/** Those of some posts that one may see. */
export const shownPosts = (db: Db, scope: FamilyScope, ids: readonly string[]): Promise<ShownPost[]> =>
  readRows(
    db,
    sql`select p.id, p.author_id, p.kind, left(p.text, ${beginning}) as text, p.recipe ->> 'title' as title,
        (select held.medium_id from post_media held where held.post_id = p.id order by held.position limit 1) as medium_id,
        (select held.medium_id from post_media held join media m on m.id = held.medium_id
          where held.post_id = p.id and m.kind <> 'audio' order by held.position limit 1) as picture_id
      from posts p where p.id = any(${sql.param([...ids])}::uuid[]) and ${visible(scope)}`,
  );

/** Those of some comments that one may see. */
export const shownComments = (db: Db, scope: FamilyScope, ids: readonly string[]): Promise<{ id: string; text: string }[]> =>
  readRows(
    db,
    sql`select c.id, left(c.text, ${beginning}) as text from comments c join posts p on p.id = c.post_id
      where c.id = any(${sql.param([...ids])}::uuid[]) and c.deleted_at is null and ${visible(scope)}`,
  );

/** Those of some questions that one may see. */
export const shownQuestions = (
  db: Db,
  scope: FamilyScope,
  ids: readonly string[],
): Promise<{ id: string; text: string; asker_id: string }[]> =>
  readRows(
    db,
    sql`select q.id, left(q.text, ${beginning}) as text, q.asker_id from questions q
      where q.id = any(${sql.param([...ids])}::uuid[]) and ${questionVisible(scope)}`,
  );

/** What happened, as the job has it that tells of it. `at` is ISO 8601. */
export interface Recorded {
  familyId: string;
  actorId: string | null;
  type: FactType;
  ids: Record<string, string>;
  at: string;
}

/** What a fact is news of. `since`: those who were members by then are told. */
export interface Found {
  news: News;
  known: Known;
  since: Date;
}

/** What a fact is news of; undefined where it is none, or what it is about is gone. Holds what it is about until the transaction ends. */
export async function newsIn(tx: Tx, errand: FamilyErrand, recorded: Recorded): Promise<Found | undefined> {
  const { actorId, type, ids, familyId } = recorded;
  const at = new Date(recorded.at);
  const {
    post_id: postId = '',
    comment_id: commentId = '',
    question_id: questionId = '',
    heartwood_id: personId = '',
    user_id: namedId = '',
  } = ids;
  const isThere = async (held: Promise<boolean>, news: News): Promise<Found | undefined> =>
    (await held) ? { news, known: { namedId }, since: at } : undefined;
  switch (type) {
    case 'post.shared':
    case 'post.changed':
    case 'comment.made':
    case 'heart.given':
      return newsOfPost(tx, errand, { type, postId, commentId, actorId, at });
    case 'question.asked':
      return isThere(store.holdQuestion(tx, errand, questionId), newsOf(type, [questionId], at, { questionId }, actorId));
    case 'question.reminded':
      return isThere(store.holdQuestion(tx, errand, questionId), newsOf(type, [questionId, recorded.at], at, { questionId }, actorId));
    case 'wish.asked':
    case 'wishes.delivered':
      return isThere(store.holdPerson(tx, errand, personId), newsOf(type, [personId, recorded.at], at, { personId }, actorId));
    case 'member.joined':
      return isThere(store.holdPerson(tx, errand, personId), newsOf(type, [namedId, recorded.at], at, { personId }, namedId));
    case 'role.changed':
      return { news: newsOf(type, [namedId, recorded.at], at, {}, actorId), known: { namedId }, since: at };
    case 'plan.refused':
    case 'plan.refunded':
    case 'plan.ended':
    case 'plan.given':
      return { news: newsOf(type, [familyId, recorded.at], at, {}, null), known: {}, since: at };
    default:
      return undefined;
  }
}

/** What happens to a post. An answer is told as one; a change, to those who did not see the post before. */
async function newsOfPost(
  tx: Tx,
  errand: FamilyErrand,
  about: {
    type: 'post.shared' | 'post.changed' | 'comment.made' | 'heart.given';
    postId: string;
    commentId: string;
    actorId: string | null;
    at: Date;
  },
): Promise<Found | undefined> {
  const { type, postId, commentId, actorId, at } = about;
  const post = await store.holdPost(tx, errand, postId);
  if (!post || (type === 'post.changed' && !isNews(post.createdAt, at))) return undefined;
  const { authorId, questionId } = post;
  switch (type) {
    case 'heart.given':
      return { news: newsOf(type, [postId, actorId ?? ''], at, { postId }, actorId), known: { authorId }, since: at };
    case 'comment.made': {
      if (!(await store.holdComment(tx, errand, commentId))) return undefined;
      const known = { authorId, speakerIds: await store.speakersOn(tx, errand, postId) };
      return { news: newsOf(type, [commentId], at, { postId, commentId }, actorId), known, since: at };
    }
    default: {
      const news =
        post.kind === 'answer' && questionId
          ? newsOf('question.answered', [postId], at, { postId, questionId }, authorId)
          : newsOf('post.shared', [postId], at, { postId }, authorId);
      return { news, known: {}, since: post.createdAt };
    }
  }
}

/** Families, some at a time, each with where its owner is: an IANA name, UTC where the owner has not said it. @param after the id of the last one before */
export const familiesAfter = (db: Db, after: string | undefined, limit: number): Promise<{ id: string; timeZone: string }[]> =>
  readRows(
    db,
    sql`select f.id, coalesce(u.time_zone, 'UTC') as "timeZone" from families f
      left join members m on m.family_id = f.id and m.role = 'owner' left join users u on u.id = m.user_id
      ${after ? sql`where f.id > ${after}::uuid` : sql``} order by f.id limit ${limit}`,
  );

/** A birthday that is told of. */
interface Birthday {
  familyId: string;
  personId: string;
  event: 'birthday.near' | 'birthday.come';
  day: string;
}

/** Birthdays of some families that are on a day, or near then. */
export async function birthdaysAround(db: Db, familyIds: readonly string[], on: string): Promise<Birthday[]> {
  const ahead = nearTo(on);
  const rows = await readRows<{ familyId: string; personId: string; birth: string }>(
    db,
    sql`select p.family_id as "familyId", p.id as "personId", birth.day::text as birth
      from people p left join members m on m.user_id = p.user_id and m.family_id = p.family_id left join profiles about on about.user_id = m.user_id,
        lateral (select coalesce(about.birth, p.birth_day) as day) birth
      where p.family_id = any(${sql.param([...familyIds])}::uuid[])
        and extract(month from birth.day) * 100 + extract(day from birth.day) = any(${sql.param([...anniversariesOn(on), ...anniversariesOn(ahead)])}::int[])
      order by p.family_id, p.id`,
  );
  return rows.flatMap(({ birth, ...who }): Birthday[] => {
    const day = nextBirthday(birth, on)?.date;
    if (day === on) return [{ ...who, event: 'birthday.come', day }];
    return day === ahead ? [{ ...who, event: 'birthday.near', day }] : [];
  });
}

/** Posts of some families that are of a day in earlier years, of each family the latest first. */
export const memoriesOf = (db: Db, familyIds: readonly string[], on: string): Promise<{ familyId: string; postId: string }[]> =>
  readRows(
    db,
    sql`select p.family_id as "familyId", p.id as "postId" from posts p
      where p.family_id = any(${sql.param([...familyIds])}::uuid[]) and p.month_day = any(${sql.param(anniversariesOn(on))}::smallint[])
        and p.occurred_on < ${on}::date and p.deleted_at is null
      order by p.family_id, p.occurred_on desc, p.created_at desc, p.id desc`,
  );

/** What a user has not read and of which it is open what becomes of it by mail: of one event, since when. */
interface Unsettled {
  userId: string;
  event: NotificationEvent;
  since: Date;
}

/** Some users' notifications of which it is open what becomes of them by mail. @param after the last user of the batch before */
export async function unsettledAfter(db: Queryable, after: string | undefined, users: number): Promise<Unsettled[]> {
  const rows = await readRows<{ userId: string; event: NotificationEvent; since: string }>(
    db,
    sql`
    with told as (
      select distinct user_id from notifications where settled_at is null and read_at is null ${after ? sql`and user_id > ${after}::uuid` : sql``}
      order by user_id limit ${users})
    select n.user_id as "userId", n.event, min(n.created_at)::text as since from told join notifications n using (user_id)
    where n.settled_at is null and n.read_at is null group by n.user_id, n.event order by n.user_id`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}
