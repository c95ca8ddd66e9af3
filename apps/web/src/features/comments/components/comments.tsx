import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useAddComment } from '../api.ts';
import { useComments } from '../hooks/use-comments.ts';
import { useWaiting, useWaitingKept } from '../state.ts';
import { CommentField } from './comment-field.tsx';
import { CommentRow } from './comment-row.tsx';

/** What stands for the id of a comment that is on its way. */
const underway = 'underway';

/** What was said below a post, oldest first, and the field to say something; `isAwaited` while the first of it is being loaded with the post. */
export function Comments({ post, users, isAwaited }: { post: Post; users: ReadonlyMap<string, string>; isAwaited: boolean }) {
  const adding = useAddComment(post.id);
  const sent = adding.data?.id;
  // What was said stands at the end, which may not have been loaded yet.
  const { items, query: comments } = useComments(
    post.id,
    !isAwaited,
    (loaded) => sent !== undefined && loaded.every(({ id }) => id !== sent),
  );
  const isKept = useWaitingKept();
  const waiting = useWaiting(post.id);
  const online = useOnline();
  const asked = useLocation({ select: ({ state }) => (state.writes ? 1 : 0) });
  const isThere = items.some(({ id }) => id === sent);
  const list = useRef<HTMLUListElement>(null);
  const own = adding.isPending ? underway : isThere ? sent : undefined;
  useEffect(() => {
    if (own) list.current?.querySelector(`[data-comment="${own}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [own]);
  return (
    <section aria-labelledby="comments" className="max-lg:pb-4 lg:contents">
      <h2 id="comments" className="sr-only">
        {t('comments.comments')}
      </h2>
      {comments.isPending && post.comment_count > 0 && (
        <Loading label={t('comments.loadingComments')} className="flex gap-3 py-3.5">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-11 flex-1" />
        </Loading>
      )}
      {comments.isError && items.length === 0 && (
        <Banner
          tone="error"
          className="mt-4"
          action={<BannerButton onClick={() => void comments.refetch()}>{t('comments.retry')}</BannerButton>}
        >
          {t('comments.commentsFailed')}
        </Banner>
      )}
      {comments.isSuccess && items.length === 0 && !adding.isPending && waiting.length === 0 && (
        <p className="py-4 soft">{t('comments.noComments')}</p>
      )}
      <ul ref={list}>
        {items.map((comment) => (
          <CommentRow key={comment.id} comment={comment} postId={post.id} users={users} shines={comment.id === sent} />
        ))}
        {waiting.map(({ id, text, since }) => (
          <Underway
            key={id}
            text={text}
            since={since}
            users={users}
            state={online ? t('comments.sending') : isKept ? t('comments.waitingForNetwork') : t('comments.waitingNotKept')}
          />
        ))}
        {adding.isPending && (
          <Underway
            text={adding.variables.what([]).text}
            users={users}
            state={adding.isPaused ? t('comments.waitingForNetwork') : t('comments.sending')}
          />
        )}
      </ul>
      {comments.hasNextPage && (
        <Button small look="text" busy={comments.isFetchingNextPage} onClick={() => void comments.fetchNextPage()} className="-ms-3">
          {t('comments.olderComments')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {adding.isSuccess && t('comments.commentThere')}
      </p>
      <CommentField postId={post.id} adding={adding} asked={asked} />
    </section>
  );
}

/** A comment that is on its way, as it will stand. */
function Underway({ text, users, state, since }: { text: string; users: ReadonlyMap<string, string>; state: string; since?: string }) {
  const { user, profile } = useSession();
  const [created] = useState(() => since ?? new Date().toISOString());
  const name = profile ? `${profile.firstname} ${profile.lastname}` : (users.get(user?.id ?? '') ?? '');
  const image = profile?.images[0] ?? null;
  const comment: Comment = {
    id: underway,
    family_id: '',
    author: { user_id: user?.id ?? null, heartwood_id: null, name, image },
    text,
    media: null,
    created_at: created,
    can: { edit: false, delete: false },
  };
  return <CommentRow comment={comment} postId="" users={users} underway={state} />;
}
