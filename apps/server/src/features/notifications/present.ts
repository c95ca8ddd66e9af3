import { yearOf } from '@heartwood/contract/days';
import { namedActors } from '@heartwood/contract/notification-events';
import type { Notification, NotificationPreferences, PostLooks } from '@heartwood/contract/notifications';
import type { Media } from '@heartwood/contract/media';
import type { Relationship } from '@heartwood/contract/people';
import { userById } from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { isCovered } from '#features/billing/rules.ts';
import type { MayTell } from '#features/devices/jobs.ts';
import type { Telling } from '#features/devices/present.ts';
import { worthHours } from '#features/devices/rules.ts';
import { presentAuthors } from '#features/family/present.ts';
import { enterAll } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { presentPeople } from '#features/people/present.ts';
import { plus } from '#platform/clock.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import type { Place, ShownPost } from './queries.ts';
import { keptSince, kindOf, linesOf, mostRows, nextAllowed, pageOf } from './rules.ts';
import type { Line, Onward } from './rules.ts';
import { preferencesOf, timeZoneOf } from './store.ts';
import type { NotificationRow } from './tables.ts';

type Reader = Pick<Session, 'userId' | 'language'>;

/** What is needed to read what a user is told of: their families, and where they are. */
async function placesOf(platform: Platform, reader: Reader): Promise<{ places: Place[]; timeZone: string }> {
  const [scopes, timeZone] = await Promise.all([enterAll(platform.db, reader), timeZoneOf(platform.db, reader.userId)]);
  const now = platform.clock.now();
  return { places: scopes.map((scope) => ({ scope, covered: isCovered(scope.standing, now) })), timeZone };
}

/** What a user prefers. @throws Refused unauthenticated where they are gone */
export async function presentPreferences({ db }: Platform, { userId }: Reader): Promise<{ preferences: NotificationPreferences }> {
  const found = (await preferencesOf(db, [userId])).get(userId);
  if (!found) throw refuse.unauthenticated();
  const { kinds, quietHours, timeZone, importance, visibility } = found;
  return { preferences: { kinds, quiet_hours: quietHours, time_zone: timeZone, importance, visibility } };
}

/** How many lines a user has not read. */
export async function presentUnread(platform: Platform, reader: Reader): Promise<{ unread_count: number }> {
  const { places, timeZone } = await placesOf(platform, reader);
  return countUnread(platform, reader, places, timeZone);
}

async function countUnread({ db, clock }: Platform, { userId }: Reader, places: readonly Place[], timeZone: string) {
  const asked = { since: keptSince(clock.now()), limit: mostRows, unread: true } as const;
  const rows = await queries.notificationsOf(db, userId, places, asked);
  return { unread_count: linesOf(rows, timeZone).length };
}

/** What a user is told of in all of their families, the latest first, in lines. Each line is on one page. */
export async function presentNotifications(
  platform: Platform,
  reader: Reader,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { db, clock, cursors } = platform;
  const { userId } = reader;
  const onward = onwardIn(cursors.open('notifications', userId, cursor));
  const { places, timeZone } = await placesOf(platform, reader);
  const asked = { since: keptSince(clock.now()), limit: mostRows + 1, from: onward?.from };
  const [rows, unread] = await Promise.all([
    queries.notificationsOf(db, userId, places, asked),
    countUnread(platform, reader, places, timeZone),
  ]);
  const { lines, next } = pageOf(rows, timeZone, limit, onward);
  return {
    items: await presentLines(platform, places, lines),
    next_cursor: next
      ? cursors.seal(
          'notifications',
          userId,
          [next.from, next.behind].flatMap(({ created_at, id }) => [created_at, id]),
        )
      : null,
    ...unread,
  };
}

/** Where a page goes on, as its cursor says. */
function onwardIn(parts: readonly string[] | undefined): Onward | undefined {
  const [fromAt, fromId, behindAt, behindId] = parts ?? [];
  if (!fromAt || !fromId || !behindAt || !behindId) return undefined;
  return { from: { created_at: fromAt, id: fromId }, behind: { created_at: behindAt, id: behindId } };
}

/** What a user has not read, may still see, and of which it is open what becomes of it by mail. */
export async function presentUnsettled(platform: Platform, reader: Reader) {
  const { places, timeZone } = await placesOf(platform, reader);
  const asked = { since: keptSince(platform.clock.now()), limit: mostRows, unread: true, unsettled: true } as const;
  const rows = await queries.notificationsOf(platform.db, reader.userId, places, asked);
  return {
    places,
    rows,
    /** Some of the rows, in lines. */
    present: (some: readonly NotificationRow[]) => presentLines(platform, places, linesOf(some, timeZone)),
  };
}

/** What may be told now on a user's devices of some notifications: lines that they have not read, of kinds that they want there. */
export const presentForDevices: MayTell = async (platform, userId, ids) => {
  const { db, clock } = platform;
  const now = clock.now();
  const [user, prefers] = [await userById(db, userId), (await preferencesOf(db, [userId])).get(userId)];
  if (!user || !prefers) return { telling: { lines: [], language: 'en', importance: 3, visibility: 0 } };
  const holdUntil = nextAllowed(prefers, now);
  if (holdUntil > now) return { holdUntil };
  const { places, timeZone } = await placesOf(platform, { userId, language: user.locale });
  const asked = { since: plus(now, { hours: -worthHours }), limit: mostRows, unread: true } as const;
  const wanted = linesOf(await queries.notificationsOf(db, userId, places, asked), timeZone).filter(
    ([row, ...others]) => prefers.kinds[kindOf(row.event)].push && [row, ...others].some(({ id }) => ids.includes(id)),
  );
  const { importance, visibility } = prefers as Pick<Telling, 'importance' | 'visibility'>;
  return { telling: { lines: await presentLines(platform, places, wanted), language: user.locale, importance, visibility } };
};

/** Lines as they are shown to a user: each family's with what may be seen there. */
async function presentLines(platform: Platform, places: readonly Place[], lines: readonly Line[]): Promise<Notification[]> {
  const shown = new Map<Line, Notification>();
  for (const { scope } of places) {
    const own = lines.filter(([row]) => row.family_id === scope.familyId);
    if (own.length === 0) continue;
    const present = await presenterOf(platform, scope, own);
    for (const line of own) shown.set(line, present(line));
  }
  return lines.flatMap((line) => shown.get(line) ?? []);
}

/** Who did what stands in a line, the latest first. */
const actorsOf = (line: Line): string[] => [...new Set(line.flatMap(({ actor_id }) => actor_id ?? []))];

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** What presents lines of one family: everything they show is asked for at once. */
async function presenterOf(platform: Platform, scope: FamilyScope, lines: readonly Line[]): Promise<(line: Line) => Notification> {
  const { db } = platform;
  const idsOf = (of: (row: NotificationRow) => string | null) => [...new Set(lines.flatMap(([row]) => of(row) ?? []))];
  const [posts, comments, questions, relationships] = await Promise.all([
    queries
      .shownPosts(
        db,
        scope,
        idsOf(({ post_id }) => post_id),
      )
      .then(byId),
    queries
      .shownComments(
        db,
        scope,
        idsOf(({ comment_id }) => comment_id),
      )
      .then(byId),
    queries
      .shownQuestions(
        db,
        scope,
        idsOf(({ question_id }) => question_id),
      )
      .then(byId),
    lines.some(([row]) => row.person_id) ? presentPeople(platform, scope) : [],
  ]);
  const people = new Map(relationships.map((relationship) => [relationship.heartwood_id, relationship]));
  const named = lines.flatMap((line) => actorsOf(line).slice(0, namedActors));
  const shown = [...posts.values()];
  const [authorOf, media] = await Promise.all([
    presentAuthors(platform, scope, [...new Set([...named, ...shown.map((post) => post.author_id)])]),
    presentMediaByIds(platform, scope, [...new Set(shown.flatMap(mediaOf))]),
  ]);
  return (line) => {
    const [row] = line;
    const actors = actorsOf(line);
    const [post, question] = [posts.get(row.post_id ?? ''), questions.get(row.question_id ?? '')];
    return {
      ...headOf(line),
      role: scope.role,
      actors: actors.slice(0, namedActors).map(authorOf),
      actor_count: actors.length,
      post: post
        ? { ...lookOf(post, media), id: post.id, author: authorOf(post.author_id), is_mine: post.author_id === scope.userId }
        : null,
      comment: comments.get(row.comment_id ?? '') ?? null,
      question: question ? { id: question.id, text: question.text, is_mine: question.asker_id === scope.userId } : null,
      person: personOf(scope, people.get(row.person_id ?? ''), row.day),
    };
  };
}

/** The people a line is about. @param day of the birthday, where it is about one */
function personOf(scope: FamilyScope, known: Relationship | undefined, day: string | null): Notification['person'] {
  if (!known) return null;
  const { heartwood_id, slug, name, birth_day, images } = known;
  const turns = day && birth_day ? yearOf(day) - yearOf(birth_day) : null;
  return { heartwood_id, slug, name, is_me: heartwood_id === scope.personId, image: images[0] ?? null, turns };
}

function headOf(line: Line) {
  const [row] = line;
  return {
    id: row.id,
    ids: line.map(({ id }) => id),
    family_id: row.family_id,
    kind: kindOf(row.event),
    event: row.event,
    at: inUtc(row.created_at),
    is_read: line.every(({ is_read }) => is_read),
    count: line.length,
    on: row.day,
  };
}

const looks = { image: 'photo', video: 'film', audio: 'recording', document: 'document' } as const satisfies Record<
  Media['kind'],
  PostLooks
>;

const mediaOf = ({ medium_id, picture_id }: ShownPost): string[] => [medium_id, picture_id].filter((id) => id !== null);

/** What a post shows first, and how it begins. */
function lookOf(post: ShownPost, media: ReadonlyMap<string, Media>) {
  const [first, picture] = [post.medium_id, post.picture_id].map((id) => (id ? media.get(id) : undefined));
  const { thumb, poster } = picture?.variants ?? {};
  return {
    looks: post.kind === 'recipe' ? ('recipe' as const) : first ? looks[first.kind] : ('words' as const),
    text: post.title ?? post.text,
    image: (thumb ?? poster)?.path ?? null,
    thumbhash: picture?.thumbhash ?? null,
  };
}
