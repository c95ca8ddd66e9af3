import { t } from '@heartwood/messages/current';
import type { BodyInput } from '@heartwood/contract/endpoint';
import type { birthdaysApi } from '@heartwood/contract/birthdays';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshIdeas } from '#features/inspiration/api.ts';
import { refreshLists } from '#features/posts/api.ts';
import { useSending } from '#features/sending/api.ts';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';

const all = ['birthdays'] as const;

/** The birthdays of a year from a day on, soonest first. */
export const birthdaysQuery = (on: string) =>
  queryOptions({
    queryKey: [...all, 'ahead', on],
    queryFn: ({ signal }) => call('GET /api/birthdays', { query: { days: 366, on }, signal }).then(({ birthdays }) => birthdays),
    refetchInterval: addressesLast,
    throwOnError: false,
  });

/** The wishes for somebody's next birthday, or for that of a day, as far as one may know of them. @param person an id */
export const gatheredQuery = (person: string, on?: string) =>
  queryOptions({
    queryKey: [...all, 'wishes', person, on ?? ''],
    queryFn: ({ signal }) =>
      call('GET /api/birthdays/:heartwood_id/wishes', { params: { heartwood_id: person }, query: on ? { on } : {}, signal }),
    refetchInterval: addressesLast,
    throwOnError: false,
  });

const refresh = (client: QueryClient): Promise<unknown> => client.invalidateQueries({ queryKey: [...all, 'wishes'] });

type WishBody = Pick<BodyInput<typeof birthdaysApi.change>, 'text' | 'media_ids'>;
/** What is wished, and the idea that led to it. */
type Wished = WishBody & { idea: string | undefined };

/**
 * Wishes somebody something, or changes the wish that is named. It fails with FilesMissing or CallError.
 * @param draft under which name it is kept on this device
 * @param onWished is called once it is there, also where the page has been left; `onError` as well
 */
export function useWishing(
  { person, wishId, draft }: { person: string; wishId: string | undefined; draft: string },
  { onWished, onError }: { onWished: () => void; onError: (error: Error) => void },
) {
  const client = useQueryClient();
  return useSending(
    async ({ idea, ...wish }: Wished, idempotencyKey) => {
      if (wishId) return call('PATCH /api/wishes/:id', { params: { id: wishId }, body: wish });
      const body = { ...wish, ...(idea ? { inspiration_slug: idea } : {}) };
      const made = await call('POST /api/birthdays/:heartwood_id/wishes', { params: { heartwood_id: person }, body, idempotencyKey });
      if (idea) void refreshIdeas(client);
      return made;
    },
    {
      drafts: [draft],
      onSuccess: () => {
        onWished();
        return refresh(client);
      },
      onError: (error) => {
        onError(error);
        void refresh(client);
      },
    },
  );
}

/** Takes one's wish back. */
export function useTakeBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/wishes/:id', { params: { id } }),
    onSuccess: () => {
      toasts.add(t('birthdays.takenBack'), { icon: 'none' });
      return refresh(client);
    },
    onError: toastRefusal,
  });
}

/** Reminds one of those who have not wished yet. */
export function useRemind(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId }: { userId: string; name: string }) =>
      call('POST /api/birthdays/:heartwood_id/remind', { params: { heartwood_id: person }, body: { user_ids: [userId] } }),
    onSuccess: (_, { name }) => {
      toasts.add(t('birthdays.remindedToast', { name }));
      return refresh(client);
    },
    onError: toastRefusal,
  });
}

/** Under which name thanks are kept on this device. */
export const thanksDraft = (person: string, on: string): string => `thanks ${person} ${on}`;

/** Thanks those who have wished for a birthday, in a post that they alone see. @param on its day */
export function useThank(person: string, on: string, onDone: () => void) {
  const client = useQueryClient();
  return useSending(
    (text: string, idempotencyKey) =>
      call('POST /api/birthdays/:heartwood_id/thanks', { params: { heartwood_id: person }, body: { text, on }, idempotencyKey }),
    {
      drafts: [thanksDraft(person, on)],
      onSuccess: () => {
        onDone();
        toasts.add(t('birthdays.card.thanked'));
        return Promise.all([refresh(client), refreshLists(client)]);
      },
      onError: (error) => {
        toastRefusal(error);
        void refresh(client);
      },
    },
  );
}
