import { type CommentPage, commentsQuery, patchPost, postQuery } from '#features/posts/api.ts';
import type { Comment } from '@heartwood/contract/comments';
import { t } from '@heartwood/messages/current';
import { infiniteQueryOptions, useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { FilesMissing, useSending } from '#features/sending/api.ts';
import { forgetFile } from '#features/sending/hooks/use-one-file.ts';
import { call, CallError } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft, toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { session } from '#platform/session.ts';
import { unsent } from '#platform/unsent.ts';
import { forgetText, keepText } from '#platform/kept-text.ts';
import { commentDraft, commentFileDraft, withComment } from './logic.ts';
import { waitingComments } from './state.ts';

/** Comments that one may bring back, the latest deletion first, page by page. */
export const deletedCommentsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['comments', 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/comments/deleted', { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });

/** The key of the mutations that delete a comment. While one is on its way, what the server answers may be older. */
export const deletingComment = ['comments', 'delete'] as const;

/** Asks again for what is said below a post, and for what can be brought back. */
export const refreshComments = (client: QueryClient, postId: string): Promise<unknown> =>
  Promise.all(
    [commentsQuery(postId), postQuery(postId), deletedCommentsQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
  );

/** Brings a deleted comment back, and says so. */
export function useRestoreComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; postId: string }) => call('POST /api/comments/:id/restore', { params: { id } }),
    onSuccess: (_, { postId }) => {
      toasts.add(t('comments.commentRestored'));
      return refreshComments(client, postId);
    },
    onError: toastRefusal,
  });
}

/**
 * Says something below a post, with one file at most. The caller shows it while it is on its way (`variables`) and keeps the words where it fails.
 * Words alone that get no answer wait on this device, under the key of that try: then there is no comment yet.
 */
export function useAddComment(id: string) {
  const client = useQueryClient();
  const page = useOwnPage();
  return useSending(
    async (body: { text: string; media_id: string | null }, idempotencyKey) => {
      const { promise: until, resolve: end } = Promise.withResolvers<void>();
      unsent.hand(until);
      try {
        const { comment } = await call('POST /api/posts/:id/comments', { params: { id }, body, idempotencyKey });
        await show(client, id, comment);
        return comment;
      } catch (error) {
        if (body.media_id || !(error instanceof CallError) || error.status !== 0) throw error;
        waitingComments.add(id, body.text, idempotencyKey);
        return undefined;
      } finally {
        end();
      }
    },
    {
      networkMode: 'online',
      drafts: [commentDraft(id), commentFileDraft(id)],
      // Also where the page has been left meanwhile.
      forget: ({ files, what }) => Promise.all([forgetText(commentDraft(id), what([]).text), forgetFile(commentFileDraft(id), files)]),
      async onError(error, { what }) {
        // Before the try counts as ended: a field that is opened then finds it.
        await keepText(commentDraft(id), what([]).text);
        const text = error instanceof FilesMissing ? t('comments.fileLost') : refusalText(error);
        if (page.isShown()) toasts.add(text, { type: 'error' });
        else toastLeft(text, page.address());
      },
    },
  );
}

/** Shows a comment that has arrived. */
async function show(client: QueryClient, id: string, comment: Comment): Promise<void> {
  const { queryKey } = commentsQuery(id);
  const isAwaited = client.isFetching({ queryKey: postQuery(id).queryKey }) > 0;
  // The answer with the post may be without it, and holds the comments, too.
  if (isAwaited) await client.cancelQueries({ queryKey: postQuery(id).queryKey });
  patchPost(client, id, (post) => withComment(post, comment));
  await client.cancelQueries({ queryKey });
  client.setQueryData<InfiniteData<CommentPage>>(queryKey, (data) => data && appended(data, comment));
  // What was being loaded for the first time has been called off, too.
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  if (isAwaited) void client.invalidateQueries({ queryKey: postQuery(id).queryKey });
}

/** Sends the comments that wait on this device, whatever page is open. */
export function sendWaiting(client: QueryClient): void {
  const begin = () => {
    if (!session.signedIn()) return;
    void waitingComments.begin({
      sent: ({ postId }, comment) => void show(client, postId, comment),
      refused: async ({ postId, text }, error) => {
        await keepText(commentDraft(postId), text);
        toastRefusal(error);
      },
    });
  };
  session.subscribe(begin);
  begin();
}

function appended(data: InfiniteData<CommentPage>, comment: Comment): InfiniteData<CommentPage> {
  const last = data.pages.length - 1;
  if (data.pages[last]?.next_cursor || data.pages[last]?.items.some(({ id }) => id === comment.id)) return data;
  return { ...data, pages: data.pages.map((page, index) => (index === last ? { ...page, items: [...page.items, comment] } : page)) };
}
