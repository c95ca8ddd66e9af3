import { daysBetween } from '@heartwood/contract/days';
import { attached, type AttachedFile, type Draft } from '#features/sending/logic.ts';
import { changesIn } from '#platform/form-changes.ts';
import type { Member } from '@heartwood/contract/family';
import type { Invitation } from '@heartwood/contract/invitations';
import type { Media } from '@heartwood/contract/media';
import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { ageOn, exactAge } from '#features/people/logic.ts';
import { today } from '#platform/today.ts';
import { beginningOf } from '#ui/beginning-of.ts';

/** Changes one item of a list of pages by its id; null takes it out. */
export function mapItems<Item extends { id: string }, Data extends { pages: { items: Item[] }[] }>(
  data: Data,
  id: string,
  change: (item: Item) => Item | null,
): Data {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => (item.id === id ? (change(item) ?? []) : item)),
  }));
  return { ...data, pages };
}

/**
 * Whether a list, the latest shared first, lacks a post among those that are loaded. What is newer than all of them it does not lack, unless there are
 * none. Ids rise with the time of sharing.
 */
export function lacks(pages: readonly { items: readonly Pick<Post, 'id'>[]; next_cursor: string | null }[] = [], id: string): boolean {
  const ids = pages.flatMap(({ items }) => items.map((post) => post.id));
  const [newest, oldest] = [ids[0], ids.at(-1)];
  if (newest === undefined || oldest === undefined) return true;
  return id < newest && !ids.includes(id) && (id > oldest || pages.at(-1)?.next_cursor === null);
}

/** Hearts after one's own was given or taken back; the same where it was so already. */
export function withHeart(hearts: Post['hearts'], love: boolean): Post['hearts'] {
  return hearts.mine === love ? hearts : { mine: love, count: Math.max(0, hearts.count + (love ? 1 : -1)) };
}

/** Whether the day of a memory is another than the day it was shared on, where the reader is. A day of difference is the clock's. */
export const isOfAnotherDay = ({ occurred_on, created_at }: Pick<Post, 'occurred_on' | 'created_at'>): boolean =>
  Math.abs(daysBetween(occurred_on, today(new Date(created_at)))) > 1;

/** A post as a draft, for its editing. */
export const postDraftOf = (post: Post): Draft => ({
  text: post.text,
  photos: attached(post.media).map((photo) => ({ ...photo, caption: post.captions[photo.key] ?? '' })),
  people: post.people,
  occurredOn: post.occurred_on,
  audience: post.audience,
  audienceUserIds: post.audience_user_ids ?? [],
  subcategoryId: post.subcategory_id,
});

/**
 * A post that somebody else has changed while it was written: what was written here stays, all else is as it stands `now`. Who sees it is one
 * thing; captions are told apart by their photos.
 */
export function broughtTogether(first: Draft, mine: Draft, now: Draft): Draft {
  const { audience, audienceUserIds, photos, ...changed } = changesIn(mine, first);
  const isAudience = audience !== undefined || audienceUserIds !== undefined;
  return {
    ...now,
    ...changed,
    ...(isAudience ? { audience: mine.audience, audienceUserIds: mine.audienceUserIds } : {}),
    ...(photos ? { photos: captioned(first, photos, now) } : {}),
  };
}

/** Photos as they were chosen and put in order here, with what others have said meanwhile of those of which nothing was said here. */
function captioned(first: Draft, mine: AttachedFile[], now: Draft): AttachedFile[] {
  const said = ({ photos }: Draft, key: string) => photos.find((photo) => photo.key === key)?.caption ?? '';
  const isSame = mine.length === first.photos.length && mine.every(({ key }, at) => key === first.photos[at]?.key);
  return (isSame ? now.photos : mine).map((photo) => {
    const own = mine.find(({ key }) => key === photo.key);
    return own && (own.caption ?? '') !== said(first, photo.key)
      ? { ...photo, caption: own.caption ?? '' }
      : { ...photo, caption: said(now, photo.key) };
  });
}

/** With how many others something is shared; undefined while the members are not known. */
export function audienceCount(
  { audience, audienceUserIds }: Pick<Draft, 'audience' | 'audienceUserIds'>,
  members: readonly Pick<Member, 'user_id' | 'role'>[] | undefined,
  me: string | undefined,
): number | undefined {
  if (audience === 'me') return 0;
  if (audience === 'people') return audienceUserIds.length;
  if (!members || me === undefined) return undefined;
  return members.filter(({ user_id, role }) => user_id !== me && (audience === 'family' || role !== 'relative')).length;
}

/** Whether it is for some people, and nobody is chosen. */
export const lacksPeople = ({ audience, audienceUserIds }: Pick<Draft, 'audience' | 'audienceUserIds'>): boolean =>
  audience === 'people' && audienceUserIds.length === 0;

/** The day most of some photos were taken, where it is not today: a hint for when the memory is of. */
export function takenDay(media: readonly (Pick<Media, 'taken_at'> | null)[], on: string): string | undefined {
  const counts = new Map<string, number>();
  for (const one of media) if (one?.taken_at) counts.set(one.taken_at.slice(0, 10), (counts.get(one.taken_at.slice(0, 10)) ?? 0) + 1);
  const [day] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return day && day < on ? day : undefined;
}

/** One age of a timeline, with the posts of it. `birthday` is the age somebody turned on that very day. */
export interface TimelineEntry {
  key: string;
  age: string | undefined;
  birthday: number | undefined;
  day: string;
  posts: Post[];
}

/** A year of life of a timeline; `years` is null before the birth. */
interface TimelineYear {
  years: number | null;
  entries: TimelineEntry[];
}

/** Posts by the age somebody had then, the latest memory first: years of life, in them ages to the month (weeks and days of the small). */
export function timelineOf(posts: readonly Post[], birth: string): TimelineYear[] {
  const years: TimelineYear[] = [];
  for (const post of posts.toSorted(byMemory)) {
    const age = ageOn(birth, post.occurred_on);
    let year = years.at(-1);
    if (!year || year.years !== (age?.years ?? null)) years.push((year = { years: age?.years ?? null, entries: [] }));
    const isBirthday = age !== undefined && age.years > 0 && age.months === 0 && age.days === 0;
    const words = exactAge(birth, post.occurred_on, 'month');
    const last = year.entries.at(-1);
    if (last && last.age === words && last.birthday === (isBirthday ? age.years : undefined)) last.posts.push(post);
    else
      year.entries.push({
        key: post.id,
        age: words,
        birthday: isBirthday ? age.years : undefined,
        day: post.occurred_on,
        posts: [post],
      });
  }
  return years;
}

const byMemory = (a: Post, b: Post): number =>
  b.occurred_on.localeCompare(a.occurred_on) || b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** What a post can be. */
export const kinds = ['memory', 'video', 'recipe', 'answer', 'birthday', 'moment'] as const;

/** What the feed is narrowed to, as its address says. `person` is an id, `year` four digits. */
export interface FeedFilter {
  person?: string | undefined;
  kind?: (typeof kinds)[number] | undefined;
  year?: string | undefined;
}

/** The change of a filter that takes all of it away. */
export const nothingNarrowed = { person: undefined, kind: undefined, year: undefined } satisfies FeedFilter;

/** The filter an address holds; what makes no sense is left out. */
export function filterOf(search: { person?: unknown; kind?: unknown; year?: unknown }): {
  person?: string;
  kind?: (typeof kinds)[number];
  year?: string;
} {
  const kind = kinds.find((one) => one === search.kind);
  return {
    ...(typeof search.person === 'string' && /^[\w-]{1,120}$/.test(search.person) ? { person: search.person } : {}),
    ...(kind ? { kind } : {}),
    ...(typeof search.year === 'string' && /^[1-9]\d{3}$/.test(search.year) ? { year: search.year } : {}),
  };
}

/** Whether anything is filtered out. */
export const isNarrowed = ({ person, kind, year }: FeedFilter): boolean => Boolean(person ?? kind ?? year);

/** A filter as the list is asked for it: a year is its days. */
export const queryOf = ({ person, kind, year }: FeedFilter) => ({
  ...(person ? { person } : {}),
  ...(kind ? { kind } : {}),
  ...(year ? { from: `${year}-01-01`, to: `${year}-12-31` } : {}),
});

/** Whether a post is there to be listened to: a voice, with one picture at most. */
export const isTold = ({ media }: Pick<Post, 'media'>): boolean =>
  media.some(({ kind }) => kind === 'audio') &&
  media.every(({ kind }) => kind !== 'video') &&
  media.filter(({ kind }) => kind === 'image').length <= 1;

/** About how high a post is drawn, in pixels, before it has been: photos by their shapes, words by their lines. */
export function estimatedHeight(post: Pick<Post, 'media' | 'text' | 'latest_comment'> | undefined, width: number): number {
  if (!post) return 300;
  const [first] = post.media;
  const ratio = first?.width && first.height ? Math.min(16 / 9, Math.max(4 / 5, first.width / first.height)) : 4 / 3;
  const photos = [0, width / ratio, width * 0.625, width * 0.75][post.media.length] ?? width;
  const lines = Math.min(8, Math.ceil(post.text.length / Math.max(1, width / 8.4)) + (post.text.match(/\n/g)?.length ?? 0));
  return Math.round(165 + photos + lines * 29 + (post.latest_comment ? 40 : 0));
}

/** A story as a heading and what follows it. */
export function headed(text: string): { heading: string; rest: string } {
  const heading = beginningOf(text, 90);
  const told = heading.replace(/…$/, '').length;
  return {
    heading,
    rest: text
      .trim()
      .slice(told)
      .replace(/^[.\s]+/, ''),
  };
}

/** Characters that a title has at most; what is longer is a story. */
const longestTitle = 120;

/** What a post says: of a moment that was shared, its title and its story; of everything else, the story alone. */
export function wordsOf({ kind, text }: Pick<Post, 'kind' | 'text'>): { title: string; story: string } {
  const [first = '', ...rest] = text.split('\n');
  const isTitled = kind === 'moment' && first.length <= longestTitle;
  return isTitled ? { title: first, story: rest.join('\n').trim() } : { title: '', story: text };
}

/** What a post is called, or says where it has no name; '' where it has no words. */
export function titleOf(post: Pick<Post, 'kind' | 'text' | 'recipe'>): string {
  const { title, story } = wordsOf(post);
  return (post.recipe?.title ?? title) || story.trim();
}

/**
 * What of a family's beginning is still to be done: a child, somebody to see it.
 * @param myId of the user who looks
 */
export function stepsLeft(
  people: readonly Pick<Relationship, 'is_child' | 'related_user_id'>[],
  invitations: readonly Pick<Invitation, 'status'>[],
  myId: string | undefined,
): { child: boolean; invite: boolean } {
  const isAlone = people.every(({ related_user_id: id }) => id === null || id === myId);
  return {
    child: !people.some(({ is_child: isChild }) => isChild),
    invite: isAlone && !invitations.some(({ status }) => status === 'waiting' || status === 'open'),
  };
}
