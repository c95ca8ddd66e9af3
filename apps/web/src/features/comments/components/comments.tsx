import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#platform/session.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { NextPage } from '#ui/next-page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useAddComment } from '../api.ts';
import { useComments } from '../hooks/use-comments.ts';
import { useLeaving, type Leaving } from '../hooks/use-leaving.ts';
import { CommentField } from './comment-field.tsx';
import { CommentRow } from './comment-row.tsx';

interface BelowPost {
  post: Post;
  users: ReadonlyMap<string, string>;
  /** While the first of it is being loaded with the post. */
  isAwaited: boolean;
  /** While a photo of the post is open over it, which has a field of its own for the same comment. */
  isCovered: boolean;
}

/** What was said below a post, oldest first, and the field to say something. */
export function Comments({ post, users, isAwaited, isCovered }: BelowPost) {
  const adding = useAddComment(post.id);
  const sent = adding.data?.id;
  // What was said stands at the end, which may not have been loaded yet.
  const { items, query: comments } = useComments(
    post.id,
    !isAwaited,
    (loaded) => sent !== undefined && loaded.every(({ id }) => id !== sent),
  );
  const leaving = useLeaving(post.id, adding);
  const asked = useLocation({ select: ({ state }) => (state.writes ? 1 : 0) });
  // A comment that is sent from here keeps its field until it has ended.
  const openings = useOpenings(isCovered && !adding.isPending);
  const isThere = items.some(({ id }) => id === sent);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [openedAt] = useState(() => new Date().toISOString());
  const own = leaving.findLast(({ since }) => since >= openedAt)?.id ?? (isThere ? sent : undefined);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    // Once another one has left, nothing moves back to the one before.
    if (own && own === seen.current) return;
    if (own && own === sent) seen.current = own;
    if (own) list.current?.querySelector(`[data-comment="${own}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [own, sent]);
  return (
    <section aria-labelledby="comments" className="max-lg:pb-4 lg:contents">
      <h2 id="comments" ref={heading} tabIndex={-1} className="sr-only">
        {t('comments.comments')}
      </h2>
      {comments.isPending && post.comment_count > 0 && (
        <Loading label={t('comments.loadingComments')} className="flex gap-3 py-3.5">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-11 flex-1" />
        </Loading>
      )}
      {comments.isError && !comments.data && (
        <Banner
          tone="error"
          className="mt-4"
          action={<BannerButton onClick={() => void comments.refetch()}>{t('comments.retry')}</BannerButton>}
        >
          {t('comments.commentsFailed')}
        </Banner>
      )}
      {comments.data && items.length === 0 && leaving.length === 0 && <p className="py-4 soft">{t('comments.noComments')}</p>}
      <ul ref={list}>
        {items.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            postId={post.id}
            users={users}
            shines={comment.id === sent}
            onDeleted={() => focusLater(() => heading.current)}
          />
        ))}
        {leaving.map((one) => (
          <Underway key={one.id} one={one} users={users} />
        ))}
      </ul>
      <NextPage list={comments} failed={t('comments.commentsFailed')} small look="text" className="-ms-3">
        {t('comments.moreComments')}
      </NextPage>
      <p role="status" className="sr-only">
        {leaving.findLast(({ waits }) => waits)?.state ?? (sent && t('comments.commentThere'))}
      </p>
      {/* It looks again for what is kept: what was written or sent over it is the same comment. */}
      <CommentField key={openings} postId={post.id} adding={adding} asked={openings === 0 ? asked : 0} />
    </section>
  );
}

/** How often something has been open, and is not any more. */
function useOpenings(isOpen: boolean): number {
  const [openings, count] = useState(0);
  const [was, setWas] = useState(isOpen);
  if (was !== isOpen) {
    setWas(isOpen);
    if (!isOpen) count(openings + 1);
  }
  return openings;
}

/** A comment that is on its way, as it will stand. */
function Underway({ one: { id, text, file, since, state }, users }: { one: Leaving; users: ReadonlyMap<string, string> }) {
  const { user, profile } = useSession();
  const name = profile ? `${profile.firstname} ${profile.lastname}` : (users.get(user?.id ?? '') ?? '');
  const image = profile?.images[0] ?? null;
  const comment: Comment = {
    id,
    family_id: '',
    author: { user_id: user?.id ?? null, heartwood_id: null, name, image },
    text,
    media: null,
    created_at: since,
    can: { edit: false, delete: false },
  };
  return <CommentRow comment={comment} postId="" users={users} underway={state} file={file} />;
}
