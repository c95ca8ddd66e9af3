import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deletion } from '#platform/deletions.ts';
import { call } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { dropPost, forgetPost, postQuery, refreshLists } from '../api.ts';

/** Brings a deleted post back, and says so. */
export function useRestorePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/posts/:id/restore', { params: { id } }).then(({ post }) => post),
    onSuccess: async (post) => {
      client.setQueryData(postQuery(post.id).queryKey, post);
      await refreshLists(client);
      toasts.add(t('posts.restored'));
    },
    onError: toastRefusal,
  });
}

/** Deletes a post; a toast brings it back. @param onGone leads away from its page; until it has, the post still counts as being deleted */
export function useDeletePost(onGone: () => Promise<void> | undefined) {
  const client = useQueryClient();
  const page = useOwnPage();
  const restore = useRestorePost();
  return useMutation({
    ...deletion(client),
    mutationFn: (id: string) => call('DELETE /api/posts/:id', { params: { id } }),
    onSuccess: async (_, id) => {
      dropPost(client, id);
      toasts.add(t('posts.deleted'), { icon: 'none', timeout: 10_000, action: { label: t('posts.undo'), run: () => restore.mutate(id) } });
      if (page.isShown()) await onGone();
      forgetPost(client, id);
    },
    onError: toastRefusal,
  });
}
