import { t } from '@heartwood/messages/current';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { treasuresQuery } from '#features/treasures/api.ts';
import { shelfQueryOf, type ShelfFilter } from '#features/treasures/logic.ts';
import { feedQuery } from '../api.ts';
import { useSummary } from './use-summary.ts';

/**
 * What the address asks for: the posts on one shelf (`subcategory`) or in a whole category, narrowed to who told and to what is attached.
 * @returns the category and shelf they are of, their `title`, the `filter` and `narrow`, which changes something of it; the `list` of posts for `query`,
 *   the `summary` of all of them; `isGone` where there is no such shelf, `isPending` until that and the summary are known, or cannot be
 */
export function useShelfPosts() {
  const asked = useSearch({ strict: false }) as { subcategory?: string; category?: string } & ShelfFilter;
  const navigate = useNavigate();
  const { data: categories, isError } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const category = categories?.find(
    ({ id, slug, subcategories }) =>
      subcategories.some((one) => one.id === asked.subcategory) || slug === asked.category || id === asked.category,
  );
  const shelf = category?.subcategories.find(({ id }) => id === asked.subcategory);
  const title = shelf?.name ?? (asked.subcategory ? undefined : category && t('treasures.everythingIn', { category: category.name }));
  const filter: ShelfFilter = { by: asked.by, with: asked.with };
  const whole = asked.subcategory ? { subcategory_id: asked.subcategory } : { category_id: category?.id ?? '' };
  const query = { ...whole, ...shelfQueryOf(filter) };
  const enabled = Boolean(asked.subcategory ?? category);
  const list = useInfiniteQuery({ ...feedQuery(query), enabled, throwOnError: false });
  const { summary, isPending: isSummaryPending } = useSummary(whole, enabled);
  const narrow = (change: ShelfFilter): void =>
    void navigate({
      to: '/subcategory/subcategoryPosts',
      // As the press before left it, also where that is not drawn yet.
      search: (now) => {
        const { by, with: attached } = { ...now, ...change };
        return {
          ...(asked.subcategory ? { subcategory: asked.subcategory } : {}),
          ...(asked.category ? { category: asked.category } : {}),
          ...(by ? { by } : {}),
          ...(attached ? { with: attached } : {}),
        };
      },
      replace: true,
      resetScroll: false,
    });
  return {
    shelfId: asked.subcategory,
    category,
    shelf,
    title,
    filter,
    narrow,
    query,
    list,
    summary,
    isGone: categories !== undefined && title === undefined,
    isPending: (!categories && !isError) || isSummaryPending,
  };
}
