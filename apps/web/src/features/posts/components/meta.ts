import type { Media } from '@heartwood/contract/media';
import type { Audience, Post } from '@heartwood/contract/posts';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { agoInWords, dayInWords, recentDay } from '#platform/dates.ts';
import { listed } from '#platform/formats.ts';
import { today } from '#platform/today.ts';
import { isOfAnotherDay } from '../logic.ts';

/** What the choices of who sees a post are called. */
export const audiences = {
  family: { label: 'posts.audiences.family.label', hint: 'posts.audiences.family.hint' },
  guardians: { label: 'posts.audiences.guardians.label', hint: 'posts.audiences.guardians.hint' },
  people: { label: 'posts.audiences.people.label', hint: 'posts.audiences.people.hint' },
  me: { label: 'posts.audiences.me.label', hint: 'posts.audiences.me.hint' },
} satisfies Record<Audience, { label: PlainKey; hint: PlainKey }>;

/** How those are counted who are not named: with them, for them, from them, or by themselves. */
type Others = 'posts.others.with' | 'posts.others.for' | 'posts.others.from' | 'posts.others.who';

/** 'Emma, Jonas and 2 others'; unknown ids are left out. */
export function namesOf(ids: readonly string[], names: ReadonlyMap<string, string>, most = 3, others: Others = 'posts.others.who'): string {
  const known = ids.flatMap((id) => names.get(id) ?? []);
  if (known.length <= most) return listed(known);
  return listed([...known.slice(0, most - 1), t(others, { count: known.length - most + 1 })]);
}

/** The line under an author's name: '2 hours ago, with Emma and Jonas', 'Yesterday, for everyone', 'Wednesday, guardians only'. */
export function metaLine(
  post: Post,
  { names, users, now }: { names: ReadonlyMap<string, string>; users: ReadonlyMap<string, string>; now: number },
): string {
  const when = isOfAnotherDay(post) ? recentDay(post.occurred_on, today(new Date(now))) : agoInWords(post.created_at, now);
  const company = namesOf(
    post.people.filter((id) => id !== post.author.heartwood_id),
    names,
    3,
    'posts.others.with',
  );
  return withAudience(company ? t('posts.meta.with', { when, names: company }) : when, post, users, company === '');
}

/** The line of a post's own page: '20 November 2026, guardians only'. */
export const fullMetaLine = (post: Post, users: ReadonlyMap<string, string>): string =>
  withAudience(dayInWords(post.occurred_on), post, users, false);

/** Who sees a post, behind the rest of its line; that everyone does is only said where nothing else is. */
function withAudience(line: string, post: Post, users: ReadonlyMap<string, string>, sayEveryone: boolean): string {
  if (post.audience === 'family' && !sayEveryone) return line;
  return t('posts.meta.seenBy', { line, audience: audienceInWords(post, users) });
}

function audienceInWords(post: Post, users: ReadonlyMap<string, string>): string {
  switch (post.audience) {
    case 'family':
      return t('posts.meta.forEveryone');
    case 'guardians':
      return t('posts.meta.guardiansOnly');
    case 'me':
      return t('posts.meta.onlyYou');
    case 'people': {
      const names = namesOf(post.audience_user_ids ?? [], users, 3, 'posts.others.for');
      return names ? t('posts.meta.forNames', { names }) : t('posts.meta.forAFew');
    }
  }
}

/** 'Ruth and 5 others', beside the hearts; with `posts.others.from` as it stands in `posts.lovedBy`. */
export function loversLine(names: readonly string[], all: number, others: Others = 'posts.others.who'): string {
  const [first, second] = names;
  if (!first || all === 0) return '';
  if (all === 1) return first;
  return listed([first, all === 2 && second ? second : t(others, { count: all - 1 })]);
}

/** What somebody has said without words. */
export const saidBy = ({ kind }: Pick<Media, 'kind'>): string =>
  kind === 'audio' ? t('posts.said.audio') : kind === 'video' ? t('posts.said.video') : t('posts.said.image');

/** The button of the composer: 'Share with 7 people'. @param people undefined until it is known */
export const shareLabel = (people: number | undefined, audience: Audience): string =>
  t('posts.shareWith', { audience, count: people ?? 0 });

/** The toast: 'Shared with 7 people'. @param people undefined until it is known */
export const sharedToast = (people: number | undefined, audience: Audience): string =>
  t('posts.sharedWith', { audience, count: people ?? 0 });
