import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { Suspense, use, useMemo, useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { MediumMenu } from '#features/downloads/components/medium-menu.tsx';
import { Strip, Viewer } from '#features/media/components/viewer.tsx';
import { gridItems, pictured } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { actionClass, HeartButton } from '#ui/heart-button.tsx';
import { loversQuery } from '../api.ts';
import { useHeart, useHearts } from '../hooks/use-heart.ts';
import { wordsOf } from '../logic.ts';
import { CommentingContext } from './commenting.ts';
import { KeepButton } from './keep-button.tsx';
import { LoverFaces } from './lover-faces.tsx';
import { fullMetaLine, loversLine } from './meta.ts';

/** The photos of a post, large, with what belongs to them beside or below. */
export default function PostViewer({
  post,
  index: first,
  onClose,
  onLeave,
}: {
  post: Post;
  index: number;
  onClose: () => void;
  /** A link inside takes its place. */
  onLeave: () => void;
}) {
  const [index, show] = useState(first);
  const photos = useMemo(() => gridItems(post.media, post.captions), [post.media, post.captions]);
  const caption = post.captions[photos[index]?.id ?? ''];
  const medium = pictured(post.media)[index];
  return (
    <Viewer
      photos={photos}
      index={index}
      onIndex={show}
      onClose={onClose}
      menu={medium && <MediumMenu key={medium.id} medium={medium} familyId={post.family_id} text={caption} />}
      foot={
        <>
          {caption && <p className="mb-3 text-[1.0625rem] leading-snug text-white">{caption}</p>}
          <Beside post={post} onLeave={onLeave} />
          <Strip photos={photos} index={index} onPick={show} />
        </>
      }
    />
  );
}

const quiet = 'text-meta text-[#d6cdc4]';

function Beside({ post, onLeave }: { post: Post; onLeave: () => void }) {
  const { users } = useNames();
  const hearts = useHearts(post);
  const heart = useHeart(post.id);
  const commentingOn = use(CommentingContext);
  const [asked, ask] = useState(0);
  const { title, story } = wordsOf(post);
  const { author } = post;
  const toPost = { to: '/post/$id', params: { id: post.id }, hash: 'comments', replace: true, onClick: onLeave } as const;
  const comments = t('posts.comments', { count: post.comment_count });
  const count = (
    <>
      <MessageCircle className="size-6" />
      {post.comment_count > 0 && <span className="num">{post.comment_count}</span>}
    </>
  );
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} size="s" />
        <p className={quiet}>
          <b className="me-1 type-label text-white">{users.get(author.user_id ?? '') ?? author.name}</b> {fullMetaLine(post, users)}
        </p>
      </div>
      {post.text && (
        <p
          className={`mt-2 line-clamp-3 type-story whitespace-pre-line ${asked ? 'max-lg:hidden' : ''} lg:mt-5 lg:line-clamp-12 lg:text-[1.5rem] lg:leading-[1.4]`}
        >
          {title && `${title}\n`}
          {story}
        </p>
      )}
      <div className="mt-2 -ms-2.5 flex items-center gap-1 lg:mt-6">
        <HeartButton
          loved={hearts.mine}
          count={hearts.count}
          onChange={heart.mutate}
          className={hearts.mine ? 'text-[#ff8599]!' : 'text-white!'}
        />
        {commentingOn ? (
          <button type="button" aria-label={comments} onClick={() => ask(asked + 1)} className={`${actionClass} text-white!`}>
            {count}
          </button>
        ) : (
          <Link {...toPost} aria-label={comments} className={`${actionClass} text-white!`}>
            {count}
          </Link>
        )}
        <span className="ms-auto">
          <KeepButton post={post} className="text-white hover:bg-white/16" />
        </span>
      </div>
      <div data-talk={asked ? '' : undefined} className={`mt-3 border-t border-white/14 pt-4 text-label ${asked ? '' : 'max-lg:hidden'}`}>
        <LovedBy id={post.id} count={hearts.count} users={users} />
        {commentingOn && (
          <Suspense fallback={<div className="mt-2 min-h-12.5 rounded-full bg-white/14" />}>
            {commentingOn({ post, asked, onLeave })}
          </Suspense>
        )}
      </div>
    </>
  );
}

function LovedBy({ id, count, users }: { id: string; count: number; users: ReadonlyMap<string, string> }) {
  const { data: lovers = [] } = useQuery({ ...loversQuery(id), enabled: count > 0, throwOnError: false });
  if (count === 0) return null;
  return (
    <div className={`mb-1 flex min-h-6.5 flex-wrap items-center gap-3 ${quiet}`}>
      <span style={{ '--hw-canvas': '#000' } as object}>
        <LoverFaces lovers={lovers} size="xs" />
      </span>
      {lovers.length > 0 &&
        loversLine(
          lovers.map(({ user_id, name }) => users.get(user_id ?? '') ?? name),
          count,
        )}
    </div>
  );
}
