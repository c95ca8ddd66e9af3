import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { useNames } from '#features/people/api.ts';
import type { Commenting } from '#features/posts/components/commenting.ts';
import { saidBy } from '#features/posts/components/meta.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useAddComment } from '../api.ts';
import { useComments } from '../hooks/use-comments.ts';
import { useLeaving } from '../hooks/use-leaving.ts';
import { CommentField } from './comment-field.tsx';
import { CommentMedia } from './comment-media.tsx';
import { LeavingFile } from './file-in-words.tsx';

/** How many of the latest there is room for below a photo on a phone. */
const latest = 3;

/** What was said of a post and the field to say something, beside its photos, on black; the latest of it where there is little room. */
export default function PhotoComments({ post, asked, onLeave }: Commenting) {
  const adding = useAddComment(post.id);
  const sent = adding.data;
  // What was said last stands at the end.
  const { items, query } = useComments(post.id, post.comment_count > 0, () => true);
  const isShort = post.comment_count <= latest;
  const isMissing = sent !== undefined && query.hasNextPage && items.every(({ id }) => id !== sent.id);
  return (
    <div className="[--hw-error:#ffb4a2] [--hw-fir-hover:#bfe8d6] [--hw-fir-soft:rgb(169_220_197/.16)] [--hw-fir:#a9dcc5] [--hw-ink-2:#d6cdc4] [--hw-ink-3:#d6cdc4] [--hw-ink:#fff] [--hw-on-fir:#10271f] [--hw-sunken:rgb(255_255_255/.14)]">
      {!isShort && (
        <Link to="/post/$id" params={{ id: post.id }} hash="comments" replace onClick={onLeave} className="link-row lg:hidden">
          {t('comments.all', { count: post.comment_count })}
        </Link>
      )}
      {query.isLoading && (
        <Loading label={t('comments.loadingComments')} className="flex gap-3 py-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-8 flex-1" />
        </Loading>
      )}
      <ul>
        {(isMissing ? [...items, sent] : items).map((comment) => (
          <Said key={comment.id} comment={comment} shines={comment.id === sent?.id} />
        ))}
      </ul>
      {query.isError && (items.length === 0 || query.hasNextPage) && <NotLoaded query={query} />}
      <Leaving postId={post.id} adding={adding} />
      <div className="sticky bottom-[calc(var(--strip,0px)-var(--foot))] bg-black pb-(--foot)">
        <CommentField postId={post.id} adding={adding} asked={asked} onPhoto />
      </div>
    </div>
  );
}

/** One comment: its words, its voice, a small picture of its photo or film that opens large. On a phone only the latest are shown. */
function Said({ comment, shines }: { comment: Comment; shines: boolean }) {
  const { users } = useNames();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shines) row.current?.scrollIntoView({ block: 'nearest' });
  }, [shines]);
  const { author, text, media } = comment;
  return (
    <li
      ref={row}
      className={`flex scroll-mb-22 gap-3 py-3 max-lg:not-nth-last-[-n+3]:hidden ${shines ? 'hw-shine [--hw-shine:rgb(255_255_255/.2)]' : ''}`}
    >
      <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} size="s" />
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-line">
          <b className="me-2 font-semibold">{users.get(author.user_id ?? '') ?? author.name}</b>{' '}
          {text || (media && <span className="soft">{saidBy(media)}</span>)}
        </p>
        {media && <CommentMedia comment={comment} media={media} small />}
      </div>
      {media?.kind === 'audio' && (
        <span className="-mt-2 -me-3">
          <SaveButton medium={media} familyId={comment.family_id} />
        </span>
      )}
    </li>
  );
}

function NotLoaded({ query }: { query: ReturnType<typeof useComments>['query'] }) {
  return (
    <div role="alert" className="py-2">
      <p>{t('comments.commentsFailed')}</p>
      <Button small look="text" busy={query.isFetching} onClick={() => void query.refetch()} className="-ms-3">
        {t('comments.retry')}
      </Button>
    </div>
  );
}

/** What was said here and has not arrived. */
function Leaving({ postId, adding }: { postId: string; adding: ReturnType<typeof useAddComment> }) {
  const leaving = useLeaving(postId, adding);
  return (
    <>
      {leaving.map(({ id, text, file, state }) => (
        <div key={id} className="py-2 opacity-70">
          <p className="line-clamp-2">{text}</p>
          {file && <LeavingFile file={file} />}
          <p className="type-meta">{state}</p>
        </div>
      ))}
      <p role="status" className="sr-only">
        {leaving.findLast(({ waits }) => waits)?.state ?? (adding.data && t('comments.commentThere'))}
      </p>
    </>
  );
}
