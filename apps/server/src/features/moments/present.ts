import { milestones } from '@heartwood/contract/milestones';
import type { DeletedMoment, Moment, PersonMilestone } from '@heartwood/contract/moments';
import { translatorOf } from '@heartwood/messages/catalogues';
import { milestoneMessages } from '@heartwood/messages/milestones';
import { presentAuthors, presentDeletions } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { birthdayOf } from '#features/people/actions.ts';
import { postsOneMaySee } from '#features/posts/actions.ts';
import { presentPost } from '#features/posts/present.ts';
import { dayOf } from '#platform/clock.ts';
import { inUtc } from '#platform/db/read.ts';
import { etagOf } from '#platform/http/etag.ts';
import { refuse } from '#platform/http/refusal.ts';
import { Answer } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import { personToLookAt } from './actions.ts';
import * as queries from './queries.ts';
import { mayEditMoment, titleOf, whenIs } from './rules.ts';
import type { MomentRow } from './tables.ts';

type Asked = { limit: number; cursor?: string | undefined; person?: string | undefined };

/** Moments one may see, of one person or of all, the latest day first. @throws Refused not_found */
export async function presentMoments(platform: Platform, scope: FamilyScope, { limit, cursor, person }: Asked) {
  const { db, cursors } = platform;
  const personId = person === undefined ? undefined : await personToLookAt(platform, scope, person);
  const list = `${scope.familyId} moments ${personId ?? ''}`;
  const [day, id] = cursors.open(list, scope.userId, cursor) ?? [];
  const after = day && id ? { day, id } : undefined;
  const [rows, total] = await Promise.all([
    queries.momentsPage(db, scope, personId, after, limit + 1),
    queries.countMoments(db, scope, personId),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next_cursor = last ? cursors.seal(list, scope.userId, [last.occurred_on, last.id]) : null;
  return { items: await momentsOf(platform, scope, shown), next_cursor, total };
}

/** Those of some moments that one may see, the latest first. */
export async function presentMomentsByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Moment[]> {
  return ids.length === 0 ? [] : momentsOf(platform, scope, await queries.momentsByIds(platform.db, scope, ids));
}

/** Moments that one may bring back, the latest deletion first. Their media have no address while they are deleted. */
export async function presentDeletedMoments(
  platform: Platform,
  scope: FamilyScope,
  { limit, cursor }: Asked,
): Promise<{ items: DeletedMoment[]; next_cursor: string | null }> {
  const t = translatorOf(scope.language);
  return presentDeletions(
    platform,
    scope,
    { list: 'moments', limit, cursor },
    {
      load: (page) => queries.deletedPage(platform.db, scope, page),
      named: ({ author_id }) => [author_id],
      present: ({ author_id, title, milestone, text, occurred_on, people, media_count, thumbhash }, authorOf) => ({
        author: authorOf(author_id),
        title: titleOf(t, { title, milestone }),
        text,
        occurred_on,
        people,
        media_count,
        thumbhash,
      }),
    },
  );
}

/** One moment, with the tag that says which version of it. @throws Refused not_found */
export async function presentMoment(platform: Platform, scope: FamilyScope, id: string): Promise<Answer<{ moment: Moment }>> {
  const row = await queries.momentById(platform.db, scope, id);
  if (!row) throw refuse.notFound();
  const [moment] = await momentsOf(platform, scope, [row]);
  return new Answer({ moment: moment as Moment }, { etag: etagOf(row.version) });
}

/** A moment that has just been kept, with the post it was shared as at once. @throws Refused not_found */
export async function presentKept(platform: Platform, scope: FamilyScope, id: string) {
  const answer = await presentMoment(platform, scope, id);
  const { post_id } = answer.data.moment;
  if (!post_id) return answer;
  return new Answer({ ...answer.data, ...(await presentPost(platform, scope, post_id)).data }, answer.more);
}

/** A moment and the post it is shared as. @throws Refused not_found */
export async function presentShared(platform: Platform, scope: FamilyScope, id: string, postId: string) {
  const [{ data: one }, { data: other }] = await Promise.all([presentMoment(platform, scope, id), presentPost(platform, scope, postId)]);
  return { ...one, ...other };
}

/** The milestones of one person, in the order in which they often come, as they stand on a day. @throws Refused not_found */
export async function presentMilestones(
  platform: Platform,
  scope: FamilyScope,
  { person, on = dayOf(platform.clock.now()) }: { person: string; on?: string | undefined },
): Promise<PersonMilestone[]> {
  const personId = await personToLookAt(platform, scope, person);
  const [birth, reached] = await Promise.all([birthdayOf(platform, scope, personId), queries.reachedBy(platform.db, scope, personId)]);
  const t = translatorOf(scope.language);
  const moments = new Map(reached.map(({ milestone, id }) => [milestone, id]));
  return milestones.map((milestone) => {
    const { slug, category, fromMonths: from_months, toMonths: to_months } = milestone;
    const { title, past, hint } = milestoneMessages[slug];
    const words = { title: t(title), past: t(past), hint: t(hint) };
    const when = whenIs(milestone, birth, on);
    return { slug, ...words, category, from_months, to_months, when, moment_id: moments.get(slug) ?? null };
  });
}

async function momentsOf(platform: Platform, scope: FamilyScope, rows: readonly MomentRow[]): Promise<Moment[]> {
  const writers = [...new Set(rows.map((row) => row.author_id))];
  const mediumIds = rows.flatMap((row) => row.media);
  const shared = rows.flatMap((row) => row.post_id ?? []);
  const [authorOf, media, posts] = await Promise.all([
    presentAuthors(platform, scope, writers),
    presentMediaByIds(platform, scope, mediumIds),
    postsOneMaySee(platform.db, scope, shared),
  ]);
  return rows.map((row) => {
    const mine = mayEditMoment(scope, { authorId: row.author_id });
    return {
      id: row.id,
      family_id: row.family_id,
      author: authorOf(row.author_id),
      title: titleOf(translatorOf(scope.language), row),
      milestone: row.milestone,
      occurred_on: row.occurred_on,
      text: row.text,
      people: row.people,
      media: row.media.flatMap((id) => media.get(id) ?? []),
      post_id: row.post_id && posts.includes(row.post_id) ? row.post_id : null,
      can: { edit: mine, delete: mine, share: mine },
      created_at: inUtc(row.created_at),
      updated_at: inUtc(row.updated_at),
    };
  });
}
