import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { recordingsLine } from '#features/treasures/logic.ts';
import type { Summary } from '../hooks/use-summary.ts';

/** What a shelf, or everything in a category, is called, and how much is kept there. */
export function ShelfHead({
  category,
  shelf,
  title,
  summary,
}: {
  category: Category | undefined;
  shelf: Subcategory | undefined;
  title: string | undefined;
  summary: Summary | undefined;
}) {
  const voices = summary?.media.find(({ kind }) => kind === 'audio');
  const count = (shelf ?? category)?.post_count ?? 0;
  return (
    <>
      {category && (
        <Link to="/treasures/subcategory" search={{ category: category.slug }} className="type-meta underline-offset-4 hover:underline">
          {category.name}
        </Link>
      )}
      {title && <h1 className="mt-1 type-title">{title}</h1>}
      {title && (
        <p className="mt-2 soft">
          {voices && !summary?.partial
            ? t('treasures.keptWithVoices', { count, recordings: recordingsLine(voices.count, voices.seconds) })
            : t('treasures.kept', { count })}
        </p>
      )}
    </>
  );
}
