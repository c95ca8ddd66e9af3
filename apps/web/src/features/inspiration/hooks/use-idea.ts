import type { Inspiration } from '@heartwood/contract/inspiration';
import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { ideaQuery, lists, weeklyQuery, type OfWeek } from '../api.ts';

// What somebody says of an idea: saved, done, another one. Apart from the queries, since pages that only refresh ideas have not loaded these messages.

/** Shows what the server has answered of an idea; what was asked for before is older. */
async function putIdea(client: QueryClient, idea: Inspiration): Promise<void> {
  const { queryKey } = weeklyQuery();
  const isWeeklyAsked = client.isFetching({ queryKey }) > 0;
  await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries({ queryKey: ideaQuery(idea.slug).queryKey })]);
  client.setQueryData(ideaQuery(idea.slug).queryKey, idea);
  client.setQueryData(queryKey, (known) => (known?.inspiration.slug === idea.slug ? { ...known, inspiration: idea } : known));
  // Which idea is that of the week, the answer does not say.
  if (isWeeklyAsked) void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: lists });
}

/** Saves an idea for later, or no longer. */
export function useSaved() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, saved }: { slug: string; saved: boolean }) =>
      call(saved ? 'PUT /api/inspiration/:slug/saved' : 'DELETE /api/inspiration/:slug/saved', { params: { slug } }),
    onSuccess: async ({ inspiration }) => {
      await putIdea(client, inspiration);
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
    onSuccess: async ({ inspiration }) => {
      await putIdea(client, inspiration);
      if (inspiration.done) toasts.add(t('inspiration.doneNow'));
    },
    onError: toastRefusal,
  });
}

const undoTime = 8_000;

/** Wants another idea this week; the toast's undo brings the one before back. */
export function useAnother() {
  const client = useQueryClient();
  const show = async (ofWeek: OfWeek) => {
    const idea = ideaQuery(ofWeek.inspiration.slug);
    await Promise.all([weeklyQuery(), idea].map(({ queryKey }) => client.cancelQueries({ queryKey })));
    client.setQueryData(weeklyQuery().queryKey, ofWeek);
    client.setQueryData(idea.queryKey, ofWeek.inspiration);
  };
  const back = useMutation({
    mutationFn: (slug: string) => call('DELETE /api/inspiration/:slug/skipped', { params: { slug } }),
    onSuccess: show,
    onError: toastRefusal,
  });
  return useMutation({
    mutationFn: (slug: string) => call('PUT /api/inspiration/:slug/skipped', { params: { slug } }),
    onSuccess: async (ofWeek, slug) => {
      await show(ofWeek);
      toasts.add(t('inspiration.another.now'), {
        timeout: undoTime,
        action: { label: t('inspiration.another.undo'), run: () => back.mutate(slug) },
      });
    },
    onError: toastRefusal,
  });
}
