import type { Post } from '@heartwood/contract/posts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { keepPatched, loversQuery, patchPost } from '../api.ts';
import { withHeart } from '../logic.ts';

const loving = (id: string) => ['posts', 'heart', id];

/** The hearts of a post, with one's own as it was given or taken back last, also while that is on its way. */
export function useHearts({ id, hearts }: Post): Post['hearts'] {
  const onItsWay = useMutationState({
    filters: { mutationKey: loving(id), status: 'pending', exact: true },
    select: ({ state }) => state.variables as boolean,
  }).at(-1);
  return onItsWay === undefined ? hearts : withHeart(hearts, onItsWay);
}

/** Gives or takes back one's heart. It shows at once in `useHearts`, and is as it was where the server refuses it. */
export function useHeart(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: loving(id),
    networkMode: 'online',
    scope: { id: loving(id).join(' ') },
    mutationFn: (love: boolean) => call(love ? 'PUT /api/posts/:id/heart' : 'DELETE /api/posts/:id/heart', { params: { id } }),
    onMutate: (love) => void (love && device.plugins?.tap?.()),
    onSuccess: ({ hearts }) => {
      patchPost(client, id, (post) => ({ ...post, hearts }));
      keepPatched(client, id, (post) => ({ ...post, hearts: withHeart(post.hearts, hearts.mine) }));
    },
    onError: toastRefusal,
    onSettled: () => {
      const { queryKey } = loversQuery(id);
      // What was asked while the heart was on its way may be without it. Nobody waits for the answer, least of all the next press.
      void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
    },
  });
}
