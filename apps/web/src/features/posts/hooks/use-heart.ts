import { useMutation, useQueryClient } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { loversQuery, patchPost, postQuery } from '../api.ts';
import { loved } from '../logic.ts';

/** Gives or takes back one's heart: seen at once, and reverted where it is refused. */
export function useHeart(id: string) {
  const client = useQueryClient();
  const mutationKey = ['posts', 'heart', id];
  return useMutation({
    mutationKey,
    networkMode: 'online',
    scope: { id: mutationKey.join(' ') },
    mutationFn: (love: boolean) => call(love ? 'PUT /api/posts/:id/heart' : 'DELETE /api/posts/:id/heart', { params: { id } }),
    onMutate: (love) => {
      if (love) device.plugins?.tap?.();
      void client.cancelQueries({ queryKey: postQuery(id).queryKey });
      patchPost(client, id, (post) => loved(post, love));
    },
    onSuccess: ({ hearts }) => {
      if (client.isMutating({ mutationKey }) === 1) patchPost(client, id, (post) => ({ ...post, hearts }));
    },
    onError: (error, love) => {
      patchPost(client, id, (post) => loved(post, !love));
      toastRefusal(error);
    },
    onSettled: async () => {
      const { queryKey } = loversQuery(id);
      // What was asked while the heart was on its way may be without it.
      await client.cancelQueries({ queryKey });
      return client.invalidateQueries({ queryKey });
    },
  });
}
