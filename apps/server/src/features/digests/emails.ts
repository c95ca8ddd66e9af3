import type { LetterRhythm, StoppableMails } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, listIn } from '@heartwood/messages/formats';
import { writtenLanguage } from '@heartwood/messages/languages';
import type { PlainKey, Translate } from '@heartwood/messages/translate';
import { page } from '#features/accounts/emails.ts';
import type { StopOf } from '#features/accounts/emails.ts';
import type { ListItem, ListPicture, MailAnswer, MailMessage } from '#platform/mail/mail.ts';
import type { Thread } from '#platform/mail/reply-address.ts';
import type { Platform } from '#platform/platform.ts';
import { stopToken } from './actions.ts';
import type { Letter, LetterLine } from './present.ts';

/** The page that stops mails by the token in them. */
export const stopPage = (publicUrl: string, token: string): string => page(publicUrl, '/unsubscribe', { token });

interface Context {
  t: Translate;
  language: string;
  publicUrl: string;
  /** Where a mail about something goes; undefined where no mail is taken. */
  addressFor: (thread: Thread) => string | undefined;
}

const subjects = {
  instant: 'digests.mails.instant.subject',
  daily: 'digests.mails.daily.subject',
  weekly: 'digests.mails.weekly.subject',
} as const satisfies Record<LetterRhythm, PlainKey>;
const headings = {
  instant: 'digests.mails.instant.heading',
  daily: 'digests.mails.daily.heading',
  weekly: 'digests.mails.weekly.heading',
} as const satisfies Record<LetterRhythm, PlainKey>;
const stops = {
  instant: 'digests.mails.instant.stop',
  daily: 'digests.mails.daily.stop',
  weekly: 'digests.mails.weekly.stop',
  question: 'digests.mails.question.stop',
  birthday: 'digests.mails.birthday.stop',
} as const satisfies Record<StoppableMails, PlainKey>;

/** How a user stops mails of a rhythm or kind, in the mail's language. */
export const stopOf: StopOf = (platform, { userId, language }, mails) => {
  const { publicUrl } = platform.config;
  const token = stopToken(platform, { userId, mails });
  return {
    label: translatorOf(language)(stops[mails]),
    url: stopPage(publicUrl, token),
    oneClick: page(publicUrl, '/api/unsubscribe', { token }),
  };
};

/** What has happened, in one mail: who did what, the beginnings of it, and small pictures. */
export function letterMail(
  platform: Pick<Platform, 'config' | 'secrets' | 'replyAddresses'>,
  about: { user: { id: string; email: string; locale: ShownLanguage }; rhythm: LetterRhythm; letter: Letter },
): MailMessage {
  const { user, rhythm, letter } = about;
  const { publicUrl } = platform.config;
  const t = translatorOf(user.locale);
  const addressFor = (thread: Thread) => platform.replyAddresses.of(user.id, thread);
  const context: Context = { t, language: writtenLanguage(user.locale), publicUrl, addressFor };
  const answered = answeredBy(letter) ?? { kind: 'letter', id: user.id };
  const blocks = letter.families.map(({ name, lines, more }) => ({
    title: name,
    items: lines.map((line) => itemOf(context, line)),
    more: more > 0 ? t('digests.mails.more', { count: more }) : null,
  }));
  const hasAnswers = blocks.some(({ items }) => items.some(({ answer, pictures }) => answer ?? pictures.some(({ own }) => own?.answer)));
  return {
    to: user.email,
    language: user.locale,
    subject: t(subjects[rhythm]),
    preview: blocks.flatMap(({ items }) => items.map(({ text }) => text))[0] ?? '',
    heading: t(headings[rhythm]),
    paragraphs: [],
    blocks,
    button: { label: t('digests.mails.button'), url: `${publicUrl}/dashboard` },
    ...(hasAnswers ? { smallPrint: t(answered.kind === 'letter' ? 'digests.mails.answers' : 'digests.mails.answerThis') } : {}),
    ...(answered.kind === 'letter' ? {} : { thread: `${answered.kind}-${answered.id}` }),
    replyTo: addressFor(answered),
    stop: stopOf(platform, { userId: user.id, language: user.locale }, rhythm),
  };
}

/** The one thing that a letter is about, which answering it adds to; undefined for one about several, whose answer is told how each is answered. */
function answeredBy({ families }: Letter): Thread | undefined {
  const threads = families.flatMap(({ lines, more }) => [...lines.map(({ thread }) => thread), ...(more > 0 ? [null] : [])]);
  const [first] = threads;
  return first && threads.every((thread) => thread?.kind === first.kind && thread.id === first.id) ? first : undefined;
}

/** One line of the list. */
function itemOf(context: Context, { line, thread, pictures }: LetterLine): ListItem {
  const { post, comment, question } = line;
  const written = comment?.text ?? (line.event === 'question.asked' ? question?.text : post?.text);
  const text = sentenceOf(context, line);
  const isPerson = line.kind === 'birthday' || line.kind === 'member';
  return {
    text,
    quote: (!isPerson && line.count === 1 && written) || null,
    url: addressOf(context, line),
    answer: thread && answerOf(context, thread, text),
    pictures: pictures.map(({ postId, ...picture }): ListPicture => {
      const url = `${context.publicUrl}/post/${postId}`;
      return { ...picture, own: thread ? null : { url, answer: answerOf(context, { kind: 'post', id: postId }, text) } };
    }),
  };
}

/** How one thing is answered by mail, with what it is about as its subject; null where no mail is taken. */
function answerOf({ t, addressFor }: Context, thread: Thread, about: string): MailAnswer | null {
  const address = addressFor(thread);
  return address ? { label: t('digests.mails.answer'), address, subject: t('digests.mails.answerSubject', { about }) } : null;
}

/** 'Mia', 'Mia and Leo', 'Mia, Leo, Ruth and 3 others'. */
function actorsOf({ t, language }: Context, { event, actors, actor_count }: Notification): string {
  const others = actor_count - actors.length;
  const names = actors.map(({ name }) => name);
  // In every line but that of a new member the names stand behind a 'from' in German.
  const rest = event === 'member.joined' ? 'digests.mails.others' : 'digests.mails.othersFrom';
  return listIn(language, others > 0 ? [...names, t(rest, { count: others })] : names);
}

const shared = {
  photo: 'digests.mails.lines.photo',
  film: 'digests.mails.lines.film',
  recording: 'digests.mails.lines.recording',
  document: 'digests.mails.lines.document',
  recipe: 'digests.mails.lines.recipe',
  words: 'digests.mails.lines.words',
} as const;

/** Who has done what. */
function sentenceOf(context: Context, line: Notification): string {
  const { t } = context;
  const { count, post, question, person, on } = line;
  const who = actorsOf(context, line);
  switch (line.event) {
    case 'post.shared':
      return count > 1 ? t('digests.mails.lines.shared', { who, count }) : t(shared[post?.looks ?? 'words'], { who });
    case 'comment.made':
      if (post?.is_mine !== false) return t('digests.mails.lines.commentMine', { who, count });
      return t('digests.mails.lines.comment', { who, count, author: post.author.name });
    case 'heart.given':
      return t('digests.mails.lines.heart', { who });
    case 'question.asked':
      return t('digests.mails.lines.question', { who });
    case 'question.answered':
      return question?.is_mine ? t('digests.mails.lines.answerMine', { who }) : t('digests.mails.lines.answer', { who });
    case 'memory.come':
      return t('digests.mails.lines.memory', { day: dayIn(context, on ?? '', { year: false }), count });
    case 'member.joined':
      return t('digests.mails.lines.member', { who });
    case 'role.changed':
      return t('digests.mails.lines.role', { role: line.role });
    default: {
      const day = dayIn(context, on ?? '', { year: false });
      const name = person?.name ?? '';
      const turns = person?.turns ?? 0;
      return turns > 0 ? t('digests.mails.lines.turns', { name, turns, day }) : t('digests.mails.lines.birthday', { name, day });
    }
  }
}

/** Where one sees it. */
function addressOf({ publicUrl }: Context, { kind, post, question, person, on }: Notification): string {
  if (post) return `${publicUrl}/post/${post.id}`;
  if (question) return page(publicUrl, '/treasures/ask-family', { question: question.id });
  if (kind === 'birthday' && person && on) return page(publicUrl, '/inspiration/share-birthday', { person: person.slug, on });
  return kind === 'member' ? `${publicUrl}/private/family` : `${publicUrl}/dashboard`;
}
