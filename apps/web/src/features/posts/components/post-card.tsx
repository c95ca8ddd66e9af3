import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, Suspense, useId, useRef, type MouseEvent } from 'react';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItems, pictured } from '#features/media/logic.ts';
import { RecipeCard } from '#features/recipes/components/lazy-card.tsx';
import { addressOf } from '#platform/addresses.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { useSettling } from '../api.ts';
import { wordsOf } from '../logic.ts';
import { metaLine, saidBy } from './meta.ts';
import { AnsweredQuestion } from './answered-question.tsx';
import { ChildrenThen } from './children-then.tsx';
import { LazyMoment } from './lazy-moment.tsx';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { LazyViewer, viewerSoon } from './lazy-viewer.tsx';
import { PostActions } from './post-actions.tsx';

const longStory = 600;

/** A post in a list. */
export interface PostInList {
  post: Post;
  names: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, string>;
  /** Above the fold. */
  eager?: boolean;
  /** Which post of the list it is, from 1. */
  place: number;
  /** Of how many; -1 where that is not known. */
  of: number;
}

/** One post of a feed: who, when and for whom; the photos; the story; voices and documents; the children’s ages then; hearts and comments; the latest comment. */
export const PostCard = memo(function PostCard({ post: given, names, users, eager = false, place, of }: PostInList) {
  const post = useSettling(given);
  const now = useMinute();
  const heading = useId();
  const article = useRef<HTMLElement>(null);
  const opened = useOpened();
  const navigate = useNavigate();
  const { title, story } = wordsOf(post);
  const { author, latest_comment: latest } = post;
  const name = users.get(author.user_id ?? '') ?? author.name;
  return (
    // The link of its date does the same with keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <article
      ref={article}
      onClick={(event) => isForPost(event) && void navigate({ to: '/post/$id', params: { id: post.id } })}
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={of}
      className={`cursor-pointer pt-7 pb-[22px] ${place > 1 ? 'border-t border-line' : ''}`}
    >
      <div className="mb-3.5 flex items-center gap-3">
        <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="line-clamp-2 leading-snug font-semibold">
            {name}
          </h2>
          <Link to="/post/$id" params={{ id: post.id }} className="reach block type-meta">
            {metaLine(post, { names, users, now })}
          </Link>
        </div>
        <LazyPostMenu post={post} onGone={async () => focusBeside(article.current)} />
      </div>
      {title && <LazyMoment post={post} title={title} className="mb-4" />}
      {title && story && <Story post={post} story={story} className="mb-4" />}
      <PhotoGrid items={gridItems(post.media, post.captions)} bleed eager={eager} onOpen={opened.open} onReach={viewerSoon} />
      {post.recipe && (
        <Suspense fallback={<p className="mt-4 min-h-20 type-heading">{post.recipe.title}</p>}>
          <RecipeCard id={post.id} recipe={post.recipe} names={names} />
        </Suspense>
      )}
      {post.question && <AnsweredQuestion question={post.question} />}
      {!title && story && <Story post={post} story={story} className={post.recipe || pictured(post.media).length > 0 ? 'mt-4' : ''} />}
      <Attached media={post.media} className="mt-4" />
      {!title && <ChildrenThen post={post} />}
      <PostActions post={post} />
      {latest && (
        <div className="flex gap-2.5 pt-1 text-label leading-normal">
          <Avatar id={latest.author.heartwood_id ?? ''} name={latest.author.name} src={addressOf(latest.author.image?.thumb)} size="xs" />
          <p className="line-clamp-3 min-w-0">
            <b className="font-semibold">{users.get(latest.author.user_id ?? '') ?? latest.author.name}</b>{' '}
            {latest.text || (latest.media && saidBy(latest.media))}
          </p>
        </div>
      )}
      <LazyViewer post={post} opened={opened} />
    </article>
  );
});

/** Gives the focus to the post after one that is deleted, or before it. */
function focusBeside(article: HTMLElement | null): void {
  const place = article?.closest('[data-post]');
  const beside = place?.nextElementSibling ?? place?.previousElementSibling;
  focusLater(() => beside?.querySelector('a'));
}

/** Whether a press means the post itself: not what does something else, not what lies over the page, and not the end of marking words. */
function isForPost(event: MouseEvent<HTMLElement>): boolean {
  const place = event.target as HTMLElement;
  if (!event.currentTarget.contains(place) || place.closest('a, button, input, label, audio, video, [role="group"]')) return false;
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey) && getSelection()?.type !== 'Range';
}

function Story({ post, story, className }: { post: Post; story: string; className: string }) {
  const long = story.length > longStory;
  return (
    <div className={className}>
      <p className={`type-story whitespace-pre-line ${long ? 'line-clamp-8' : ''}`}>{story}</p>
      {long && (
        <Link to="/post/$id" params={{ id: post.id }} className="link-row">
          {t('posts.readOn')}
        </Link>
      )}
    </div>
  );
}
