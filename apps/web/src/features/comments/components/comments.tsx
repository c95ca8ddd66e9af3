import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useAddComment } from '../api.ts';
import { useWaiting } from '../state.ts';
import { commentsQuery } from '#features/posts/api.ts';
import { CommentField } from './comment-field.tsx';
import { CommentRow } from './comment-row.tsx';

/** What stands for the id of a comment that is on its way. */
const underway = 'underway';

/** What was said below a post, oldest first, and the field to say something; `coming` while the first of it comes with the post. */
export function Comments({ post, users, coming }: { post: Post; users: ReadonlyMap<string, string>; coming: boolean }) {
  const comments = useInfiniteQuery({ ...commentsQuery(post.id), enabled: !coming, throwOnError: false });
  const adding = useAddComment(post.id);
  const waiting = useWaiting(post.id);
  const online = useOnline();
  const asked = useLocation({ select: ({ state }) => (state.writes ? 1 : 0) });
  const items = comments.data?.pages.flatMap((page) => page.items) ?? [];
  const sent = adding.data?.id;
  const isThere = items.some(({ id }) => id === sent);
  const list = useRef<HTMLUListElement>(null);
  const own = adding.isPending ? underway : isThere ? sent : undefined;
  useEffect(() => {
    if (own) list.current?.querySelector(`[data-comment="${own}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [own]);
  // What was said stands at the end, which may not have been loaded yet.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = comments;
  const isBeyond = sent !== undefined && !isThere && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isBeyond) void fetchNextPage();
  }, [isBeyond, fetchNextPage]);
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
            state={online ? t('comments.sending') : t('comments.waitingForNetwork')}
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
