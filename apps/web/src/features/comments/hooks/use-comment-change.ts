import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { patchPost, commentsQuery, type CommentPage } from '#features/posts/api.ts';
import { mapItems } from '#features/posts/logic.ts';
import { deletingComment, refreshComments, useRestoreComment } from '../api.ts';
import { withoutComment } from '../logic.ts';

/**
 * Changes one's comment, which is seen once the server has it; or deletes a comment, which `useComments` leaves out at once;
 * where the server refuses it, it stands there again.
 */
export function useCommentChange(postId: string) {
  const client = useQueryClient();
  const key = commentsQuery(postId).queryKey;
  const show = async (id: string, change: (comment: Comment) => Comment | null) => {
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<InfiniteData<CommentPage>>(key, (data) => data && mapItems(data, id, change));
  };
  const restore = useRestoreComment();
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) => call('PATCH /api/comments/:id', { params: { id }, body: { text } }),
    onSuccess: async (_, { id, text }) => {
      await show(id, (comment) => ({ ...comment, text }));
      void refreshComments(client, postId);
    },
    onError: toastRefusal,
  });
  const remove = useMutation({
    mutationKey: deletingComment,
    mutationFn: (comment: Comment) => call('DELETE /api/comments/:id', { params: { id: comment.id } }),
    onError: (error) => {
      toastRefusal(error);
      void refreshComments(client, postId);
    },
    onSuccess: async (_, comment) => {
      await show(comment.id, () => null);
      patchPost(client, postId, (post) => withoutComment(post, comment.id));
      toasts.add(t('comments.commentDeleted'), {
        icon: 'none',
        timeout: 10_000,
        action: { label: t('comments.undo'), run: () => restore.mutate({ id: comment.id, postId }) },
      });
      void refreshComments(client, postId);
    },
  });
  return { edit, remove };
}
