import { type CommentPage, commentsQuery, patchPost, say } from '#features/posts/api.ts';
import type { Comment } from '@heartwood/contract/comments';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { withComment } from './logic.ts';

/** Says something below a post. The caller shows it while it is on its way (`variables`) and keeps the words where it fails. */
export function useAddComment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, key, mediaId = null }: { text: string; key: string; mediaId?: string | null }) =>
      call('POST /api/posts/:id/comments', { params: { id }, body: { text, media_id: mediaId }, idempotencyKey: key }).then(
        ({ comment }) => comment,
      ),
    onSuccess: async (comment) => {
      patchPost(client, id, (post) => withComment(post, comment));
      await client.cancelQueries({ queryKey: commentsQuery(id).queryKey });
      client.setQueryData<InfiniteData<CommentPage>>(commentsQuery(id).queryKey, (data) => data && appended(data, comment));
    },
    onError: say,
  });
}

function appended(data: InfiniteData<CommentPage>, comment: Comment): InfiniteData<CommentPage> {
  const last = data.pages.length - 1;
  if (data.pages[last]?.next_cursor) return data;
  return { ...data, pages: data.pages.map((page, index) => (index === last ? { ...page, items: [...page.items, comment] } : page)) };
}
