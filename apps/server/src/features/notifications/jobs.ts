import { recordForPages } from '#features/activity/actions.ts';
import { pushSoon } from '#features/devices/jobs.ts';
import { actForFamily, membersNow } from '#features/family/scope.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { dayOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { newId } from '#platform/ids.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import { newsIn } from './queries.ts';
import type { Found, Recorded } from './queries.ts';
import { concerns, isMorning, keptSince, mostMemories, newsOf } from './rules.ts';
import * as store from './store.ts';

const telling: JobKind<Recorded> = { name: 'notifications-tell', concurrency: 2, timeout: 600, retries: 10 };
const days: JobKind<object> = { name: 'notifications-days', concurrency: 1, timeout: 3_600, retries: 1 };
const clearing: JobKind<object> = { name: 'notifications-clear', concurrency: 1, timeout: 3_600, retries: 3 };

/** How many members are told in one transaction, families are asked about in one statement, and old notifications are removed in one. */
const batchSizes = { members: 500, families: 500, removed: 5_000 };

/** Tells of a fact once the transaction is kept that records it. */
export async function tellSoon({ jobs, clock }: Platform, tx: Tx, happened: Happened): Promise<void> {
  const { familyId, actorId, fact } = happened;
  if (familyId === null) return;
  const recorded = { familyId, actorId, type: fact.type, ids: fact.ids, at: clock.now().toISOString() };
  await jobs.enqueue(tx, telling, recorded);
}

/** Tells the members of a family what happened: who is one now, may see it now, and is concerned by it. Done twice, it tells once. */
export async function tell(platform: Platform, recorded: Recorded): Promise<void> {
  const { familyId, actorId, type, ids } = recorded;
  const happened = { familyId, actorId, fact: { type, ids } } as unknown as Happened;
  const errand = actForFamily(familyId, 'what happened is told');
  await tellMembers(
    platform,
    errand,
    (members) => platform.features.listenersOf(platform, members, happened) as Promise<readonly FamilyScope[]>,
    (tx) => newsIn(tx, errand, recorded),
  );
}

/**
 * Tells the members of a family something, in batches.
 * @param mayHear who of some members may see it
 * @param find what is told, held until the transaction ends
 */
async function tellMembers(
  platform: Platform,
  errand: FamilyErrand,
  mayHear: MayHear,
  find: (tx: Tx) => Promise<Found | undefined>,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const members = await membersNow(platform.db, errand, after, batchSizes.members);
    const listeners = await mayHear(members);
    await platform.db.transaction(async (tx) => {
      const found = await find(tx);
      if (found) await tellOf(platform, tx, errand, listeners, found);
    });
    after = members.at(-1)?.userId;
    if (members.length < batchSizes.members) return;
  }
}

/**
 * Tells listeners of what concerns them, in the transaction in which it is held. Whatever else is to reach them (a message on their phone, a mail)
 * is enqueued here, for the notifications that are new.
 */
async function tellOf(
  platform: Platform,
  tx: Tx,
  errand: FamilyErrand,
  listeners: readonly FamilyScope[],
  { news, known, since }: Found,
): Promise<void> {
  const told = listeners.filter((listener) => concerns(listener, news, known));
  if (told.length === 0) return;
  const entries = told.map(({ userId }) => ({ id: newId(platform.clock), userId }));
  const made = await store.insertNews(tx, errand, news, entries, since);
  await pushSoon(platform, tx, made);
  await tellOfChange(
    platform,
    tx,
    made.map(({ userId }) => userId),
  );
}

/** Says to some users that they are told of more, or have read it: in each of their families, because a page listens to one. */
export async function tellOfChange(platform: Platform, tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const memberships = await store.familiesOf(tx, userIds);
  const facts = memberships.map(({ familyId, userId }) => ({
    familyId,
    fact: { type: 'notifications.changed', ids: { user_id: userId } } as const,
  }));
  await recordForPages(platform, tx, facts);
}

/**
 * Tells what no fact does: that a birthday is near, and has come, and what is of this day in earlier years. In the morning where the family's owner is;
 * what is left of a morning is enough, also after a night without power.
 */
export async function tellOfDays(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  for (let after: string | undefined; ;) {
    const families = await queries.familiesAfter(platform.db, after, batchSizes.families);
    const mornings = families.flatMap(({ id, timeZone }) => (isMorning(now, timeZone) ? [{ id, on: dayOf(now, timeZone) }] : []));
    for (const [on, same] of Map.groupBy(mornings, (family) => family.on)) {
      const ids = same.map(({ id }) => id);
      for (const { familyId, ...birthday } of await queries.birthdaysAround(platform.db, ids, on))
        await tellOfDay(platform, familyId, birthday, async (members) => members);
      for (const [familyId, memories] of Map.groupBy(await queries.memoriesOf(platform.db, ids, on), (memory) => memory.familyId)) {
        const postIds = memories.map(({ postId }) => postId);
        await tellOfMemories(platform, familyId, postIds, on);
      }
    }
    after = families.at(-1)?.id;
    if (families.length < batchSizes.families) return;
  }
}

type OfDay =
  | { event: 'birthday.near' | 'birthday.come'; personId: string; day: string }
  | { event: 'memory.come'; postId: string; day: string };

/** Which of some members hear of something. */
type MayHear = (members: readonly FamilyScope[]) => Promise<readonly FamilyScope[]>;

/** Memories of a day: each member is told of the latest few that they may see, so what is for others alone takes no place. @param postIds the latest first */
async function tellOfMemories(platform: Platform, familyId: string, postIds: readonly string[], day: string): Promise<void> {
  const counts = new Map<string, number>();
  // One that could not be told keeps its place for the next run.
  let failed = 0;
  const hasRoom = ({ userId }: FamilyScope) => (counts.get(userId) ?? 0) + failed < mostMemories;
  const waiting = new Set<string>();
  for (const postId of postIds) {
    const shared = { familyId, actorId: null, fact: { type: 'post.shared', ids: { post_id: postId } } } as const;
    const isTold = await tellOfDay(platform, familyId, { event: 'memory.come', postId, day }, async (members) => {
      const listeners = (await platform.features.listenersOf(platform, members.filter(hasRoom), shared)) as readonly FamilyScope[];
      for (const { userId } of listeners) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      for (const member of members) waiting[hasRoom(member) ? 'add' : 'delete'](member.userId);
      return listeners;
    });
    if (!isTold) failed += 1;
    // Where it failed, not everybody may have been asked.
    else if (waiting.size === 0) return;
  }
}

/** One of a day. What fails is tried again with the next run. @returns whether all members have been told who hear of it */
async function tellOfDay(platform: Platform, familyId: string, of: OfDay, mayHear: MayHear): Promise<boolean> {
  const errand = actForFamily(familyId, 'a day has come');
  const at = platform.clock.now();
  const { event, day } = of;
  const isMemory = 'postId' in of;
  const about = isMemory ? { postId: of.postId, day } : { personId: of.personId, day };
  const news = newsOf(event, [isMemory ? of.postId : of.personId, day], at, about, null);
  try {
    await tellMembers(platform, errand, mayHear, async (tx) => {
      const isThere = isMemory ? await store.holdPost(tx, errand, of.postId) : await store.holdPerson(tx, errand, of.personId);
      return isThere ? { news, known: {}, since: at } : undefined;
    });
    return true;
  } catch (error) {
    platform.log.error({ family: familyId, event, error: describeError(error) }, 'a day could not be told of');
    return false;
  }
}

/** Removes what was told so long ago that it is not shown any more. */
export async function clearNotifications({ db, clock }: Platform): Promise<void> {
  const before = keptSince(clock.now());
  while ((await store.deleteBefore(db, before, batchSizes.removed)) === batchSizes.removed);
}

/** Registers the jobs that tell of facts, every hour of the days of families where it is morning, and remove what is old every night. */
export function notificationsJobs(platform: Platform): void {
  platform.jobs.handle(telling, (recorded) => tell(platform, recorded));
  platform.jobs.schedule(days, '7 * * * *', () => tellOfDays(platform));
  platform.jobs.schedule(clearing, '17 3 * * *', () => clearNotifications(platform));
}
