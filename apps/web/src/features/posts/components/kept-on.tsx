import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Link } from '@tanstack/react-router';
import { Gem } from 'lucide-react';
import { useShelf } from '#features/treasures/api.ts';

/** On which shelf of the treasures a post is kept, and the way there; its place is there before its name. */
export function KeptOn({ post: { subcategory_id: id } }: { post: Post }) {
  const place = useShelf(id);
  if (!id) return null;
  return (
    <p className="min-h-hit pt-1">
      {place && (
        <Link to="/subcategory/subcategoryPosts" search={{ subcategory: id }} className="link-row gap-2">
          <Gem className="icon-s" />
          {t('treasures.keptOn', { shelf: place.shelf.name })}
        </Link>
      )}
    </p>
  );
}
