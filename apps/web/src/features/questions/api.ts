import type { BodyInput, DataOf } from '@heartwood/contract/endpoint';
import type { questionsApi } from '@heartwood/contract/questions';
import { t } from '@heartwood/messages/current';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshIdeas } from '#features/inspiration/api.ts';
import { FilesMissing, useSending } from '#features/sending/api.ts';
import { forgetFile } from '#features/sending/hooks/use-one-file.ts';
import { addressesLast } from '#platform/addresses.ts';
import { deletion } from '#platform/deletions.ts';
import { forgetText } from '#platform/kept-text.ts';
import { call } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft, toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { draftNames } from './logic.ts';
import { hearOfDeleted, questionKey, questionsKey } from './state.ts';

/** A question with its answers, as one call answers it. */
type QuestionAnswer = DataOf<typeof questionsApi.show>;

/** Questions one asks or is asked, the latest first, page by page. */
export const questionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/questions', { query: { limit: 10, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** One question. Addresses of its photo end within the hour, so it is asked for anew. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: questionKey(id),
    queryFn: ({ signal }) => call('GET /api/questions/:id', { params: { id }, signal }).then(({ question }) => question),
    refetchInterval: addressesLast,
  });

/** Questions that one may bring back, the latest deletion first, page by page. */
export const deletedQuestionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/questions/deleted', { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });

/** What an idea suggests to ask. */
export const ideaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...questionsKey, 'idea', slug],
    queryFn: ({ signal }) =>
      call('GET /api/inspiration/:slug', { params: { slug }, signal }).then(({ inspiration }) => inspiration.prompts.slice(0, 3)),
    staleTime: Infinity,
    throwOnError: false,
  });

/** Everything that is shown of questions is asked for anew, also what waits for answers. */
const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: questionsKey });

function show(client: QueryClient, { question }: QuestionAnswer): Promise<void> {
  client.setQueryData(questionQuery(question.id).queryKey, question);
  return refresh(client);
}

/** Asks the family, and says so or why not, also where the page has been left: [Note: What is answered late leads nobody away]. */
export function useAsk(familyId: string) {
  const client = useQueryClient();
  const page = useOwnPage();
  const drafts = draftNames(familyId);
  const ask = (body: BodyInput<typeof questionsApi.ask>, idempotencyKey: string) => call('POST /api/questions', { body, idempotencyKey });
  return useSending(ask, {
    drafts: [drafts.words, drafts.file],
    onSuccess: async (answer, { files, what }) => {
      await Promise.all([forgetText(drafts.words, what([]).text), forgetFile(drafts.file, files)]);
      toasts.add(t('questions.asked'));
      if (answer.question.inspiration_slug) void refreshIdeas(client);
      return show(client, answer);
    },
    onError: (error) => {
      const text = error instanceof FilesMissing ? t('questions.fileLost') : refusalText(error);
      if (page.isShown()) toasts.add(text, { type: 'error' });
      else toastLeft(text, page.address());
    },
  });
}

/** Under which name an answer is kept on this device. */
export const answerDraft = (id: string): string => `answer ${id}`;

/**
 * Answers a question. It fails with FilesMissing or CallError.
 * @param onAnswered is called once it is there, also where the page has been left; `onError` as well
 */
export function useAnswer(id: string, { onAnswered, onError }: { onAnswered: () => void; onError: (error: Error) => void }) {
  const client = useQueryClient();
  return useSending(
    (body: NonNullable<BodyInput<typeof questionsApi.answer>>, idempotencyKey) =>
      call('POST /api/questions/:id/answers', { params: { id }, body, idempotencyKey }).then(({ post }) => post),
    {
      drafts: [answerDraft(id)],
      onSuccess: () => {
        onAnswered();
        return refresh(client);
      },
      onError,
    },
  );
}

/** Reminds those who have not answered, or some of them, and says so. */
export function useRemind(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userIds: string[]) => call('POST /api/questions/:id/remind', { params: { id }, body: { user_ids: userIds } }),
    onSuccess: (answer) => {
      toasts.add(t('questions.reminded', { count: answer.reminded.length }));
      return show(client, answer);
    },
    onError: toastRefusal,
  });
}

/** Closes a question, or opens it again. */
export function useClose(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (closed: boolean) => call('PATCH /api/questions/:id', { params: { id }, body: { closed } }),
    onSuccess: (answer) => show(client, answer),
    onError: toastRefusal,
  });
}

/** Brings a deleted question back, and says so. */
export function useRestoreQuestion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/questions/:id/restore', { params: { id } }),
    onSuccess: (answer) => {
      toasts.add(t('questions.restored'));
      return show(client, answer);
    },
    onError: toastRefusal,
  });
}

/** Deletes a question; a toast brings it back. @param onGone leads away from it; until it has, the question still counts as being deleted */
export function useDelete(onGone: () => Promise<void>) {
  const client = useQueryClient();
  const page = useOwnPage();
  const restore = useRestoreQuestion();
  return useMutation({
    ...deletion(client),
    mutationFn: (id: string) => call('DELETE /api/questions/:id', { params: { id } }),
    onSuccess: async (_, id) => {
      if (page.isShown()) await onGone();
      hearOfDeleted(client, id);
      toasts.add(t('questions.deleted'), {
        icon: 'none',
        timeout: 10_000,
        action: { label: t('questions.undo'), run: () => restore.mutate(id) },
      });
    },
    onError: toastRefusal,
  });
}
