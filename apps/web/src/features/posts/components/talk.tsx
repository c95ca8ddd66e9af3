import type { Comment } from '@heartwood/contract/comments';
import type { Media } from '@heartwood/contract/media';
import type { Post } from '@heartwood/contract/posts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSettled } from '#features/media/api.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { gridItem, pictured } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { commentsQuery, loversQuery } from '../api.ts';
import { LoverFaces } from './lover-faces.tsx';
import { loversLine, saidBy } from './meta.ts';

/** Who loves it and what was said, as far as there is room; `said` is the id of what was just said here. */
export function Talk({ post, users, said }: { post: Post; users: ReadonlyMap<string, string>; said: string | undefined }) {
  const { data: lovers = [] } = useQuery({ ...loversQuery(post.id), enabled: post.hearts.count > 0, throwOnError: false });
  const { data } = useInfiniteQuery({ ...commentsQuery(post.id), enabled: post.comment_count > 0, throwOnError: false });
  const nameOf = (person: { user_id: string | null; name: string }) => users.get(person.user_id ?? '') ?? person.name;
  return (
    <>
      {lovers.length > 0 && (
        <div className="mb-1 flex flex-wrap items-center gap-3 text-meta text-[#d6cdc4]">
          <span style={{ '--hw-canvas': '#000' } as object}>
            <LoverFaces lovers={lovers} size="xs" />
          </span>
          {loversLine(lovers.map(nameOf), post.hearts.count)}
        </div>
      )}
      {data?.pages
        .flatMap(({ items }) => items)
        .slice(-3)
        .map((comment) => (
          <Said key={comment.id} comment={comment} name={nameOf(comment.author)} shines={comment.id === said} />
        ))}
    </>
  );
}

/** One comment: its words, its voice, a small picture of its photo; the post has it whole. */
function Said({ comment: { author, text, media }, name, shines }: { comment: Comment; name: string; shines: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shines) row.current?.scrollIntoView({ block: 'nearest' });
  }, [shines]);
  return (
    <div ref={row} className={`flex scroll-mb-22 gap-3 py-3 ${shines ? 'hw-shine [--hw-shine:rgb(255_255_255/.2)]' : ''}`}>
      <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} size="s" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-4">
          <b className="me-2 font-semibold">{name}</b>
          {text || (media && <span className="text-[#d6cdc4]">{saidBy(media)}</span>)}
        </p>
        {media && <SaidWith media={media} alt={text && saidBy(media)} />}
      </div>
    </div>
  );
}

/** What was said besides words; `alt` '' where the words beside it say what it is. */
function SaidWith({ media: given, alt }: { media: Media; alt: string }) {
  const media = useSettled(given);
  if (pictured([media]).length === 0) return <Attached media={[media]} className="mt-2" />;
  const { sources, waiting } = gridItem(media, alt);
  if (waiting) return <p className="mt-1 text-[#d6cdc4]">{waiting}</p>;
  return <img src={sources[0]?.src} alt={alt} loading="lazy" className="mt-2 size-22 rounded-sm object-cover" />;
}
