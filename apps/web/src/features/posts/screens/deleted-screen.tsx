import type { DeletedPost } from '@heartwood/contract/posts';
import { undoDays } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNames } from '#features/people/api.ts';
import { useRestorePost } from '#features/posts/hooks/use-delete-post.ts';
import { NotLoaded } from '#platform/not-loaded.tsx';
import { agoInside, dayInWords } from '#platform/dates.ts';
import { useSession } from '#platform/session.ts';
import { today, useMinute } from '#platform/today.ts';
import { BackRow } from '#ui/back-row.tsx';
import { beginningOf } from '#ui/beginning-of.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { List } from '#ui/list-row.tsx';
import { Page } from '#ui/page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { deletedQuery } from '../api.ts';

/** What was deleted and can be brought back: who deleted it, when it goes for good, and a way back for each post. */
export function DeletedScreen() {
  const list = useInfiniteQuery({ ...deletedQuery(), throwOnError: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const posts = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Page alone>
      <BackRow
        back={
          <IconLink to="/private" label={t('posts.deletedPosts.back')}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <h1 ref={heading} tabIndex={-1} className="mt-1 type-title outline-none">
        {t('posts.deletedPosts.title')}
      </h1>
      <p className="mt-2 soft">{t('posts.deletedPosts.lead', { days: undoDays })}</p>
      {list.isError && (
        <NotLoaded className="mt-6" onRetry={list.refetch}>
          {t('posts.deletedPosts.failed')}
        </NotLoaded>
      )}
      {list.isPending && (
        <Loading label={t('posts.deletedPosts.loading')} className="mt-6 grid gap-3">
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </Loading>
      )}
      {posts?.length === 0 && (
        <div className="mt-6">
          <EmptyState drawing="chest" title={t('posts.deletedPosts.empty.title')}>
            {t('posts.deletedPosts.empty.text')}
          </EmptyState>
        </div>
      )}
      {posts && posts.length > 0 && (
        <List card label={t('posts.deletedPosts.title')} className="mt-6">
          {posts.map((post) => (
            <DeletedRow key={post.id} post={post} onGone={() => heading.current?.focus()} />
          ))}
        </List>
      )}
      {list.hasNextPage && (
        <Button small look="quiet" className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('posts.deletedPosts.more')}
        </Button>
      )}
    </Page>
  );
}

function DeletedRow({ post, onGone }: { post: DeletedPost; onGone: () => void }) {
  const now = useMinute();
  const { user } = useSession();
  const { users } = useNames();
  const restore = useRestorePost();
  const leave = useEffectEvent(() => {
    if (restore.isPending || restore.isSuccess) onGone();
  });
  const { author, text, deleted_by: by, media_count: media } = post;
  const nameOf = (one: DeletedPost['author']) => users.get(one.user_id ?? '') ?? one.name;
  const beginning = post.title ?? (beginningOf(text, 120) || t('posts.deletedPosts.withoutWords'));
  // The row goes with its button: the focus must not be lost with it.
  useEffect(() => () => leave(), []);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      {post.thumbhash && (
        <span className="relative size-18 shrink-0 overflow-hidden rounded-[14px]">
          <PhotoFrame photo={{ id: post.id, sources: [], width: null, height: null, thumbhash: post.thumbhash, alt: '' }} sizes="72px" />
        </span>
      )}
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="line-clamp-2 font-serif text-[1.0625rem] leading-snug [overflow-wrap:anywhere]">{beginning}</p>
        <p className="type-meta">{t('posts.ofWhom', { author: nameOf(author), day: dayInWords(post.occurred_on) })}</p>
        {media > 0 && <p className="type-meta">{t('posts.deletedPosts.attachments', { count: media })}</p>}
        <p className="mt-1 type-meta">{fateOf(post, now, by && (by.user_id === user?.id ? 'me' : nameOf(by)))}</p>
      </div>
      <Button
        small
        look="quiet"
        aria-label={t('posts.deletedPosts.restoreLabel', { beginning })}
        busy={restore.isPending}
        onClick={() => restore.mutate(post.id)}
      >
        {t('posts.deletedPosts.restore')}
      </Button>
    </li>
  );
}

/** 'Deleted by you 2 hours ago. Gone for good on 21 December 2026.' @param by whoever deleted it, 'me' for oneself; null where nobody knows */
function fateOf(post: DeletedPost, now: number, by: string | null): string {
  const dates = { ago: agoInside(post.deleted_at, now), day: dayInWords(today(new Date(post.gone_at))) };
  if (by === null) return t('posts.deletedPosts.fate', dates);
  return by === 'me' ? t('posts.deletedPosts.fateByYou', dates) : t('posts.deletedPosts.fateBySomebody', { ...dates, by });
}
