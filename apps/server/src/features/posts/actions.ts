import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { UploadedFile } from '@heartwood/contract/fields';
import type { postsApi } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { membersAmong, membersOf } from '#features/family/actions.ts';
import { actForFamily, type FamilyScope } from '#features/family/scope.ts';
import { ideaLedTo } from '#features/inspiration/actions.ts';
import { claimMedia, exchangeMedia, holdAlso, withNewMedia } from '#features/media/actions.ts';
import { peopleAmong } from '#features/people/actions.ts';
import { acceptAnswer, assertWithin, circleOf, tellQuestion } from '#features/questions/actions.ts';
import { audienceOfAnswer } from '#features/questions/rules.ts';
import type { Circle } from '#features/questions/rules.ts';
import { findSubcategory } from '#features/treasures/actions.ts';
import { dayOf } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { lockAndDelete, lockAndRestore, restorableBy, type Undoable } from '#platform/db/undo.ts';
import type { Happened } from '#platform/feature.ts';
import { readIfMatch } from '#platform/http/etag.ts';
import { createIdempotently, type Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId, unique } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { visibleAmong } from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { PostHead } from './tables.ts';

/** @param field a path such as `recipe.steps.1.media_ids.0`; its last word names it */
const invalid = (field: string, rule: rules.Fault['rule'] = 'default') =>
  refuse.invalid({ [field]: [problemMessage({ rule, field: rules.fieldAt(field) })] });

function assertFaultless(fault: rules.Fault | undefined): void {
  if (fault) throw invalid(fault.field, fault.rule);
}

const undoable: Undoable<PostHead, never, 'post.deleted' | 'post.restored'> = {
  lock: store.lockPost,
  findDeleted: store.findDeleted,
  async write(platform, tx, scope, { id, questionId }, change, type) {
    await store.setDeletion(tx, scope, id, change);
    await record(platform, tx, scope, { type, ids: { post_id: id } });
    await tellQuestion(platform, tx, scope, questionId);
  },
};

/** The family a post belongs to, or null; says nothing about who may see it. */
export const familyOfPost = store.familyOf;

/** A post one may see. @throws Refused not_found */
export async function visiblePost(platform: Platform, scope: FamilyScope, id: string): Promise<PostHead> {
  return found(await store.findPost(platform.db, scope, id));
}

/**
 * Shares something with the family, or an answer with those among whom it stays: `circle`.
 * @returns the post's id
 * @throws Refused validation_failed for what belongs to another family or post, or does not exist; conflict for a key used otherwise
 */
export async function sharePost(
  platform: Platform,
  scope: FamilyScope,
  input: BodyOf<typeof postsApi.share>,
  idempotency?: Idempotency,
  circle?: Circle,
): Promise<string> {
  const now = platform.clock.now();
  const mediaIds = unique(input.media_ids);
  const people = unique(input.people);
  const isAnswer = circle !== undefined;
  assertFaultless(rules.faultOfNew(input, mediaIds.length + input.images.length, isAnswer));
  const choice = rules.chooseAudience(input, circle && audienceOfAnswer(circle, scope.userId));
  if (!choice) throw invalid('audience_user_ids');
  assertWithin(circle, choice);
  await assertKnown(platform.db, scope, people, choice.audienceUserIds);
  const recipe = input.recipe && (await knownRecipe(platform.db, scope, input.recipe, mediaIds));
  const id = newId(platform.clock);
  return withNewMedia(platform, scope, input.images as UploadedFile[], 'images', id, (added) =>
    createIdempotently(platform.db, idempotency, now, async (tx) => {
      if (circle) await acceptAnswer(platform, tx, scope, { questionId: circle.id, postId: id });
      const media = [...mediaIds, ...added];
      await claimMedia(platform, tx, scope, media);
      const kind = rules.kindOf(input, isAnswer);
      const occurredOn = input.occurred_on ?? dayOf(now);
      const told = { kind, text: input.text, occurredOn, recipe, questionId: circle?.id ?? null };
      await add(platform, tx, scope, { id, createdAt: now, ...told }, { media, people, ...choice }, input);
      return id;
    }),
  );
}

/**
 * Shares, within the caller's transaction, what a feature above keeps: its media and people are the family's already, and the media stay with it, too.
 * @param asked whom it is for, and what may be said besides: captions, a shelf, the idea that led to it
 * @returns the post's id
 * @throws Refused validation_failed for an audience of strangers, and for a shelf the family does not know
 */
export async function shareAlso(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  { media, people, ...told }: Pick<PostHead, 'kind' | 'text' | 'occurredOn'> & { media: string[]; people: string[] },
  asked: Pick<BodyOf<typeof postsApi.share>, 'audience' | 'audience_user_ids'> & Besides,
): Promise<string> {
  const choice = rules.chooseAudience(asked);
  if (!choice) throw invalid('audience_user_ids');
  await assertKnown(tx, scope, [], choice.audienceUserIds);
  const post = { id: newId(platform.clock), createdAt: platform.clock.now(), ...told };
  await holdAlso(platform, tx, scope, media);
  await add(platform, tx, scope, post, { media, people, ...choice }, asked);
  return post.id;
}

/** What may be said of what is shared besides what it is: captions, a shelf, the idea that led to it. */
type Besides = Partial<Pick<BodyOf<typeof postsApi.share>, 'captions' | 'subcategory_id' | 'inspiration_slug'>>;

/** Adds a post whose media are held for it, with all that belongs to it. @throws Refused validation_failed for a shelf the family does not know */
async function add(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  post: Pick<PostHead, 'id' | 'createdAt' | 'kind' | 'text' | 'occurredOn'> & Partial<Pick<PostHead, 'recipe' | 'questionId'>>,
  { media, people, audience, audienceUserIds }: rules.AudienceChoice & { media: string[]; people: string[] },
  besides: Besides,
): Promise<void> {
  const place = await placeOf(tx, scope, besides.subcategory_id ?? null);
  const captions = rules.captionsOf(media, besides.captions ?? {});
  const row = { ...post, ...place, captions, audience, updatedAt: post.createdAt };
  await store.insertPost(tx, scope, row, { media, people, audience: audienceUserIds });
  await ideaLedTo(platform, tx, scope, besides.inspiration_slug ?? null);
  await record(platform, tx, scope, { type: 'post.shared', ids: { post_id: post.id } });
}

/** Those of the ids that are posts one may see: for features above. */
export const postsOneMaySee = visibleAmong;

/**
 * Changes a post of one's own; what is left out stays.
 * @param ifMatch the header: the versions the sender knows
 * @throws Refused not_found, forbidden, conflict where it has been changed since, validation_failed
 */
export async function editPost(
  platform: Platform,
  scope: FamilyScope,
  { id }: PostHead,
  input: BodyOf<typeof postsApi.edit>,
  ifMatch: string | undefined,
  lentTo: store.LentTo,
): Promise<void> {
  const isKnown = readIfMatch(ifMatch);
  await platform.db.transaction(async (tx) => {
    const post = found(await store.lockVisible(tx, scope, id));
    if (!rules.mayEditPost(scope, post)) throw refuse.forbidden();
    if (!isKnown(post.version)) throw refuse.conflict(message('posts.refusals.changed'));
    const before = await store.partsOf(tx, scope, id);
    const was = { authorId: post.authorId, audience: post.audience, audienceUserIds: before.audience };
    const choice = rules.chooseAudience(input, was);
    if (!choice) throw invalid('audience_user_ids');
    if (post.questionId) assertWithin(await circleOf(tx, scope, post.questionId), choice);
    const media = input.media_ids ? unique(input.media_ids) : before.media;
    assertFaultless(rules.faultOfChange(post, input, media.length));
    const recipe = input.recipe ? await knownRecipe(tx, scope, input.recipe, media) : post.recipe && rules.recipeWith(media, post.recipe);
    const people = input.people && unique(input.people);
    await assertKnown(tx, scope, people ?? [], choice.audienceUserIds);
    const lent = input.media_ids ? await lentTo(tx, scope, id) : [];
    await exchangeMedia(platform, tx, scope, before.media, media, lent);
    const { text = post.text } = input;
    const captions = rules.captionsOf(media, { ...post.captions, ...input.captions });
    const occurredOn = input.occurred_on === undefined ? post.occurredOn : (input.occurred_on ?? dayOf(post.createdAt));
    const place = input.subcategory_id === undefined ? {} : await placeOf(tx, scope, input.subcategory_id);
    const told = { text, captions, recipe, occurredOn, audience: choice.audience, updatedAt: platform.clock.now() };
    await store.updatePost(tx, scope, id, { ...told, ...place }, { media, people, audience: choice.audienceUserIds });
    await record(platform, tx, scope, { type: 'post.changed', ids: { post_id: id } });
    await tellQuestion(platform, tx, scope, post.questionId);
    const losers = rules.thoseWhoLose(await membersOf(tx, scope.familyId), was, { ...was, ...choice });
    for (const { userId } of losers) {
      await record(platform, tx, scope, { type: 'post.hidden', ids: { post_id: id, user_id: userId } });
    }
  });
}

/** Keeps a post in a subcategory of the treasures, or in none. @throws Refused not_found, forbidden, validation_failed */
export async function keepPost(platform: Platform, scope: FamilyScope, { id }: PostHead, subcategoryId: string | null): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!rules.mayKeepPost(scope, found(await store.lockVisible(tx, scope, id)))) throw refuse.forbidden();
    await store.placePost(tx, scope, id, await placeOf(tx, scope, subcategoryId));
    await record(platform, tx, scope, { type: 'treasure.kept', ids: { post_id: id } });
  });
}

/** @throws Refused not_found where there is none */
function found(post: PostHead | undefined): PostHead {
  if (!post) throw refuse.notFound();
  return post;
}

/** Where among the treasures a post is kept. @throws Refused validation_failed for a subcategory the family does not know */
async function placeOf(tx: Tx, scope: FamilyScope, subcategoryId: string | null) {
  if (subcategoryId === null) return { categoryId: null, subcategoryId };
  const subcategory = await findSubcategory(tx, scope, subcategoryId);
  if (!subcategory) throw invalid('subcategory_id');
  return { categoryId: subcategory.categoryId, subcategoryId };
}

/** Gives a post one's heart, once. @throws Refused not_found */
export const giveHeart = (platform: Platform, scope: FamilyScope, { id }: PostHead): Promise<void> =>
  platform.db.transaction(async (tx) => {
    found(await store.lockVisible(tx, scope, id));
    if (await store.insertHeart(tx, scope, id, platform.clock.now()))
      await record(platform, tx, scope, { type: 'heart.given', ids: { post_id: id } });
  });

/** Takes one's heart back. @throws Refused not_found */
export const takeHeart = (platform: Platform, scope: FamilyScope, { id }: PostHead): Promise<void> =>
  platform.db.transaction(async (tx) => {
    found(await store.lockVisible(tx, scope, id));
    if (await store.deleteHeart(tx, scope, id)) await record(platform, tx, scope, { type: 'heart.taken', ids: { post_id: id } });
  });

/** Deletes a post; it can be brought back for a while. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function deletePost(platform: Platform, scope: FamilyScope, post: PostHead): Promise<void> {
  if (!rules.mayDeletePost(scope, post)) throw refuse.forbidden();
  await lockAndDelete(platform, scope, undoable, post, 'post.deleted');
}

/** A post that one may bring back, or that is still there. @throws Refused not_found */
export const restorablePost = restorableBy(undoable, visiblePost);

/**
 * Brings a post back that `restorablePost` has found.
 * @throws Refused forbidden where it is still there and one might not have deleted it; not_found where one may bring it back no longer
 */
export async function restorePost(platform: Platform, scope: FamilyScope, post: PostHead): Promise<void> {
  if (!post.deletedAt && !rules.mayDeletePost(scope, post)) throw refuse.forbidden();
  await lockAndRestore(platform, scope, undoable, post, 'post.restored');
}

/** A post one may see that stays until the transaction ends: for what features above hang on it. @throws Refused not_found */
export const holdPost = async (tx: Tx, scope: FamilyScope, id: string): Promise<PostHead> => found(await store.holdVisible(tx, scope, id));

/** Who of some members may hear of a post, which may be deleted: those who see it, or saw it. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { familyId, fact }: { familyId: string; fact: { ids: { post_id: string } } },
): Promise<FamilyScope[]> {
  const post = await store.sharedWith(db, familyId, fact.ids.post_id);
  return post ? listeners.filter((listener) => rules.maySeePost(listener, post)) : [];
}

/** Who of some members no longer sees a post: the one the fact names. */
export const loserOf = async (_: Platform, listeners: readonly FamilyScope[], { fact }: Happened<'post.hidden'>): Promise<FamilyScope[]> =>
  listeners.filter(({ userId }) => userId === fact.ids.user_id);

/** A medium is ready, or has failed: so is the post that shows it. */
export async function prepareWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'a medium of a post is ready');
  const postId = await store.postOfMedium(tx, errand, happened.fact.ids.media_id);
  if (postId) await record(platform, tx, errand, { type: 'post.prepared', ids: { post_id: postId } });
}

/** @throws Refused validation_failed for people and members that are not the family's */
async function assertKnown(db: Queryable, scope: FamilyScope, people: readonly string[], userIds: readonly string[]): Promise<void> {
  if ((await peopleAmong(db, scope, people)).length < people.length) throw invalid('people');
  if ((await membersAmong(db, scope, userIds)).length < userIds.length) throw invalid('audience_user_ids');
}

/**
 * A recipe as it is kept.
 * @param media those of its post
 * @throws Refused validation_failed for a person who is not the family's, and for photos that are not its post's
 */
async function knownRecipe(db: Queryable, scope: FamilyScope, given: Recipe, media: readonly string[]): Promise<Recipe> {
  const from = given.from?.heartwood_id;
  if (from && (await peopleAmong(db, scope, [from])).length === 0) throw invalid('recipe.from.heartwood_id');
  const strange = rules.strangePhoto(media, given);
  if (strange) throw invalid(strange);
  return rules.recipeToKeep(given);
}
