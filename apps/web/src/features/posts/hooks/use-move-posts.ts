import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { patchPost, refreshLists } from '../api.ts';

/** Puts posts on another shelf of the treasures, one after another, or on none; says how many it were. */
export function useMovePosts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, shelfId }: { ids: readonly string[]; shelfId: string | null }) => {
      for (const id of ids) {
        const { post } = await call('PUT /api/posts/:id/subcategory', { params: { id }, body: { subcategory_id: shelfId } });
        patchPost(client, id, (shown) => ({ ...shown, category_id: post.category_id, subcategory_id: post.subcategory_id }));
      }
      return ids.length;
    },
    onSuccess: (count, { shelfId }) => void toasts.add(shelfId === null ? t('posts.movedOff', { count }) : t('posts.movedOn', { count })),
    onError: toastRefusal,
    onSettled: () => refreshLists(client),
  });
}
