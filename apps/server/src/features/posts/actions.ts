import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { UploadedFile } from '@heartwood/contract/fields';
import { postLimits } from '@heartwood/contract/limits';
import type { postsApi } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { membersAmong, membersOf } from '#features/family/actions.ts';
import { actForFamily, type FamilyScope } from '#features/family/scope.ts';
import { ideaLedTo } from '#features/inspiration/actions.ts';
import { addMedium, claimMedia, exchangeMedia, holdAlso, removeMedia } from '#features/media/actions.ts';
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
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId, unique } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { visibleAmong } from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { PostHead } from './tables.ts';

/** @param field a path such as `recipe.steps.1.media_ids.0`; its last word names it */
const invalid = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field: rules.fieldAt(field) })] });
const unsaid = () => refuse.invalid({ text: [problemMessage({ rule: 'required', field: 'text' })] });

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
  const post = await store.findPost(platform.db, scope, id);
  if (!post) throw refuse.notFound();
  return post;
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
  const [mediaIds, people] = [unique(input.media_ids), unique(input.people)];
  if (mediaIds.length + input.images.length > postLimits.media) throw invalid('images');
  if (circle && input.recipe) throw invalid('recipe');
  const kind = circle ? ('answer' as const) : rules.kindOf(input.kind, input.recipe !== null);
  if (!kind) throw input.recipe ? invalid('kind') : refuse.invalid({ recipe: [problemMessage({ rule: 'required', field: 'recipe' })] });
  if (!input.recipe && !rules.saysSomething(input.text, mediaIds.length + input.images.length)) throw unsaid();
  const choice = rules.chooseAudience(input, circle && audienceOfAnswer(circle, scope.userId));
  if (!choice) throw invalid('audience_user_ids');
  assertWithin(circle, choice);
  await assertKnown(platform.db, scope, people, choice.audienceUserIds);
  const recipe = input.recipe && (await knownRecipe(platform.db, scope, input.recipe, mediaIds));
  const post = { id: newId(platform.clock), createdAt: now };
  return withImages(platform, scope, input.images as UploadedFile[], post.id, (added) =>
    createIdempotently(platform.db, idempotency, now, async (tx) => {
      if (circle) await acceptAnswer(platform, tx, scope, { questionId: circle.id, postId: post.id });
      const media = [...mediaIds, ...added];
      await claimMedia(platform, tx, scope, media);
      const place = await placeOf(tx, scope, input.subcategory_id ?? null);
      const occurredOn = input.occurred_on ?? dayOf(now);
      const captions = rules.captionsOf(media, input.captions ?? {});
      const told = { kind, questionId: circle?.id ?? null, text: input.text, captions, recipe, occurredOn, audience: choice.audience };
      const parts = { media, people, audience: choice.audienceUserIds };
      await store.insertPost(tx, scope, { ...post, ...place, ...told, updatedAt: now }, parts);
      await ideaLedTo(platform, tx, scope, input.inspiration_slug);
      await record(platform, tx, scope, { type: 'post.shared', ids: { post_id: post.id } });
      return post.id;
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
  given: Pick<PostHead, 'kind' | 'text' | 'occurredOn'> & { media: string[]; people: string[] },
  asked: Pick<BodyOf<typeof postsApi.share>, 'audience' | 'audience_user_ids' | 'captions'> &
    Partial<Pick<BodyOf<typeof postsApi.share>, 'subcategory_id' | 'inspiration_slug'>>,
): Promise<string> {
  const choice = rules.chooseAudience(asked);
  if (!choice) throw invalid('audience_user_ids');
  await assertKnown(tx, scope, [], choice.audienceUserIds);
  const now = platform.clock.now();
  const post = { id: newId(platform.clock), createdAt: now };
  const { media, people, ...told } = given;
  await holdAlso(platform, tx, scope, media);
  const place = await placeOf(tx, scope, asked.subcategory_id ?? null);
  const captions = rules.captionsOf(media, asked.captions ?? {});
  const parts = { media, people, audience: choice.audienceUserIds };
  await store.insertPost(tx, scope, { ...post, ...place, ...told, captions, audience: choice.audience, updatedAt: now }, parts);
  if (asked.inspiration_slug) await ideaLedTo(platform, tx, scope, asked.inspiration_slug);
  await record(platform, tx, scope, { type: 'post.shared', ids: { post_id: post.id } });
  return post.id;
}

/** Those of the ids that are posts one may see: for features above. */
export const postsOneMaySee = visibleAmong;

/**
 * Keeps images for what is made of them; where it is refused, or was made before, nothing of them stays. After any other error it is not known
 * whether it was made: then they stay, and those that nothing has claimed go within a day.
 */
async function withImages(
  platform: Platform,
  scope: FamilyScope,
  files: readonly UploadedFile[],
  expected: string,
  make: (added: string[]) => Promise<string>,
): Promise<string> {
  const added: string[] = [];
  const discard = () => platform.db.transaction((tx) => removeMedia(platform, tx, scope, added));
  try {
    for (const file of files) added.push(await addMedium(platform, scope, file, 'images'));
    const made = await make(added);
    if (made !== expected) await discard();
    return made;
  } catch (error) {
    if (error instanceof Refused) await discard();
    throw error;
  }
}

/**
 * Changes a post of one's own; what is left out stays.
 * @param ifMatch the header: the versions the sender knows
 * @throws Refused forbidden, conflict where it has been changed since, validation_failed
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
    await store.holdFamily(tx, scope);
    const post = found(await store.findPost(tx, scope, id, 'update'));
    if (!rules.mayEditPost(scope, post)) throw refuse.forbidden();
    if (!isKnown(post.version)) throw refuse.conflict(message('posts.refusals.changed'));
    const before = await store.partsOf(tx, scope, id);
    const choice = rules.chooseAudience(input, { audience: post.audience, audienceUserIds: before.audience });
    if (!choice) throw invalid('audience_user_ids');
    if (post.questionId) assertWithin(await circleOf(tx, scope, post.questionId), choice);
    const { text = post.text } = input;
    if (input.recipe && !post.recipe) throw invalid('recipe');
    const media = input.media_ids ? unique(input.media_ids) : before.media;
    if (!post.recipe && !rules.saysSomething(text, media.length)) throw unsaid();
    const recipe = input.recipe ? await knownRecipe(tx, scope, input.recipe, media) : post.recipe && rules.recipeWith(media, post.recipe);
    const people = input.people && unique(input.people);
    await assertKnown(tx, scope, people ?? [], choice.audienceUserIds);
    await exchangeMedia(platform, tx, scope, before.media, media, input.media_ids ? await lentTo(tx, scope, id) : []);
    const occurredOn = input.occurred_on === undefined ? post.occurredOn : (input.occurred_on ?? dayOf(post.createdAt));
    const place = input.subcategory_id === undefined ? {} : await placeOf(tx, scope, input.subcategory_id);
    const captions = rules.captionsOf(media, { ...post.captions, ...input.captions });
    const { audience, audienceUserIds } = choice;
    const told = { text, captions, recipe, occurredOn, audience };
    await store.updatePost(tx, scope, id, { ...place, ...told, updatedAt: platform.clock.now() });
    await store.replaceParts(tx, scope, id, { media, audience: audienceUserIds, ...(people ? { people } : {}) });
    await record(platform, tx, scope, { type: 'post.changed', ids: { post_id: id } });
    await tellQuestion(platform, tx, scope, post.questionId);
    const { authorId } = post;
    const was = { authorId, audience: post.audience, audienceUserIds: before.audience };
    for (const { userId } of rules.thoseWhoLose(await membersOf(tx, scope.familyId), was, { authorId, ...choice }))
      await record(platform, tx, scope, { type: 'post.hidden', ids: { post_id: id, user_id: userId } });
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

/** Gives a post one's heart, once. */
export const giveHeart = (platform: Platform, scope: FamilyScope, post: PostHead): Promise<void> =>
  platform.db.transaction(async (tx) => {
    if (await store.insertHeart(tx, scope, post.id, platform.clock.now()))
      await record(platform, tx, scope, { type: 'heart.given', ids: { post_id: post.id } });
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
export const holdPost = async (tx: Tx, scope: FamilyScope, id: string): Promise<PostHead> =>
  found(await store.findPost(tx, scope, id, 'key share'));

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
 * A recipe as it is kept: nothing is from nobody.
 * @param media those of its post
 * @throws Refused validation_failed for a person who is not the family's, and for photos that are not its post's
 */
async function knownRecipe(db: Queryable, scope: FamilyScope, given: Recipe, media: readonly string[]): Promise<Recipe> {
  const { heartwood_id = null, name = null } = given.from ?? {};
  if (heartwood_id !== null && (await peopleAmong(db, scope, [heartwood_id])).length === 0) throw invalid('recipe.from.heartwood_id');
  const strange = rules.strangePhoto(media, given);
  if (strange) throw invalid(strange);
  return { ...given, from: heartwood_id === null && !name ? null : { heartwood_id, name: name || null } };
}
