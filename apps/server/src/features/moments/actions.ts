import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { postLimits } from '@heartwood/contract/limits';
import { milestoneBySlug } from '@heartwood/contract/milestones';
import type { momentsApi } from '@heartwood/contract/moments';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { languages } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { lockFamily, membersOf } from '#features/family/actions.ts';
import { isGuardian } from '#features/family/rules.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { claimMedia, exchangeMedia } from '#features/media/actions.ts';
import { personIdOf } from '#features/people/actions.ts';
import { postsOneMaySee, shareAlso } from '#features/posts/actions.ts';
import { ownMediaOf } from '#features/posts/queries.ts';
import { dayOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened, Said } from '#platform/feature.ts';
import { deletedNow, lockAndChange, lockAndRestore, restorableBy } from '#platform/db/undo.ts';
import type { Deletion, Undoable } from '#platform/db/undo.ts';
import { readIfMatch } from '#platform/http/etag.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId, unique } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { isMediumShown, momentsOfMedia } from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { MomentHead } from './tables.ts';

const invalid = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field: field })] });
const missing = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'required', field: field })] });

const everyLanguage = () => languages.map((language) => translatorOf(language));

const undoable: Undoable<MomentHead, Deletion & { milestone: null; title: string }, 'moment.deleted' | 'moment.restored'> = {
  // Whose moment it is is changed by who holds the family: so one reads it together with its row.
  async lock(tx, scope, id) {
    await lockFamily(tx, scope.familyId);
    return store.lockMoment(tx, scope, id);
  },
  findDeleted: store.findDeleted,
  async write(platform, tx, scope, { id }, change, type) {
    await store.markMoment(tx, scope, id, change);
    await record(platform, tx, scope, { type, ids: { moment_id: id } });
  },
};
/** A moment that comes back loses its milestone where that has been kept anew; the family is locked, so that nobody keeps it meanwhile. */
const restoring: typeof undoable = {
  ...undoable,
  async write(platform, tx, scope, moment, change, type) {
    const { people } = await store.partsOf(tx, scope, moment.id);
    const isTaken = moment.milestone !== null && (await store.isReached(tx, scope, moment.milestone, people, moment.id));
    const ownWords = isTaken ? { milestone: null, title: rules.titleOf(translatorOf(scope.language), moment) } : {};
    await undoable.write(platform, tx, scope, moment, { ...change, ...ownWords }, type);
  },
};

/** A moment one may see. @throws Refused not_found */
export async function visibleMoment(platform: Platform, scope: FamilyScope, id: string): Promise<MomentHead> {
  const moment = await store.findMoment(platform.db, scope, id);
  if (!moment) throw refuse.notFound();
  return moment;
}

/** The id of a person whose moments one may see: for guardians every person, for others themself. @throws Refused not_found */
export async function personToLookAt(platform: Platform, scope: FamilyScope, person: string): Promise<string> {
  const id = await personIdOf(platform, scope, person);
  if (!rules.mayKeepFor(scope, [id])) throw refuse.notFound();
  return id;
}

/**
 * Keeps a moment, and shares it in the same transaction where that is asked for: both are there or neither.
 * @returns its id
 * @throws Refused not_found for people whose moments one may not see; validation_failed; conflict for a key used otherwise
 */
export async function keepMoment(
  platform: Platform,
  scope: FamilyScope,
  input: BodyOf<typeof momentsApi.keep>,
  idempotency?: Idempotency,
): Promise<string> {
  const now = platform.clock.now();
  const first = input.person === null ? [] : [await personToLookAt(platform, scope, input.person)];
  const people = unique([...first, ...(await peopleOf(platform, scope, input.people))]);
  if (people.length === 0) throw missing('people');
  const milestone = milestoneOf(input.milestone);
  if (!input.title && !milestone) throw missing('title');
  const title = rules.ownTitle(input.title ?? '', milestone?.slug ?? null, everyLanguage());
  const occurredOn = input.occurred_on ?? dayOf(now);
  if (!rules.hasCome(occurredOn, now)) throw invalid('occurred_on');
  const media = unique(input.media_ids);
  const inPost = unique([...people, ...(await inPostOf(platform, scope, input.share?.people ?? []))]);
  if (inPost.length > postLimits.people) throw invalid('share.people');
  return createIdempotently(platform.db, idempotency, now, async (tx) => {
    const id = newId(platform.clock);
    const { text } = input;
    await lockFamily(tx, scope.familyId);
    await assertFirst(tx, scope, id, milestone?.slug, people);
    await claimMedia(platform, tx, scope, media);
    await store.insertMoment(tx, scope, {
      id,
      title,
      milestone: milestone?.slug ?? null,
      occurredOn,
      text,
      createdAt: now,
      updatedAt: now,
    });
    await store.putParts(tx, scope, id, { people, media });
    await record(platform, tx, scope, { type: 'moment.kept', ids: { moment_id: id } });
    if (input.share) {
      const moment = { id, title, milestone: milestone?.slug ?? null, text, occurredOn };
      await shareAs(platform, tx, scope, moment, { media, people: inPost }, input.share);
    }
    return id;
  });
}

/**
 * Changes a moment; what is left out stays.
 * @param ifMatch the header: the versions the sender knows
 * @throws Refused forbidden, conflict where it has been changed since, not_found, validation_failed
 */
export async function editMoment(
  platform: Platform,
  scope: FamilyScope,
  { id }: MomentHead,
  input: BodyOf<typeof momentsApi.edit>,
  ifMatch: string | undefined,
): Promise<void> {
  const isKnown = readIfMatch(ifMatch);
  const named = input.people && unique(await peopleOf(platform, scope, input.people));
  const now = platform.clock.now();
  await platform.db.transaction(async (tx) => {
    await lockFamily(tx, scope.familyId);
    const moment = await store.findMoment(tx, scope, id, 'lock');
    if (!moment) throw refuse.notFound();
    if (!rules.mayEditMoment(scope, moment)) throw refuse.forbidden();
    if (!isKnown(moment.version)) throw refuse.conflict(message('moments.refusals.changed'));
    const { text = moment.text, occurred_on: occurredOn = moment.occurredOn } = input;
    const milestone = input.milestone === undefined ? moment.milestone : (milestoneOf(input.milestone)?.slug ?? null);
    if (!rules.hasCome(occurredOn, now)) throw invalid('occurred_on');
    const shown = rules.titleOf(translatorOf(scope.language), moment);
    const title = rules.ownTitle(input.title ?? shown, milestone, everyLanguage());
    const before = await store.partsOf(tx, scope, id);
    const people = named ?? before.people;
    if (milestone !== moment.milestone || named) await assertFirst(tx, scope, id, milestone, people);
    const media = input.media_ids ? unique(input.media_ids) : before.media;
    // What its post still shows can come back, for who has uploaded it.
    const lent = moment.postId ? await ownMediaOf(tx, scope, moment.postId) : [];
    await exchangeMedia(platform, tx, scope, before.media, media, lent);
    await store.updateMoment(tx, scope, id, { title, text, milestone, occurredOn, updatedAt: now });
    await store.putParts(tx, scope, id, { people, media });
    await record(platform, tx, scope, { type: 'moment.changed', ids: { moment_id: id } });
    for (const { userId } of rules.thoseWhoLose(await membersOf(tx, scope.familyId), before.people, people))
      await record(platform, tx, scope, { type: 'moment.hidden', ids: { moment_id: id, user_id: userId } });
  });
}

/** Deletes a moment; it can be brought back for a while. The post it was shared as stays. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function deleteMoment(platform: Platform, scope: FamilyScope, moment: MomentHead): Promise<void> {
  if (!rules.mayEditMoment(scope, moment)) throw refuse.forbidden();
  await lockAndChange(platform, scope, undoable, moment, 'moment.deleted', () => deletedNow(platform.clock, scope.userId));
}

/** A moment that one may bring back, or that is still there. @throws Refused not_found */
export const restorableMoment = restorableBy(undoable, visibleMoment);

/**
 * Brings a moment back that `restorableMoment` has found; in its own words alone where its milestone has been kept anew meanwhile.
 * @throws Refused forbidden where it is still there and one might not have deleted it; not_found where one may bring it back no longer
 */
export async function restoreMoment(platform: Platform, scope: FamilyScope, moment: MomentHead): Promise<void> {
  if (!rules.mayEditMoment(scope, moment)) throw refuse.forbidden();
  await lockAndRestore(platform, scope, restoring, moment, 'moment.restored');
}

/**
 * Shares a moment as a post. One that is shared already stays the same post, as long as one can see that; two who share it at once make one.
 * @returns the post's id
 * @throws Refused forbidden, not_found, validation_failed for an audience of strangers, conflict for a key used otherwise
 */
export async function shareMoment(
  platform: Platform,
  scope: FamilyScope,
  { id }: MomentHead,
  audience: BodyOf<typeof momentsApi.share>,
  idempotency?: Idempotency,
): Promise<string> {
  return createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
    // Whose moment it is is changed by who holds the family: so one reads it together with its words.
    await lockFamily(tx, scope.familyId);
    const moment = await store.findMoment(tx, scope, id, 'lock');
    if (!moment) throw refuse.notFound();
    if (!rules.mayEditMoment(scope, moment)) throw refuse.forbidden();
    const [shared] = moment.postId ? await postsOneMaySee(tx, scope, [moment.postId]) : [];
    if (shared) return shared;
    return shareAs(platform, tx, scope, moment, await store.partsOf(tx, scope, id), audience);
  });
}

/** Makes the post that a moment is shared as. @returns its id */
async function shareAs(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  moment: Pick<MomentHead, 'id' | 'title' | 'milestone' | 'text' | 'occurredOn'>,
  parts: { media: string[]; people: string[] },
  asked: Parameters<typeof shareAlso>[4],
): Promise<string> {
  const text = rules.postText(rules.titleOf(translatorOf(scope.language), moment), moment.text);
  const postId = await shareAlso(platform, tx, scope, { kind: 'moment', text, occurredOn: moment.occurredOn, ...parts }, asked);
  await store.markMoment(tx, scope, moment.id, { postId });
  await record(platform, tx, scope, { type: 'moment.shared', ids: { moment_id: moment.id, post_id: postId } });
  return postId;
}

/** Whether a medium belongs to a moment one may see: asked when media are served. */
export const mayReadMedium = (platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> =>
  isMediumShown(platform.db, scope, mediumId);

/** What is said of media of moments one may see: what the moment is called, on its day; by the ids of the media. */
export async function saidOfMedia({ db }: Platform, scope: FamilyScope, mediumIds: readonly string[]): Promise<Map<string, Said>> {
  const t = translatorOf(scope.language);
  const shown = await momentsOfMedia(db, scope, mediumIds);
  return new Map(shown.map(({ id, day, ...moment }) => [id, { text: rules.titleOf(t, moment), day }]));
}

/** A medium is ready, or has failed: so the moment that shows it has changed. */
export async function changeWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'a medium of a moment is ready');
  const momentId = await store.momentOfMedium(tx, errand, happened.fact.ids.media_id);
  if (momentId) await record(platform, tx, errand, { type: 'moment.changed', ids: { moment_id: momentId } });
}

/** Who of some members may hear of a moment, which may be deleted: those who see it, or saw it. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: { fact: { ids: { moment_id: string } } },
): Promise<FamilyScope[]> {
  const [scope] = listeners;
  if (!scope) return [];
  const { people } = await store.partsOf(db, scope, fact.ids.moment_id);
  return listeners.filter((listener) => rules.maySeeMoment(listener, people));
}

/** Who of some members no longer sees a moment: the one the fact names. */
export const loserOf = async (
  _platform: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'moment.hidden'>,
): Promise<FamilyScope[]> => listeners.filter(({ userId }) => userId === fact.ids.user_id);

/** The ids of the people named. An unknown one is a mistake for guardians; for others every person but themself is unknown. */
async function peopleOf(platform: Platform, scope: FamilyScope, people: readonly string[]): Promise<string[]> {
  try {
    return await Promise.all(people.map((person) => personToLookAt(platform, scope, person)));
  } catch (error) {
    throw error instanceof Refused && isGuardian(scope.role) ? invalid('people') : error;
  }
}

/** Who else is in the post of a moment: people the family remembers. @throws Refused validation_failed */
async function inPostOf(platform: Platform, scope: FamilyScope, people: readonly string[]): Promise<string[]> {
  try {
    return await Promise.all(people.map((person) => personIdOf(platform, scope, person)));
  } catch (error) {
    throw error instanceof Refused ? invalid('share.people') : error;
  }
}

/** A person reaches a milestone once. Called while the family is locked: of two who keep it at once, one is told. @throws Refused validation_failed */
async function assertFirst(
  tx: Tx,
  scope: FamilyScope,
  id: string,
  milestone: string | null | undefined,
  people: readonly string[],
): Promise<void> {
  if (milestone && (await store.isReached(tx, scope, milestone, people, id))) throw refuse.invalid({ milestone: [rules.keptAlready] });
}

function milestoneOf(slug: string | null) {
  if (!slug) return undefined;
  const milestone = milestoneBySlug(slug);
  if (!milestone) throw invalid('milestone');
  return milestone;
}
