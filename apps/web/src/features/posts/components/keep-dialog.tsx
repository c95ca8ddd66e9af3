import type { Post } from '@heartwood/contract/posts';
import { ShelfPicker } from '#features/treasures/components/shelf-picker.tsx';
import { useMovePosts } from '../hooks/use-move-posts.ts';

/** Puts a post on a shelf of the treasures, or takes it off; loaded when somebody wants to. */
export default function KeepDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const move = useMovePosts();
  return (
    <ShelfPicker
      chosen={post.subcategory_id}
      busy={move.isPending}
      onChoose={(shelfId) => move.mutate({ ids: [post.id], shelfId }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
