import type { DataOf } from '@heartwood/contract/endpoint';
import type { inspirationApi, Inspiration } from '@heartwood/contract/inspiration';
import { t } from '@heartwood/messages/current';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { queryOf, type Filter } from './logic.ts';

const all = ['inspiration'] as const;
const lists = [...all, 'list'] as const;
/** Ideas that are shown at once: three rows where there is room, more than a phone shows. */
const first = 9;
/** Ideas that come with each press for more. */
const further = 24;
const minute = 60_000;

/** The idea of the week, and the Monday on which it begins. */
export type OfWeek = DataOf<typeof inspirationApi.weekly>;

/** Ideas, those of the season first, narrowed as the chips say, page by page. */
export const ideasQuery = (filter: Filter | undefined) =>
  infiniteQueryOptions({
    queryKey: [...lists, filter ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/inspiration', {
        query: { ...queryOf(filter), ...(pageParam ? { limit: further, cursor: pageParam } : { limit: first }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 5 * minute,
  });

/** The idea of this week. */
export const weeklyQuery = () =>
  queryOptions({
    queryKey: [...all, 'weekly'],
    queryFn: ({ signal }) => call('GET /api/inspiration/weekly', { signal }),
    staleTime: 5 * minute,
  });

/** One idea. */
export const ideaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...all, 'one', slug],
    queryFn: ({ signal }) => call('GET /api/inspiration/:slug', { params: { slug }, signal }).then(({ inspiration }) => inspiration),
    staleTime: 5 * minute,
  });

const kindOf = {
  'family-recipe': 'recipe',
  'record-video': 'video',
  'ask-family': 'answer',
  'share-birthday': 'birthday',
} as const;

/** Asks again for what is shown of ideas. */
export function useAskAgain(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: all, type: 'active' });
}

/** The latest posts that such an idea has led to, as far as one may see them; none where any post may be one. */
export const ledToQuery = (action: Inspiration['action']) => {
  const kind = action in kindOf ? kindOf[action as keyof typeof kindOf] : undefined;
  return queryOptions({
    queryKey: ['posts', 'led-to', kind],
    queryFn: ({ signal }) => call('GET /api/posts', { query: { kind, limit: 3 }, signal }).then(({ items }) => items),
    enabled: kind !== undefined,
    staleTime: minute,
  });
};

/** Something was made of an idea, so it is done: what is shown of it is asked for anew. */
export const refreshIdeas = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });

function putIdea(client: QueryClient, idea: Inspiration): void {
  client.setQueryData(ideaQuery(idea.slug).queryKey, idea);
  client.setQueryData(weeklyQuery().queryKey, (known) => (known?.inspiration.slug === idea.slug ? { ...known, inspiration: idea } : known));
  void client.invalidateQueries({ queryKey: lists });
}

/** Saves an idea for later, or no longer. */
export function useSaved() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, saved }: { slug: string; saved: boolean }) =>
      call(saved ? 'PUT /api/inspiration/:slug/saved' : 'DELETE /api/inspiration/:slug/saved', { params: { slug } }),
    onSuccess: ({ inspiration }) => {
      putIdea(client, inspiration);
      toasts.add(inspiration.saved ? t('inspiration.savedNow') : t('inspiration.unsavedNow'));
    },
    onError: toastRefusal,
  });
}

/** Says that one has done an idea, or has not. */
export function useDone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, done }: { slug: string; done: boolean }) =>
      call(done ? 'PUT /api/inspiration/:slug/done' : 'DELETE /api/inspiration/:slug/done', { params: { slug } }),
    onSuccess: ({ inspiration }) => {
      putIdea(client, inspiration);
      if (inspiration.done) toasts.add(t('inspiration.doneNow'));
    },
    onError: toastRefusal,
  });
}

const undoTime = 8_000;

/** Wants another idea this week; the toast's undo brings the one before back. */
export function useAnother() {
  const client = useQueryClient();
  const show = (ofWeek: OfWeek) => {
    client.setQueryData(weeklyQuery().queryKey, ofWeek);
    client.setQueryData(ideaQuery(ofWeek.inspiration.slug).queryKey, ofWeek.inspiration);
  };
  const back = (slug: string) => call('DELETE /api/inspiration/:slug/skipped', { params: { slug } }).then(show, toastRefusal);
  return useMutation({
    mutationFn: (slug: string) => call('PUT /api/inspiration/:slug/skipped', { params: { slug } }),
    onSuccess: (ofWeek, slug) => {
      show(ofWeek);
      toasts.add(t('inspiration.another.now'), {
        timeout: undoTime,
        action: { label: t('inspiration.another.undo'), run: () => void back(slug) },
      });
    },
    onError: toastRefusal,
  });
}
