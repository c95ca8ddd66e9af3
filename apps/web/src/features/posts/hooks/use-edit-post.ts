import type { BodyInput } from '@heartwood/contract/endpoint';
import type { postsApi } from '@heartwood/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useSending } from '#features/sending/api.ts';
import { call } from '#platform/http.ts';
import { keepPatched, patchPost, refreshLists } from '../api.ts';

/**
 * Changes a post, as long as nobody has changed it since (`etag`). It fails with FilesMissing or CallError.
 * @param onSaved is called once it is shown wherever the post is; `onError` while it still counts as being sent
 */
export function useEditPost(id: string, { onSaved, onError }: { onSaved: () => void; onError: (error: Error) => unknown }) {
  const client = useQueryClient();
  return useSending(
    ({ body, etag }: { body: BodyInput<typeof postsApi.edit>; etag: string | null }) =>
      call('PATCH /api/posts/:id', { params: { id }, body, ...(etag ? { ifMatch: etag } : {}) }).then(({ post }) => post),
    {
      onSuccess: (post) => {
        patchPost(client, id, () => post);
        keepPatched(client, id, () => post);
        onSaved();
        // Where it stands, and what is made of it, need not be waited for.
        void refreshLists(client);
      },
      onError,
    },
  );
}
