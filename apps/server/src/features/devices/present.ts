import type { ShownLanguage } from '@heartwood/contract/languages';
import type { Notification } from '@heartwood/contract/notifications';
import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, listIn } from '@heartwood/messages/formats';
import { writtenLanguage } from '@heartwood/messages/languages';
import { plus } from '#platform/clock.ts';
import type { Manner, PushMessage } from '#platform/push/message.ts';
import { mostMessages, worthHours } from './rules.ts';

/** What may be told on a user's devices now, and how. */
export interface Telling extends Manner {
  language: ShownLanguage;
  lines: readonly Notification[];
}

/** A message for a user's devices, and the notifications that it tells of. */
interface Said {
  of: readonly string[];
  message: Omit<PushMessage, 'id'>;
}

/** The same in every language. */
const productName = 'Heartwood';
/** Where several things are found. */
const everything = '/private/notifications';

/** What is said on a user's devices: a message for each line, or one for all of many. It says who and what kind, and nothing that a user wrote. */
export function messagesOf(telling: Telling): Said[] {
  const { lines, language, importance, visibility } = telling;
  const t = translatorOf(language);
  const said = (of: readonly Notification[], words: string, subject: Pick<PushMessage, 'tag' | 'kind' | 'ids' | 'path'>): Said => ({
    of: of.flatMap(({ ids }) => ids),
    message: {
      ...subject,
      title: productName,
      // Where nothing may be seen on a locked screen, nothing is sent that could be.
      body: visibility === -1 ? t('devices.pushes.hidden') : words,
      language,
      importance,
      visibility,
      until: plus(new Date(Math.max(...of.map(({ at }) => Date.parse(at)))), { hours: worthHours }),
    },
  });
  if (lines.length > mostMessages)
    return [
      said(lines, t('devices.pushes.several', { count: lines.length }), { tag: 'several', kind: 'several', ids: {}, path: everything }),
    ];
  return lines.map((line) => said([line], sentenceOf(line, language), subjectOf(line)));
}

function subjectOf(line: Notification) {
  const { event, family_id, post, comment, question, person, actors } = line;
  const ids = Object.fromEntries(
    Object.entries({
      family_id,
      post_id: post?.id,
      comment_id: comment?.id,
      question_id: question?.id,
      heartwood_id: person?.heartwood_id,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // What takes the place of what: the same of one thing, or of one person. At most 64 letters.
  const about = event === 'post.shared' ? actors[0]?.user_id : (question?.id ?? post?.id ?? person?.heartwood_id);
  return { tag: `${event} ${about ?? family_id}`, kind: event, ids, path: pathOf(line) };
}

/** The page on which a user finds what a line tells of. */
function pathOf({ event, count, post, question, person }: Notification): string {
  const toPost = post ? `/post/${post.id}` : '/dashboard';
  switch (event) {
    case 'question.asked':
    case 'question.reminded':
    case 'question.answered':
      return question ? `/treasures/ask-family?question=${question.id}` : toPost;
    case 'birthday.near':
    case 'birthday.come':
    case 'wish.asked':
    case 'wishes.delivered':
      return `/inspiration/share-birthday?${new URLSearchParams({ person: person?.slug || (person?.heartwood_id ?? '') }).toString()}`;
    case 'member.joined':
    case 'role.changed':
      return '/private/family';
    case 'plan.refused':
    case 'plan.refunded':
    case 'plan.ended':
    case 'plan.given':
      return '/private/profile#subscription';
    default:
      return count === 1 || event !== 'post.shared' ? toPost : '/dashboard';
  }
}

/** What has happened, as one sentence. */
function sentenceOf(line: Notification, language: ShownLanguage): string {
  const t = translatorOf(language);
  const { actors, actor_count: people, count, question, person, on } = line;
  const others = people - actors.length;
  const names = actors.map(({ name }) => name);
  const tag = writtenLanguage(language);
  const named = (rest: string) => ({ who: listIn(tag, others > 0 ? [...names, rest] : names), people });
  const who = named(t('devices.pushes.others', { count: others }));
  const name = person?.name ?? '';
  switch (line.event) {
    case 'post.shared':
      return t('devices.pushes.shared', { ...who, count });
    case 'comment.made':
      return t('devices.pushes.commented', { ...who, count });
    case 'heart.given':
      return t('devices.pushes.loved', named(t('devices.pushes.othersFrom', { count: others })));
    case 'question.asked':
      return t('devices.pushes.asked', who);
    case 'question.reminded':
      return t('devices.pushes.reminded', who);
    case 'question.answered':
      return t('devices.pushes.answered', { ...who, whose: question?.is_mine ? 'mine' : 'other' });
    case 'birthday.near':
      return t('devices.pushes.birthdayNear', { name, day: dayIn({ t, language: tag }, on ?? '', { weekday: true, year: false }) });
    case 'birthday.come':
      return t('devices.pushes.birthday', { name });
    case 'wish.asked':
      return t('devices.pushes.wish', { ...who, name });
    case 'wishes.delivered':
      return t('devices.pushes.card', { whose: person?.is_me ? 'mine' : 'other', name });
    case 'memory.come':
      return t('devices.pushes.memory', { count });
    case 'member.joined':
      return t('devices.pushes.joined', who);
    case 'role.changed':
      return t('devices.pushes.role', { role: line.role });
    case 'plan.refused':
      return t('devices.pushes.refused');
    case 'plan.refunded':
      return t('devices.pushes.refunded');
    case 'plan.ended':
      return t('devices.pushes.ended');
    case 'plan.given':
      return t('devices.pushes.given');
  }
}
