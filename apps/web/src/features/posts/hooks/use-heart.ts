import type { Post } from '@heartwood/contract/posts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { call } from '#platform/http.ts';
import { olderAnswers } from '#platform/older-answers.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { loversQuery, patchPost } from '../api.ts';
import { withHeart } from '../logic.ts';

/**
 * The hearts of a post, and what gives or takes back one's own. That shows at once, and until the server has it and no answer is on its way that
 * may be without it; it is reverted where it is refused.
 */
export function useHeart({ id, hearts: known }: Post): { hearts: Post['hearts']; love: (love: boolean) => void } {
  const client = useQueryClient();
  const mutationKey = ['posts', 'heart', id];
  const { mutate: love } = useMutation({
    mutationKey,
    networkMode: 'online',
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (love: boolean) => {
      const { hearts } = await call(love ? 'PUT /api/posts/:id/heart' : 'DELETE /api/posts/:id/heart', { params: { id } });
      await olderAnswers(client, ['posts']);
      return hearts;
    },
    onMutate: (love) => void (love && device.plugins?.tap?.()),
    onSuccess: (hearts) => patchPost(client, id, (post) => ({ ...post, hearts })),
    onError: toastRefusal,
    onSettled: () => void client.invalidateQueries({ queryKey: loversQuery(id).queryKey }),
  });
  const onItsWay = useMutationState({
    filters: { mutationKey, status: 'pending', exact: true },
    select: ({ state }) => state.variables as boolean,
  }).at(-1);
  return { hearts: onItsWay === undefined ? known : withHeart(known, onItsWay), love };
}
