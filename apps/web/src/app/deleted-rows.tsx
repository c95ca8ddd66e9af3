import type { DeletedComment } from '@heartwood/contract/comments';
import type { DeletedMoment } from '@heartwood/contract/moments';
import type { DeletedPost } from '@heartwood/contract/posts';
import type { DeletedQuestion } from '@heartwood/contract/questions';
import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent } from 'react';
import { useRestoreComment } from '#features/comments/api.ts';
import { useRestoreMoment } from '#features/moments/api.ts';
import { useNames } from '#features/people/api.ts';
import { useNameOf } from '#features/people/hooks/use-name-of.ts';
import { useRestorePost } from '#features/posts/hooks/use-delete-post.ts';
import { useRestoreQuestion } from '#features/questions/api.ts';
import { agoInside, dayInWords } from '#platform/dates.ts';
import { listed } from '#platform/formats.ts';
import { useSession } from '#platform/session.ts';
import { today, useMinute } from '#platform/today.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { Button } from '#ui/button.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';

/** Something that was deleted and can be brought back. */
export type Deleted =
  | (DeletedPost & { noun: 'post' })
  | (DeletedComment & { noun: 'comment' })
  | (DeletedQuestion & { noun: 'question' })
  | (DeletedMoment & { noun: 'moment' });

type RowOf<Noun extends Deleted['noun']> = { one: Extract<Deleted, { noun: Noun }>; onGone: () => void };

/** One thing that was deleted: what it was, whose, when it goes for good, and a way back. @param onGone is called as it leaves the list, brought back */
export function DeletedThing({ one, onGone }: { one: Deleted; onGone: () => void }) {
  switch (one.noun) {
    case 'post':
      return <PostRow one={one} onGone={onGone} />;
    case 'comment':
      return <CommentRow one={one} onGone={onGone} />;
    case 'question':
      return <QuestionRow one={one} onGone={onGone} />;
    case 'moment':
      return <MomentRow one={one} onGone={onGone} />;
  }
}

/** How a text begins, in a list. */
const inShort = (text: string): string => beginningOf(text, 120);

function PostRow({ one, onGone }: RowOf<'post'>) {
  const nameOf = useNameOf();
  const restore = useRestorePost();
  return (
    <Row
      one={one}
      beginning={one.title ?? (inShort(one.text) || t('app.deleted.withoutWords'))}
      about={t('app.deleted.post', { author: nameOf(one.author), day: dayInWords(one.occurred_on) })}
      attached={one.media_count}
      thumbhash={one.thumbhash}
      restore={restore}
      onRestore={() => restore.mutate(one.id)}
      onGone={onGone}
    />
  );
}

function CommentRow({ one, onGone }: RowOf<'comment'>) {
  const nameOf = useNameOf();
  const restore = useRestoreComment();
  const author = nameOf(one.author);
  const { post } = one;
  const title = post.title ?? beginningOf(post.text);
  return (
    <Row
      one={one}
      beginning={inShort(one.text) || t('app.deleted.commentWithoutWords')}
      about={
        title
          ? t('app.deleted.comment', { author, post: title })
          : t('app.deleted.commentOn', { author, by: nameOf(post.author), day: dayInWords(post.occurred_on) })
      }
      attached={one.media ? 1 : 0}
      restore={restore}
      onRestore={() => restore.mutate({ id: one.id, postId: post.id })}
      onGone={onGone}
    />
  );
}

function QuestionRow({ one, onGone }: RowOf<'question'>) {
  const nameOf = useNameOf();
  const restore = useRestoreQuestion();
  return (
    <Row
      one={one}
      beginning={inShort(one.text)}
      about={t('app.deleted.question', { author: nameOf(one.asker), day: dayInWords(today(new Date(one.created_at))) })}
      restore={restore}
      onRestore={() => restore.mutate(one.id)}
      onGone={onGone}
    />
  );
}

function MomentRow({ one, onGone }: RowOf<'moment'>) {
  const nameOf = useNameOf();
  const { names } = useNames();
  const restore = useRestoreMoment();
  const people = listed(one.people.flatMap((id) => names.get(id) ?? []));
  const words = { author: nameOf(one.author), day: dayInWords(one.occurred_on) };
  return (
    <Row
      one={one}
      beginning={one.title}
      about={people ? t('app.deleted.moment', { ...words, people }) : t('app.deleted.momentBy', words)}
      attached={one.media_count}
      thumbhash={one.thumbhash}
      restore={restore}
      onRestore={() => restore.mutate(one.id)}
      onGone={onGone}
    />
  );
}

interface RowContent {
  one: Deleted;
  /** How it begins. */
  beginning: string;
  /** Whose it was, and of what. */
  about: string;
  /** How many photos and recordings. */
  attached?: number;
  /** The likeness of the first picture. */
  thumbhash?: string | null;
  restore: { isPending: boolean; isSuccess: boolean };
  onRestore: () => void;
  onGone: () => void;
}

function Row({ one, beginning, about, attached = 0, thumbhash, restore, onRestore, onGone }: RowContent) {
  const now = useMinute();
  const { user } = useSession();
  const nameOf = useNameOf();
  const { deleted_by: by } = one;
  const leave = useEffectEvent(() => {
    if (restore.isPending || restore.isSuccess) onGone();
  });
  // The row goes with its button: the focus must not be lost with it.
  useEffect(() => () => leave(), []);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      {thumbhash && (
        <span className="relative size-18 shrink-0 overflow-hidden rounded-[14px]">
          <PhotoFrame photo={{ id: one.id, sources: [], width: null, height: null, thumbhash, alt: '' }} sizes="72px" />
        </span>
      )}
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="line-clamp-2 font-serif text-[1.0625rem] leading-snug [overflow-wrap:anywhere]">{beginning}</p>
        <p className="type-meta [overflow-wrap:anywhere]">{about}</p>
        {attached > 0 && <p className="type-meta">{t('app.deleted.attachments', { count: attached })}</p>}
        <p className="mt-1 type-meta">{fateOf(one, now, by && (by.user_id === user?.id ? 'me' : nameOf(by)))}</p>
      </div>
      <Button small look="quiet" aria-label={t('app.deleted.restoreLabel', { beginning })} busy={restore.isPending} onClick={onRestore}>
        {t('app.deleted.restore')}
      </Button>
    </li>
  );
}

/** 'Deleted by you 2 hours ago. Gone for good on 21 December 2026.' @param by whoever deleted it, 'me' for oneself; null where nobody knows */
function fateOf(one: Pick<Deleted, 'deleted_at' | 'gone_at'>, now: number, by: string | null): string {
  const dates = { ago: agoInside(one.deleted_at, now), day: dayInWords(today(new Date(one.gone_at))) };
  if (by === null) return t('app.deleted.fate', dates);
  return by === 'me' ? t('app.deleted.fateByYou', dates) : t('app.deleted.fateBySomebody', { ...dates, by });
}
