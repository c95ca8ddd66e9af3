import { plusDays } from '@heartwood/contract/days';
import { postLimits } from '@heartwood/contract/limits';
import type { Audience } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import type { FamilyRole } from '@heartwood/contract/family';
import { isGuardian } from '#features/family/rules.ts';

/** A member of the family a post belongs to. */
export interface Viewer {
  readonly userId: string;
  readonly role: FamilyRole;
}

/** What decides who sees a post. `audienceUserIds` counts with the audience `people` alone. */
export interface Shared {
  authorId: string;
  audience: Audience;
  audienceUserIds: readonly string[];
}

/** A post or comment, by its author. */
export interface Written {
  authorId: string;
}

/**
 * The audience rule as words; `queries.ts` has the same as SQL, and a property test holds the two together.
 * The author always sees a post; `family` is every member, `guardians` those and the owner, `people` the named ones, `me` the author alone.
 */
export function maySeePost(viewer: Viewer, post: Shared): boolean {
  if (post.authorId === viewer.userId) return true;
  switch (post.audience) {
    case 'family':
      return true;
    case 'guardians':
      return isGuardian(viewer.role);
    case 'people':
      return post.audienceUserIds.includes(viewer.userId);
    case 'me':
      return false;
  }
}

/** Who of some members saw a post and does not see it any longer. */
export const thoseWhoLose = <V extends Viewer>(members: readonly V[], before: Shared, after: Shared): V[] =>
  members.filter((member) => maySeePost(member, before) && !maySeePost(member, after));

/** Only its author changes a post. */
export const mayEditPost = (viewer: Viewer, post: Written): boolean => post.authorId === viewer.userId;

/** Its author deletes a post, and every guardian who can see it. */
export const mayDeletePost = (viewer: Viewer, post: Written): boolean => post.authorId === viewer.userId || isGuardian(viewer.role);

/** Its author and the guardians choose where among the treasures a post is kept. */
export const mayKeepPost = mayDeletePost;

/**
 * Who brings a post or comment back, of those who may see it: its author, and the guardian who deleted it. What its author
 * takes back, no other user sees any longer. `queries.ts` has the same as SQL, and a property test holds the two together.
 */
export const mayRestore = (viewer: Viewer, deleted: Written & { deletedBy: string | null }): boolean =>
  deleted.authorId === viewer.userId || (isGuardian(viewer.role) && deleted.deletedBy === viewer.userId);

/** Whom a post is for. */
export interface AudienceChoice {
  audience: Audience;
  audienceUserIds: string[];
}

/**
 * Whom a post is for after what was asked: names without an audience mean `people`, an empty list is then the author alone.
 * Names that stay unsaid remain those the post had, if it was for `people` already.
 * @param before the post's audience so far; for a new post the whole family
 * @returns null where names were given for an audience that has none: guessing either way could show it to too many
 */
export function chooseAudience(
  asked: { audience?: Audience | undefined; audience_user_ids?: string[] | undefined },
  before: AudienceChoice = { audience: 'family', audienceUserIds: [] },
): AudienceChoice | null {
  const names = asked.audience_user_ids;
  const audience = asked.audience ?? (names ? 'people' : before.audience);
  if (audience !== 'people') return names && names.length > 0 ? null : { audience, audienceUserIds: [] };
  return { audience, audienceUserIds: names ? [...new Set(names)] : before.audienceUserIds };
}

/** Whether a post or comment says anything: words, or at least one medium. */
export const saysSomething = (text: string, media: number): boolean => text !== '' || media > 0;

/** What is said of these media, by their ids; nothing of others, and nothing empty. */
export function captionsOf(media: readonly string[], said: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(media.flatMap((id) => (said[id] ? [[id, said[id]]] : [])));
}

/** A recipe with those photos of its steps that are among some media. */
export const recipeWith = (media: readonly string[], recipe: Recipe): Recipe => ({
  ...recipe,
  steps: recipe.steps.map((step) => ({ ...step, media_ids: step.media_ids.filter((id) => media.includes(id)) })),
});

/** Which field of a recipe shows a photo that is not among some media: `recipe.steps.1.media_ids.0`; undefined where none does. */
export function strangePhoto(media: readonly string[], { steps }: Recipe): string | undefined {
  for (const [at, { media_ids }] of steps.entries()) {
    const place = media_ids.findIndex((id) => !media.includes(id));
    if (place !== -1) return `recipe.steps.${at}.media_ids.${place}`;
  }
  return undefined;
}

/** The field a path such as `recipe.steps.1.media_ids.0` ends with: its last word. */
export const fieldAt = (path: string): string =>
  path
    .replace(/(\.\d+)+$/, '')
    .split('.')
    .at(-1) ?? path;

/** A recipe as it is kept: it is from a person, from a name, or from nobody. */
export function recipeToKeep(given: Recipe): Recipe {
  const { heartwood_id = null, name = null } = given.from ?? {};
  const isFromNobody = heartwood_id === null && !name;
  return { ...given, from: isFromNobody ? null : { heartwood_id, name: name || null } };
}

/** What decides what a new post is. */
interface Given {
  kind?: 'memory' | 'video' | 'recipe' | undefined;
  recipe: Recipe | null;
}

/** What a new post is: an answer, what was asked for, or else what it holds. */
export function kindOf({ kind, recipe }: Given, isAnswer: boolean): 'answer' | 'memory' | 'video' | 'recipe' {
  if (isAnswer) return 'answer';
  return kind ?? (recipe ? 'recipe' : 'memory');
}

/** A field that is wrong, by its path, and whether it is missing. */
export interface Fault {
  field: string;
  rule: 'default' | 'required';
}

const wrong = (field: string): Fault => ({ field, rule: 'default' });
const missing = (field: string): Fault => ({ field, rule: 'required' });

/**
 * What is wrong with a new post, as far as it shows in itself; undefined where nothing is.
 * @param media how many it has
 */
export function faultOfNew(given: Given & { text: string }, media: number, isAnswer: boolean): Fault | undefined {
  if (media > postLimits.media) return wrong('images');
  if (isAnswer && given.recipe) return wrong('recipe');
  const isRecipe = kindOf(given, isAnswer) === 'recipe';
  if (isRecipe && !given.recipe) return missing('recipe');
  if (!isRecipe && given.recipe) return wrong('kind');
  if (!given.recipe && !saysSomething(given.text, media)) return missing('text');
  return undefined;
}

/**
 * What is wrong with a change of a post, as far as it shows in both; undefined where nothing is.
 * @param media how many the post has then
 */
export function faultOfChange(
  post: { text: string; recipe: Recipe | null },
  change: { text?: string | undefined; recipe?: Recipe | undefined },
  media: number,
): Fault | undefined {
  if (post.recipe) return undefined;
  if (change.recipe) return wrong('recipe');
  return saysSomething(change.text ?? post.text, media) ? undefined : missing('text');
}

/**
 * The days that have their anniversary on a day, as month times 100 plus day. What happened on 29 February is remembered on
 * 28 February in years that have no 29th, so that no year passes it by.
 * @param day `YYYY-MM-DD`
 * @example anniversariesOn('2027-02-28') // [228, 229]
 */
export function anniversariesOn(day: string): number[] {
  const monthDay = Number(day.slice(5).replace('-', ''));
  return monthDay === 228 && plusDays(day, 1).endsWith('-03-01') ? [228, 229] : [monthDay];
}
