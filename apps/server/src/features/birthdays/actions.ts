import type { birthdaysApi } from '@heartwood/contract/birthdays';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { message } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { membersAmong, membershipsOf, membersOf } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { ideaLedTo } from '#features/inspiration/actions.ts';
import { claimMedia, exchangeMedia, removeMedia } from '#features/media/actions.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { personIdOf } from '#features/people/actions.ts';
import { shareAlso } from '#features/posts/actions.ts';
import { saysSomething } from '#features/posts/rules.ts';
import { dayOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId, unique } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { within } from '#platform/within.ts';
import { writeSoon } from './jobs.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { Celebrated, Occasion, WishRow } from './tables.ts';

const invalid = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field })] });
const early = () => refuse.conflict(message('birthdays.refusals.early'));
const sealed = () => refuse.conflict(message('birthdays.refusals.sealed'));

/** A wish as the rules ask for it, with who is wished. */
interface KnownWish {
  who: Celebrated;
  wish: WishRow;
}

/** A person of the family, as far as their birthday goes. @throws Refused not_found */
export async function celebratedPerson(platform: Platform, scope: FamilyScope, person: string): Promise<Celebrated> {
  const who = await queries.celebrated(platform.db, scope, await personIdOf(platform, scope, person));
  if (!who) throw refuse.notFound();
  return who;
}

const readable = async (platform: Platform, scope: FamilyScope, wish: WishRow | undefined): Promise<KnownWish | undefined> => {
  const who = wish && (await queries.celebrated(platform.db, scope, wish.person_id));
  return who && rules.mayRead(scope, who, rules.headOf(wish), platform.clock.now()) ? { who, wish } : undefined;
};

/** A wish one may read. @throws Refused not_found */
export async function visibleWish(platform: Platform, scope: FamilyScope, id: string): Promise<KnownWish> {
  const found = await readable(platform, scope, await queries.findWish(platform.db, scope, id));
  if (!found) throw refuse.notFound();
  return found;
}

/** Whether a medium belongs to a wish one may read: asked when media are served. */
export const mayReadMedium = async (platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> =>
  Boolean(await readable(platform, scope, await queries.wishOfMedium(platform.db, scope, mediumId)));

/** The birthday that wishes are gathered for. @throws Refused forbidden for one's own, conflict where it is too early or the day is not known */
function openOccasion(scope: FamilyScope, who: Celebrated, now: Date): Occasion {
  if (rules.isOwn(scope, who)) throw refuse.forbidden(message('birthdays.refusals.own'));
  const next = rules.occasionOf(who, now);
  if (!next || !rules.isOpen(who, next.date, now)) throw early();
  return { personId: who.id, birthdayOn: next.date };
}

/** Wishes are read, heard and looked at; a document is none of these. @throws Refused validation_failed */
async function assertShown(platform: Platform, scope: FamilyScope, media: readonly string[]): Promise<void> {
  for (const { kind } of (await presentMediaByIds(platform, scope, media)).values()) if (kind === 'document') throw invalid('media_ids');
}

function assertSays(text: string, media: readonly string[]): void {
  if (!saysSomething(text, media.length)) throw refuse.invalid({ text: [problemMessage({ rule: 'required', field: 'text' })] });
}

/**
 * Wishes a person something for their next birthday.
 * @returns the wish's id
 * @throws Refused forbidden for oneself, conflict where it is too early or one has wished already, validation_failed
 */
export async function makeWish(
  platform: Platform,
  scope: FamilyScope,
  who: Celebrated,
  { text, media_ids, inspiration_slug }: BodyOf<typeof birthdaysApi.make>,
  idempotency?: Idempotency,
): Promise<string> {
  const media = unique(media_ids);
  assertSays(text, media);
  const now = platform.clock.now();
  return createIdempotently(platform.db, idempotency, now, async (tx) => {
    const occasion = openOccasion(scope, who, now);
    const id = newId(platform.clock);
    const isNew = await store.insertWish(tx, scope, { id, ...occasion, text, createdAt: now, updatedAt: now });
    if (!isNew) throw refuse.conflict(message('birthdays.refusals.wished'));
    await store.insertPlace(tx, scope, occasion, who);
    await claimMedia(platform, tx, scope, media);
    await assertShown(within(platform, tx), scope, media);
    await store.putMedia(tx, scope, id, media);
    await ideaLedTo(platform, tx, scope, inspiration_slug);
    await record(platform, tx, scope, { type: 'wish.made', ids: { wish_id: id, heartwood_id: who.id } });
    return id;
  });
}

/** Acts on one's wish while no other request does, as long as it may be changed. @throws Refused forbidden, conflict once the day has begun, not_found */
async function withOwn(platform: Platform, scope: FamilyScope, { who, wish }: KnownWish, act: (tx: Tx, wish: WishRow) => Promise<void>) {
  if (wish.author_id !== scope.userId) throw refuse.forbidden();
  if (!rules.mayChange(scope, who, rules.headOf(wish), platform.clock.now())) throw sealed();
  await platform.db.transaction(async (tx) => {
    const isThere = await store.lockWish(tx, scope, wish.id);
    const held = isThere ? await queries.findWish(tx, scope, wish.id) : undefined;
    if (!held) throw refuse.notFound();
    await act(tx, held);
  });
}

/** Changes one's wish, until the day. @throws Refused forbidden, conflict, not_found, validation_failed */
export async function changeWish(
  platform: Platform,
  scope: FamilyScope,
  known: KnownWish,
  input: BodyOf<typeof birthdaysApi.change>,
): Promise<void> {
  await withOwn(platform, scope, known, async (tx, wish) => {
    const { text = wish.text } = input;
    const media = input.media_ids ? unique(input.media_ids) : wish.media;
    assertSays(text, media);
    await exchangeMedia(platform, tx, scope, wish.media, media);
    await assertShown(within(platform, tx), scope, media);
    await store.putMedia(tx, scope, wish.id, media);
    await store.updateWish(tx, scope, wish.id, { text, updatedAt: platform.clock.now() });
    await record(platform, tx, scope, { type: 'wish.changed', ids: { wish_id: wish.id, heartwood_id: wish.person_id } });
  });
}

/** Takes one's wish back for good, until the day. @throws Refused forbidden, conflict, not_found */
export async function takeBackWish(platform: Platform, scope: FamilyScope, known: KnownWish): Promise<void> {
  await withOwn(platform, scope, known, async (tx, { id, person_id }) => {
    await removeMedia(platform, tx, scope, await store.removeWish(tx, scope, id));
    await record(platform, tx, scope, { type: 'wish.deleted', ids: { wish_id: id, heartwood_id: person_id } });
  });
}

/**
 * Reminds by mail those who have not wished yet.
 * @param asked some of the members; left out, everybody
 * @returns who is reminded now: not who has wished, nor who was reminded within a day
 * @throws Refused forbidden for one's own birthday, conflict where it is too early, validation_failed for users who are no members
 */
export async function remind(platform: Platform, scope: FamilyScope, who: Celebrated, asked: string[] | undefined): Promise<string[]> {
  const now = platform.clock.now();
  const occasion = openOccasion(scope, who, now);
  const reminded: string[] = [];
  await platform.db.transaction(async (tx) => {
    const members = (await membersOf(tx, scope.familyId)).map(({ userId }) => userId);
    if (asked?.some((id) => !members.includes(id))) throw invalid('user_ids');
    const wished = new Set((await queries.wishesFor(tx, scope, occasion)).map((wish) => wish.author_id));
    // Always in the same order: two who remind the same people at once must not wait for each other.
    for (const userId of unique(asked ?? members).toSorted()) {
      if (userId === who.userId || userId === scope.userId || wished.has(userId)) continue;
      if (!(await store.noteReminder(tx, scope, { ...occasion, userId, remindedAt: now }, rules.remindedSince(now)))) continue;
      await record(platform, tx, scope, { type: 'wish.asked', ids: { heartwood_id: who.id, user_id: userId } });
      reminded.push(userId);
    }
    await writeSoon(platform, tx, scope, occasion, { about: 'asked', userIds: reminded, senderId: scope.userId });
  });
  return reminded;
}

/**
 * Thanks those whose wishes for a birthday have been given to one, each once, in a post that they alone see.
 * @returns the post's id
 * @throws Refused forbidden for others than the wishes are for, conflict where there is no author to thank, as long as nothing has been given as well
 */
export async function thank(
  platform: Platform,
  scope: FamilyScope,
  who: Celebrated,
  { text, on }: BodyOf<typeof birthdaysApi.thank>,
  idempotency?: Idempotency,
): Promise<string> {
  if (!rules.isFor(scope, who)) throw refuse.forbidden();
  const now = platform.clock.now();
  const occasion = { personId: who.id, birthdayOn: on };
  return createIdempotently(platform.db, idempotency, now, async (tx) => {
    const [given] = await queries.wishesFor(tx, scope, occasion);
    const isOpen = given && rules.mayOpen(scope, who, rules.headOf(given), now);
    const authors = isOpen ? await store.markThanked(tx, scope, occasion, now) : [];
    const thanked = await membersAmong(
      tx,
      scope,
      authors.filter((id) => id !== scope.userId),
    );
    if (thanked.length === 0) throw refuse.conflict(message('birthdays.refusals.thanked'));
    await record(platform, tx, scope, { type: 'wishes.thanked', ids: { heartwood_id: who.id } });
    const post = { kind: 'birthday' as const, text, occurredOn: dayOf(now, who.timeZone), media: [], people: [who.id] };
    return shareAlso(platform, tx, scope, post, { audience: 'people', audience_user_ids: thanked });
  });
}

/** A medium is ready, or has failed: so the wish that has it has changed. */
export async function changeWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'a medium of a wish is ready');
  const wish = await queries.wishOfMedium(tx, errand, happened.fact.ids.media_id);
  if (wish) await record(platform, tx, errand, { type: 'wish.changed', ids: { wish_id: wish.id, heartwood_id: wish.person_id } });
}

/**
 * Notes the time zone that a person is about to leave, for wishes that wait to be delivered by it: theirs, and those of members without a time zone of
 * their own. See [Note: When a wish is seen].
 */
export async function keepPlaces(_platform: Platform, tx: Tx, { fact }: Happened<'place.left'>): Promise<void> {
  for (const { familyId } of await membershipsOf(tx, fact.ids.user_id))
    await store.keepPlaces(tx, actForFamily(familyId, 'a time zone changes'));
}

/** A person was removed from the family: what they were wished goes with them. */
export async function removeWithPerson(platform: Platform, tx: Tx, { familyId }: Happened<'person.removed'>): Promise<void> {
  const errand = actForFamily(familyId, 'a person is removed');
  await removeMedia(platform, tx, errand, await store.removeNobodys(tx, errand));
}

/** Who may hear of a wish: everybody but the person, and they as well once it is delivered. */
export async function listenersTo(
  { db, clock }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: { fact: { ids: { wish_id: string; heartwood_id: string } } },
): Promise<FamilyScope[]> {
  const [scope] = listeners;
  if (!scope) return [];
  const who = await queries.celebrated(db, scope, fact.ids.heartwood_id);
  const wish = await queries.findWish(db, scope, fact.ids.wish_id);
  const isRead = (listener: FamilyScope) => who && wish && rules.mayRead(listener, who, rules.headOf(wish), clock.now());
  return listeners.filter((listener) => listener.personId !== fact.ids.heartwood_id || isRead(listener));
}

/** The member who is asked for a wish hears of it. */
export const listenersAsked = async (
  _platform: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'wish.asked'>,
): Promise<FamilyScope[]> => listeners.filter(({ userId }) => userId === fact.ids.user_id);

/** The person the wishes are for hears that they are delivered, and thanked for. */
export async function listenersDelivered(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'wishes.delivered' | 'wishes.thanked'>,
): Promise<FamilyScope[]> {
  const [scope] = listeners;
  const who = scope && (await queries.celebrated(db, scope, fact.ids.heartwood_id));
  return who ? listeners.filter((listener) => rules.isFor(listener, who)) : [];
}
