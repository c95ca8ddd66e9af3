import { mondayOf, plusDays } from '@heartwood/contract/days';
import { ideaBySlug, ideas } from '@heartwood/contract/ideas';
import type { Idea } from '@heartwood/contract/ideas';
import { weeklyIdeaLimit } from '@heartwood/contract/limits';
import { lockFamily } from '#features/family/actions.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentPeople } from '#features/people/present.ts';
import { dayOf } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { WeekRow } from './tables.ts';

/** The idea of a week for one member. */
export interface OfWeek {
  idea: Idea;
  /** The Monday. */
  week: string;
}

/** An idea by its slug. @throws Refused not_found */
export async function knownIdea(slug: string): Promise<Idea> {
  const idea = ideaBySlug(slug);
  if (!idea) throw refuse.notFound();
  return idea;
}

// [Note: Which week it is]
// A week begins on Monday at 0:00 UTC for the whole family, wherever its members are: one idea for all of them matters more than a midnight.
const thisWeek = (platform: Platform): string => mondayOf(dayOf(platform.clock.now()));

/** The idea of this week. It is brought out when the first of the family asks, and then stays, whatever changes in the family. */
export async function ideaOfWeek(platform: Platform, scope: FamilyScope): Promise<OfWeek> {
  const week = thisWeek(platform);
  const known = await shownOf(platform.db, scope, week);
  if (known) return { idea: known, week };
  const people = await knownPeople(platform, scope);
  return platform.db.transaction((tx) => bringOut(platform, tx, scope, { week, people }));
}

/**
 * Wants another idea than this one this week. Said of an idea of another week it changes nothing.
 * After the last of a week the first comes again.
 */
export async function skipIdea(platform: Platform, scope: FamilyScope, { slug }: Idea): Promise<OfWeek> {
  const week = thisWeek(platform);
  const people = await knownPeople(platform, scope);
  return platform.db.transaction(async (tx) => {
    await lockFamily(tx, scope.familyId);
    const shown = await store.shownIn(tx, scope, week);
    if (shown.some((one) => one.slug === slug)) await store.putMark(tx, scope, slug, { skippedWeek: week });
    return bringOut(platform, tx, scope, { week, people });
  });
}

/** Wants this idea after all. */
export async function unskipIdea(platform: Platform, scope: FamilyScope, { slug }: Idea): Promise<OfWeek> {
  const week = thisWeek(platform);
  const people = await knownPeople(platform, scope);
  return platform.db.transaction(async (tx) => {
    await store.putMark(tx, scope, slug, { skippedWeek: null });
    return bringOut(platform, tx, scope, { week, people });
  });
}

/** Saves an idea for later, or no longer. Saved again, it stays where it was. */
export async function saveIdea(platform: Platform, scope: FamilyScope, { slug }: Idea, saved: boolean): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const before = await store.markOf(tx, scope, slug);
    if (Boolean(before?.savedAt) !== saved) await store.putMark(tx, scope, slug, { savedAt: saved ? platform.clock.now() : null });
  });
}

/** Says that one has done an idea, or has not. */
export async function finishIdea(platform: Platform, scope: FamilyScope, { slug }: Idea, done: boolean): Promise<void> {
  await platform.db.transaction((tx) => markDone(platform, tx, scope, slug, done));
}

async function markDone(platform: Platform, tx: Tx, scope: FamilyScope, slug: string, done: boolean): Promise<void> {
  const before = await store.markOf(tx, scope, slug);
  if (Boolean(before?.doneAt) !== done) await store.putMark(tx, scope, slug, { doneAt: done ? platform.clock.now() : null });
}

/** Something has been made of an idea, within the caller's transaction: its maker has done the idea. @param slug null where no idea led to it */
export async function ideaLedTo(platform: Platform, tx: Tx, scope: FamilyScope, slug: string | null): Promise<void> {
  if (slug !== null) await markDone(platform, tx, scope, slug, true);
}

const knownPeople = async (platform: Platform, scope: FamilyScope): Promise<rules.KnownPerson[]> =>
  (await presentPeople(platform, scope)).map((one) => ({ isChild: one.is_child, birth: one.birth_day }));

/** What the member is shown of what has been brought out this week; an idea that has left the list since is passed over. */
async function shownOf(db: Queryable, scope: FamilyScope, week: string, rows?: readonly WeekRow[]): Promise<Idea | undefined> {
  const shown = (rows ?? (await store.shownIn(db, scope, week))).filter(({ slug }) => ideaBySlug(slug));
  const marks = shown.length > 0 ? await store.marksOf(db, scope) : [];
  const skipped = new Set(marks.filter(({ skippedWeek }) => skippedWeek === week).map(({ slug }) => slug));
  const open = rules.openIdea(shown, skipped);
  return open && ideaBySlug(open.slug);
}

/** What the member is shown; where nothing is left, the next idea is brought out for the family, or the member begins with the first again. */
async function bringOut(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  { week, people }: { week: string; people: rules.KnownPerson[] },
): Promise<OfWeek> {
  await lockFamily(tx, scope.familyId);
  const past = await store.shownAfter(tx, scope, plusDays(week, -rules.repeatsAfter));
  const now = past.filter((one) => one.week === week);
  const open = await shownOf(tx, scope, week, now);
  if (open) return { idea: open, week };
  if (now.length >= weeklyIdeaLimit) {
    await store.forgetSkips(tx, scope, week);
    const first = await shownOf(tx, scope, week, now);
    if (first) return { idea: first, week };
  }
  const idea = rules.nextIdea(ideas, rules.circumstancesOf(scope.familyId, week, people, past));
  const place = Math.max(-1, ...now.map((one) => one.place)) + 1;
  await store.insertShown(tx, scope, { week, place, slug: idea.slug, createdAt: platform.clock.now() });
  return { idea, week };
}
