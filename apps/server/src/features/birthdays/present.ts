import type { Birthday, Gathered, Wish } from '@heartwood/contract/birthdays';
import { nextBirthday, plusDays, yearOf } from '@heartwood/contract/days';
import { membersAmong, membersOf } from '#features/family/actions.ts';
import { presentAuthors } from '#features/family/present.ts';
import type { AuthorOf } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { presentPeople } from '#features/people/present.ts';
import { dayOf } from '#platform/clock.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { Celebrated, WishRow } from './tables.ts';

/** Birthdays of the next days, soonest first. @param on the day it is where the viewer is; left out, by the time zone of their account */
export async function presentBirthdays(platform: Platform, scope: FamilyScope, { days, on }: { days: number; on?: string | undefined }) {
  const me = on ? undefined : await queries.celebrated(platform.db, scope, scope.personId);
  const today = on ?? dayOf(platform.clock.now(), me?.timeZone);
  const until = plusDays(today, days);
  const ahead = (await presentPeople(platform, scope)).flatMap(({ heartwood_id, name, birth_day }): Birthday[] => {
    const next = birth_day === null ? null : nextBirthday(birth_day, today);
    return next && next.date <= until ? [{ heartwood_id, name, ...next }] : [];
  });
  return ahead.toSorted((a, b) => a.date.localeCompare(b.date) || a.name.localeCompare(b.name));
}

/**
 * The wishes for one birthday, as far as the viewer may know of them: before they are delivered, nothing for the person they are for.
 * @param on the day of another birthday than the next one
 */
export async function presentGathered(platform: Platform, scope: FamilyScope, who: Celebrated, on?: string): Promise<Gathered> {
  const now = platform.clock.now();
  const next = rules.occasionOf(who, now);
  const birthdayOn = on ?? next?.date ?? null;
  const all = await queries.wishesForPerson(platform.db, scope, who.id);
  const isOpen = next !== null && birthdayOn === next.date && rules.isOpen(who, next.date, now);
  const isOwn = rules.isOwn(scope, who);
  const rows = all.filter((row) => row.birthday_on === birthdayOn);
  const opens = (row: WishRow) => rules.mayOpen(scope, who, rules.headOf(row), now);
  const delivered = rows.some(opens);
  const unthanked = rows.filter((row) => opens(row) && !row.is_thanked && row.author_id !== scope.userId);
  const toThank = await membersAmong(
    platform.db,
    scope,
    unthanked.map((row) => row.author_id),
  );
  const known = isOwn && !delivered ? [] : rows;
  const waiting = isOpen && !isOwn ? await waitingFor(platform, scope, who, { birthdayOn, rows }) : [];
  const authorOf = await presentAuthors(platform, scope, [...rows.map((row) => row.author_id), ...waiting.map(({ userId }) => userId)]);
  const wishes = await presentWishes(platform, scope, who, known, authorOf);
  return {
    heartwood_id: who.id,
    name: who.name,
    birthday_on: birthdayOn,
    turns: who.birth && birthdayOn ? yearOf(birthdayOn) - yearOf(who.birth) : null,
    for_me: rules.isFor(scope, who),
    delivered,
    can: {
      wish: isOpen && !isOwn && !rows.some((row) => row.author_id === scope.userId),
      remind: isOpen && !isOwn,
      thank: toThank.length > 0,
    },
    wishes: wishes.filter((_, index) => delivered || known[index]?.author_id === scope.userId),
    wished: wishes.map(({ author, ...wish }) => ({ ...author, wish: mannerOf(wish) })),
    waiting: waiting.map(({ userId, reminded }) => ({ ...authorOf(userId), reminded })),
    cards: [...new Set(all.filter(opens).map((row) => row.birthday_on))],
  };
}

/** Who has not wished yet. */
async function waitingFor(platform: Platform, scope: FamilyScope, who: Celebrated, of: { birthdayOn: string; rows: readonly WishRow[] }) {
  const { db, clock } = platform;
  const since = rules.remindedSince(clock.now());
  const [members, reminded] = await Promise.all([
    membersOf(db, scope.familyId),
    store.remindedOf(db, scope, { personId: who.id, birthdayOn: of.birthdayOn }, since),
  ]);
  const wished = new Set(of.rows.map((row) => row.author_id));
  const others = members.filter(({ userId }) => userId !== who.userId && !wished.has(userId));
  return others.map(({ userId }) => ({ userId, reminded: reminded.has(userId) }));
}

/** How a wish is made: as what plays or shows in it first, else in words. */
function mannerOf({ media }: Pick<Wish, 'media'>): Gathered['wished'][number]['wish'] {
  const [first] = media.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  if (!first || first.kind === 'document') return { kind: 'text', seconds: null };
  return { kind: first.kind, seconds: first.duration };
}
const order = ['audio', 'video', 'image', 'document'];

async function presentWishes(
  platform: Platform,
  scope: FamilyScope,
  who: Celebrated,
  rows: readonly WishRow[],
  authorOf: AuthorOf,
): Promise<Wish[]> {
  const media = await presentMediaByIds(
    platform,
    scope,
    rows.flatMap((row) => row.media),
  );
  return rows.map((row) => {
    const isChangeable = rules.mayChange(scope, who, rules.headOf(row), platform.clock.now());
    return {
      id: row.id,
      heartwood_id: who.id,
      birthday_on: row.birthday_on,
      author: authorOf(row.author_id),
      text: row.text,
      media: row.media.flatMap((id) => media.get(id) ?? []),
      can: { edit: isChangeable, delete: isChangeable },
      created_at: inUtc(row.created_at),
      updated_at: inUtc(row.updated_at),
    };
  });
}

/** One wish that one may read. @throws Refused not_found */
export async function presentWish(platform: Platform, scope: FamilyScope, id: string): Promise<{ wish: Wish }> {
  const row = await queries.findWish(platform.db, scope, id);
  const who = row && (await queries.celebrated(platform.db, scope, row.person_id));
  if (!who || !rules.mayRead(scope, who, rules.headOf(row), platform.clock.now())) throw refuse.notFound();
  const [wish] = await presentWishes(platform, scope, who, [row], await presentAuthors(platform, scope, [row.author_id]));
  return { wish: wish! };
}

/** Every wish one may read, with the person it is for, the latest birthday first. */
export async function presentReadable(platform: Platform, scope: FamilyScope): Promise<{ name: string; wish: Wish }[]> {
  const rows = await queries.allWishes(platform.db, scope);
  const found: { name: string; wish: Wish }[] = [];
  for (const personId of new Set(rows.map((row) => row.person_id))) {
    const who = await queries.celebrated(platform.db, scope, personId);
    const now = platform.clock.now();
    const readable = who ? rows.filter((row) => row.person_id === personId && rules.mayRead(scope, who, rules.headOf(row), now)) : [];
    if (!who || readable.length === 0) continue;
    const authorOf = await presentAuthors(
      platform,
      scope,
      readable.map((row) => row.author_id),
    );
    found.push(...(await presentWishes(platform, scope, who, readable, authorOf)).map((wish) => ({ name: who.name, wish })));
  }
  return found;
}
