import { t } from '@heartwood/messages/current';
import type { BodyInput } from '@heartwood/contract/endpoint';
import type { Moment, momentsApi } from '@heartwood/contract/moments';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { refreshLists } from '#features/posts/api.ts';
import { FilesMissing, useSending, type Submission } from '#features/sending/api.ts';
import { addressesLast } from '#platform/addresses.ts';
import { deletion } from '#platform/deletions.ts';
import { call, CallError, callFully } from '#platform/http.ts';
import { useOwnPage, type OwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft, toastRefusal } from '#platform/refusal-toast.ts';
import { session } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import type { MomentBody } from './logic.ts';

const all = ['moments'] as const;
/** Moments one may see, the latest day first, page by page; of one person with `person` (an id or a slug). */
export const momentsQuery = (person?: string, limit = 50) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', { person, limit }],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/moments', { query: { limit, ...(person ? { person } : {}), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: addressesLast,
    throwOnError: false,
  });

/** The latest moments one may see, of everybody. */
export const latestMomentsQuery = () => momentsQuery(undefined, 10);

/** Moments that one may bring back, the latest deletion first, page by page. */
export const deletedMomentsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...all, 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/moments/deleted', { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });

/** One moment. */
export const momentQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => call('GET /api/moments/:id', { params: { id }, signal }).then(({ moment }) => moment),
    refetchInterval: addressesLast,
    throwOnError: false,
  });

/** A moment as it is when its editing begins, with the tag of that version. */
export const editableQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'editable', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await callFully('GET /api/moments/:id', { params: { id }, signal });
      return { moment: data.moment, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: false,
  });

/** The milestones of one person, as they stand on the reader's day: reached, around now, ahead, passed. */
export const milestonesQuery = (person: string, on = today()) =>
  queryOptions({
    queryKey: [...all, 'milestones', person, on],
    queryFn: ({ signal }) => call('GET /api/milestones', { query: { person, on }, signal }).then(({ milestones }) => milestones),
    throwOnError: false,
  });

/** Everything about moments is asked anew; a form that is open keeps its version. */
const refresh = (client: QueryClient): Promise<unknown> =>
  client.invalidateQueries({ queryKey: all, predicate: ({ queryKey }) => queryKey[1] !== 'editable' });

/**
 * Says why a moment was not kept or changed, but for missing files, which the editor says itself while it is there.
 * @param left what is said where it is not; without it, why
 */
const tellRefusal = (client: QueryClient, page: OwnPage, left?: () => string) => (error: Error) => {
  // What keeps it from being kept may be news: somebody else has just kept the same milestone.
  if (error instanceof CallError && error.status === 422) void refresh(client);
  if (!page.isShown())
    toastLeft(left?.() ?? (error instanceof FilesMissing ? t('moments.someFailed') : refusalText(error)), page.address());
  else if (!(error instanceof FilesMissing)) toastRefusal(error);
};

/** What a moment that is written is sent by. It fails with FilesMissing or CallError. */
export type MomentSending = Pick<UseMutationResult<Moment, Error, Submission<MomentBody>>, 'mutate' | 'error' | 'reset'> & {
  isUnderWay: boolean;
  hasLeft: boolean;
};

/**
 * Keeps a moment with its photos, or says why not.
 * @param draft under which name it is kept on this device
 * @param onKept follows one that is kept, while it still counts as being sent, also where its page has been left
 */
export function useKeepMoment(draft: string, onKept: (moment: Moment) => unknown) {
  // Another family may be looked at by the time its photos have arrived.
  const [inFamily] = useState(() => session.inFamily());
  const client = useQueryClient();
  const page = useOwnPage();
  return useSending(
    (body: MomentBody, idempotencyKey) =>
      call('POST /api/moments', { body: { ...inFamily, ...body }, idempotencyKey }).then(({ moment }) => moment),
    {
      drafts: [draft],
      onSuccess: async (moment) => {
        await refresh(client);
        await onKept(moment);
      },
      onError: tellRefusal(client, page),
    },
  );
}

/**
 * Changes a moment, as long as nobody has changed it since (`etag`), or says why not.
 * @param onSaved follows one that is saved, `onStale` one that somebody else has changed meanwhile
 */
export function useEditMoment(
  { id, etag }: { id: string; etag: string | null },
  { onSaved, onStale }: { onSaved: () => void; onStale: () => Promise<unknown> },
): MomentSending {
  const client = useQueryClient();
  const page = useOwnPage();
  const tell = tellRefusal(client, page, () => t('moments.changeLost'));
  return useSending(
    (body: MomentBody) =>
      call('PATCH /api/moments/:id', { params: { id }, body, ...(etag ? { ifMatch: etag } : {}) }).then(({ moment }) => moment),
    {
      onSuccess: async () => {
        await refresh(client);
        onSaved();
      },
      onError: (error) => (page.isShown() && error instanceof CallError && error.status === 409 ? onStale() : tell(error)),
    },
  );
}

/** Shares a moment as a post; a shared one stays the same post. @throws CallError */
export function useShareMoment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyInput<typeof momentsApi.share> }) =>
      call('POST /api/moments/:id/share', { params: { id }, body }),
    onSuccess: () => Promise.all([refresh(client), refreshLists(client)]),
  });
}

/** Brings a deleted moment back, and says so. */
export function useRestoreMoment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/moments/:id/restore', { params: { id } }),
    onSuccess: async () => {
      await refresh(client);
      toasts.add(t('moments.restored'));
    },
    onError: toastRefusal,
  });
}

/** Deletes a moment; a toast brings it back. @param onGone leads away from it; until it has, the moment still counts as being deleted */
export function useDeleteMoment(onGone: () => Promise<void>) {
  const client = useQueryClient();
  const page = useOwnPage();
  const restore = useRestoreMoment();
  return useMutation({
    ...deletion(client),
    mutationFn: (id: string) => call('DELETE /api/moments/:id', { params: { id } }),
    onSuccess: async (_, id) => {
      if (page.isShown()) await onGone();
      for (const part of ['one', 'editable']) client.removeQueries({ queryKey: [...all, part, id] });
      void refresh(client);
      toasts.add(t('moments.deleted'), {
        icon: 'none',
        timeout: 10_000,
        action: { label: t('moments.undo'), run: () => restore.mutate(id) },
      });
    },
    onError: toastRefusal,
  });
}
