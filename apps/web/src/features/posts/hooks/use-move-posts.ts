import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { treasuresQuery } from '#features/treasures/api.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { patchPost, refreshLists } from '../api.ts';

/** Puts posts on another shelf of the treasures, one after another, or on none; says where, with a way there. */
export function useMovePosts() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ ids, shelfId }: { ids: readonly string[]; shelfId: string | null }) => {
      for (const id of ids) {
        const { post } = await call('PUT /api/posts/:id/subcategory', { params: { id }, body: { subcategory_id: shelfId } });
        patchPost(client, id, (shown) => ({ ...shown, category_id: post.category_id, subcategory_id: post.subcategory_id }));
      }
      return ids.length;
    },
    onSuccess: (count, { shelfId }) => {
      if (shelfId === null) return void toasts.add(t('posts.movedOff', { count }), { icon: 'none' });
      const shelves = client.getQueryData(treasuresQuery().queryKey)?.flatMap(({ subcategories }) => subcategories);
      const shelf = shelves?.find(({ id }) => id === shelfId)?.name;
      toasts.add(count === 1 && shelf ? t('treasures.keptOn', { shelf }) : t('posts.movedOn', { count }), {
        timeout: 6_000,
        action: {
          label: t('treasures.toShelf'),
          run: () => void navigate({ to: '/subcategory/subcategoryPosts', search: { subcategory: shelfId } }),
        },
      });
    },
    onError: toastRefusal,
    onSettled: () => refreshLists(client),
  });
}
