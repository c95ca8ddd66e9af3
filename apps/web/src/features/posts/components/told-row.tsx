import { Link } from '@tanstack/react-router';
import { memo, useId } from 'react';
import { Attached } from '#features/media/components/attached.tsx';
import { firstPicture, gridItem } from '#features/media/logic.ts';
import { useMinute } from '#platform/today.ts';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { useSettling } from '../api.ts';
import { isTold, headed } from '../logic.ts';
import { metaLine } from './meta.ts';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { PostActions } from './post-actions.tsx';
import { PostCard, type PostInList } from './post-card.tsx';

/** A post as it stands on a shelf: what is told is a row to listen to, what is shown stays large. */
export function ShelfPost(props: PostInList) {
  return isTold(props.post) ? <ToldRow {...props} /> : <PostCard {...props} />;
}

/** Something told: a small picture, how it begins, who tells it; under it the voice. */
const ToldRow = memo(function ToldRow({ post: given, names, users, eager = false, place, of }: PostInList) {
  const post = useSettling(given);
  const now = useMinute();
  const heading = useId();
  const picture = firstPicture(post.media);
  const name = users.get(post.author.user_id ?? '') ?? post.author.name;
  const meta = metaLine(post, { names, users, now });
  const told = headed(post.text);
  return (
    <article
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={of}
      className={`pt-5 pb-2.5 ${place > 1 ? 'border-t border-line' : ''}`}
    >
      <Link to="/post/$id" params={{ id: post.id }} className="flex items-start gap-4">
        {picture && (
          <span className="relative size-24 shrink-0 overflow-hidden rounded-[14px]">
            <PhotoFrame photo={gridItem(picture, '')} sizes="96px" eager={eager} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="type-heading text-[1.3125rem] break-words">
            {told.heading || name}
          </h2>
          {told.rest && <p className="mt-1 line-clamp-2 soft">{told.rest}</p>}
          <p className="mt-1 type-meta">
            {told.heading && <b className="font-semibold">{name}</b>} {meta}
          </p>
        </div>
      </Link>
      <Attached media={post.media} className="mt-4" />
      <PostActions post={post} end={<LazyPostMenu post={post} />} />
    </article>
  );
});
