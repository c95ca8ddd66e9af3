import type { Post } from '@heartwood/contract/posts';
import { wordsOf } from '../logic.ts';
import { saidBy } from './meta.ts';

/**
 * What a memory says where it stands in short, inside the link to it: what it is called, the question it answers, its story.
 * @param isAll whether nothing else tells of it, neither the card of a moment nor a player
 * @param className how much of the story is shown, and how large
 */
export function MemoryWords({ post, isAll = false, className }: { post: Post; isAll?: boolean; className: string }) {
  const { title, story } = wordsOf(post);
  const name = post.recipe?.title ?? (isAll && title);
  const [first] = post.media;
  return (
    <>
      {name && <span className="block type-subhead [overflow-wrap:anywhere]">{name}</span>}
      {post.question && <q className="my-1.5 line-clamp-3 border-s-2 border-fir ps-3 font-serif text-fir">{post.question.text}</q>}
      {story && <span className={`whitespace-pre-line [overflow-wrap:anywhere] ${className}`}>{story}</span>}
      {isAll && !story && post.question && first && <span className="block type-meta">{saidBy(first)}</span>}
    </>
  );
}

/** Whether there is anything to say of a memory in words, beside a moment's card. */
export const hasWords = (post: Post): boolean => Boolean(post.recipe ?? post.question ?? wordsOf(post).story);
