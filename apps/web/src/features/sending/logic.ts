import { hour } from '@heartwood/contract/limits';
import type { User } from '@heartwood/contract/accounts';
import type { BodyInput } from '@heartwood/contract/endpoint';
import type { Media } from '@heartwood/contract/media';
import type { momentsApi } from '@heartwood/contract/moments';
import type { Audience, postsApi } from '@heartwood/contract/posts';

/** A file that goes with something: chosen here (`key` of its upload) or there before (`media`). `at` says when it was uploaded, in milliseconds. */
export interface AttachedFile {
  key: string;
  name: string;
  media: Media | null;
  at: number;
  /** What is said of it. */
  caption?: string;
  /** The steps of a recipe that show it, by their keys. */
  steps?: readonly string[];
  /** It is the film of which the draft is, not what goes with it. */
  isFilm?: true;
  /** What remains of a film, where its beginning or end is taken away when it is sent. */
  trim?: Trim | undefined;
}

/** A part of a film, in milliseconds; `key` is the same for every try to make it. */
export interface Trim {
  from: number;
  to: number;
  key: string;
}

/** Media that were there before, as files of what is changed now. They are held already: no hour passes after which they would be gone. */
export const attached = (media: readonly Media[]): AttachedFile[] =>
  media.map((one) => ({ key: one.id, name: one.filename, media: one, at: Infinity }));

/** A recipe as it is written. `measure` ('1 kg') and `timer` (minutes) are as typed, what is sent stands beside them; a row keeps its key where it is moved. */
export interface WrittenRecipe {
  title: string;
  from: { heartwood_id: string | null; name: string } | null;
  portions: number | null;
  prepare_minutes: string;
  cook_minutes: string;
  ingredients: { key: string; measure: string; amount: string; unit: string; what: string }[];
  steps: { key: string; text: string; timer: string; timer_seconds: number | null }[];
}

/** What makes a post a moment of those of its people who are `among` (the children): its title, and the slug of a milestone. */
export interface WrittenMoment {
  title: string;
  milestone: string | null;
  among: string[];
}

/** A post as it is written. `occurredOn` '' is today. */
export interface Draft {
  text: string;
  photos: AttachedFile[];
  people: string[];
  occurredOn: string;
  audience: Audience;
  audienceUserIds: string[];
  /** The shelf of the treasures it is kept on. */
  subcategoryId: string | null;
  /** Where it is a recipe; its story is the text. */
  recipe?: WrittenRecipe | undefined;
  /** Where it is a moment, too. */
  moment?: WrittenMoment | undefined;
  /** Where it is a film that was recorded here. */
  kind?: 'video';
  /** The slug of the idea it comes from. */
  idea?: string;
}

/** Nothing written yet. */
export const emptyDraft: Draft = {
  text: '',
  photos: [],
  people: [],
  occurredOn: '',
  audience: 'family',
  audienceUserIds: [],
  subcategoryId: null,
};

/** Under which name a draft is kept on the device: each family has its own. */
export const draftNameOf = (form: 'draft' | 'recipe', user: Pick<User, 'id' | 'current_family_id'> | null): string =>
  `${form} ${user?.id ?? ''} ${user?.current_family_id ?? ''}`;

/** Whether nobody has written or chosen anything of a draft. @param shelf the one that its form brings along: nobody has chosen it */
export const isEmptyDraft = (
  { text, photos, people, occurredOn, audience, subcategoryId, recipe, moment }: Draft,
  shelf?: string,
): boolean =>
  !recipe &&
  !moment &&
  text.trim() === '' &&
  photos.length === 0 &&
  people.length === 0 &&
  occurredOn === '' &&
  audience === emptyDraft.audience &&
  (subcategoryId === null || subcategoryId === shelf);

/**
 * A draft that was kept, with what has been written since the page was opened: words and photos of both, the kept ones first; of what there is
 * one of, what was chosen since.
 */
export function together(kept: Draft, since: Draft): Draft {
  const { audience, audienceUserIds } = since.audience === emptyDraft.audience ? kept : since;
  const recipe =
    kept.recipe && since.recipe ? { ...kept.recipe, title: since.recipe.title || kept.recipe.title } : (since.recipe ?? kept.recipe);
  return {
    ...kept,
    ...since,
    text: since.text.trim() === '' ? kept.text : [kept.text.trimEnd(), since.text].filter(Boolean).join('\n\n'),
    photos: [...kept.photos, ...since.photos],
    people: [...new Set([...kept.people, ...since.people])],
    occurredOn: since.occurredOn || kept.occurredOn,
    audience,
    audienceUserIds,
    subcategoryId: since.subcategoryId ?? kept.subcategoryId,
    recipe,
    moment: since.moment ?? kept.moment,
  };
}

/** Whether there is something to share: words, or at least one photo. */
export const hasSomething = ({ text, photos }: Pick<Draft, 'text' | 'photos'>): boolean => text.trim() !== '' || photos.length > 0;

/** Hours after which the server clears away an upload that is part of no post; a kept draft uploads again before. */
const claimWithin = 20 * hour;

/** A kept draft as it goes on: photos whose upload has ended meanwhile are uploaded anew. */
export function resumed(draft: Draft, now: number, freshKey: () => string): { draft: Draft; rekeyed: Map<string, string> } {
  const rekeyed = new Map<string, string>();
  const photos = draft.photos.map((photo) => {
    if (!photo.media || now - photo.at < claimWithin) return photo;
    const key = freshKey();
    rekeyed.set(photo.key, key);
    return { ...photo, key, media: null, ...(photo.trim ? { trim: { ...photo.trim, key: freshKey() } } : {}) };
  });
  return { draft: { ...draft, photos }, rekeyed };
}

/**
 * What is sent of a draft.
 * @param mediaIds the photos in their order, as far as they have arrived
 * @param on the day where the writer is: the server's day may be another
 */
export function postBodyOf(draft: Draft, mediaIds: string[], on: string) {
  return {
    text: draft.text.trim(),
    media_ids: mediaIds,
    captions: Object.fromEntries(draft.photos.flatMap(({ caption = '' }, at) => (mediaIds[at] ? [[mediaIds[at], caption.trim()]] : []))),
    people: draft.people,
    occurred_on: draft.occurredOn || on,
    audience: draft.audience,
    ...(draft.audience === 'people' ? { audience_user_ids: draft.audienceUserIds } : {}),
    ...(draft.subcategoryId ? { subcategory_id: draft.subcategoryId } : {}),
    ...(draft.kind ? { kind: draft.kind } : {}),
    ...(draft.idea ? { inspiration_slug: draft.idea } : {}),
    ...(draft.recipe ? { recipe: recipeWith(draft.recipe, draft.photos, mediaIds) } : {}),
  } satisfies BodyInput<typeof postsApi.share>;
}

/** The moment that a draft is, with whose it is; undefined where it is none, or of nobody who is in it. */
export function momentOf({ moment, people }: Pick<Draft, 'moment' | 'people'>): (WrittenMoment & { people: string[] }) | undefined {
  const whose = people.filter((id) => moment?.among.includes(id));
  return moment && whose.length > 0 ? { ...moment, people: whose } : undefined;
}

/** Whether it is a moment that is not called anything yet. */
export const lacksTitle = (draft: Pick<Draft, 'moment' | 'people'>): boolean => momentOf(draft)?.title.trim() === '';

/** What is sent of a draft that is a moment: it is kept and shared at once. The parameters are those of `postBodyOf`. */
export function sharedMomentBodyOf(
  draft: Draft,
  { title, milestone, people }: WrittenMoment & { people: string[] },
  mediaIds: string[],
  on: string,
) {
  const { text, media_ids, occurred_on, kind: _, ...share } = postBodyOf({ ...draft, recipe: undefined }, mediaIds, on);
  return { title: title.trim(), milestone, people, text, media_ids, occurred_on, share } satisfies BodyInput<typeof momentsApi.keep>;
}

/** A recipe with the media of its steps. */
const recipeWith = (recipe: WrittenRecipe, photos: readonly AttachedFile[], mediaIds: string[]) => ({
  ...recipe,
  steps: recipe.steps.map((step) => ({ ...step, media_ids: mediaIds.filter((_, at) => photos[at]?.steps?.includes(step.key)) })),
});

/** The media of files in their order; undefined where one has not arrived. */
export function mediaIdsOf(files: readonly AttachedFile[], arrived: (key: string) => Media | null | undefined): string[] | undefined {
  const ids = files.flatMap(({ key, media }) => (media ?? arrived(key))?.id ?? []);
  return ids.length === files.length ? ids : undefined;
}

/** Photos with the media that have arrived since, by the keys of their uploads; the same array where nothing has. `now` in milliseconds. */
export function withArrived(photos: AttachedFile[], arrived: (key: string) => Media | null | undefined, now: number): AttachedFile[] {
  if (!photos.some(({ key, media }) => !media && arrived(key))) return photos;
  return photos.map((photo) => {
    const media = photo.media ?? arrived(photo.key);
    return media && !photo.media ? { ...photo, media, at: now } : photo;
  });
}

/** Which share of a draft's bytes has arrived, 0 to 1; what was there before counts as one that has. */
export function shareThere(
  draft: Draft,
  one: (key: string) => { file: Pick<File, 'size'>; state: { state: string; share?: number } } | undefined,
): number {
  let [there, all] = [0, 0];
  for (const { key, media } of draft.photos) {
    const upload = one(key);
    const size = upload?.file.size ?? 1;
    all += size;
    if (media || upload?.state.state === 'done') there += size;
    else if (upload?.state.state === 'uploading' || upload?.state.state === 'paused') there += size * (upload.state.share ?? 0);
  }
  return all === 0 ? 1 : there / all;
}
