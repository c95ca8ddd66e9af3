import { minute } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import type { BodyInput } from '@heartwood/contract/endpoint';
import type { growthApi, GrowthEntry } from '@heartwood/contract/growth';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, refusalFrom } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';

const all = ['growth'] as const;

/** How somebody has grown, with the curves beside it. */
export const growthQuery = (person: string) =>
  queryOptions({
    queryKey: [...all, person],
    queryFn: ({ signal }) => call('GET /api/growth', { query: { person }, signal }),
    staleTime: minute,
  });

type NewEntry = BodyInput<typeof growthApi.add>;

/** What is sent to have a measurement as it was. */
const as = ({ person, measured_on, height_cm, weight_kg, head_cm, lying }: GrowthEntry): NewEntry => ({
  person,
  measured_on,
  height_cm,
  weight_kg,
  head_cm,
  lying,
});

/** Writes a measurement down. @throws CallError, for the form */
export function useAddEntry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewEntry; key: string }) => call('POST /api/growth', { body, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

const undoTime = 8_000;

/** Deletes a measurement; the toast's undo writes it down again. */
export function useRemoveEntry() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: all });
  const undo = useMutation({
    mutationFn: ({ entry, key }: { entry: GrowthEntry; key: string }) => call('POST /api/growth', { body: as(entry), idempotencyKey: key }),
    onSuccess: refresh,
    onError: toastRefusal,
  });
  return useMutation({
    mutationFn: (entry: GrowthEntry) => call('DELETE /api/growth/:id', { params: { id: entry.id } }),
    onSuccess: (_, entry) => {
      const key = newKey();
      toasts.add(t('growth.deleted'), {
        icon: 'none',
        timeout: undoTime,
        action: { label: t('growth.undo'), run: () => undo.mutate({ entry, key }) },
      });
      return refresh();
    },
    onError: toastRefusal,
  });
}

/** Writes a measurement down in the place of another, in one step; the toast's undo does the same the other way round. @throws CallError, for the form */
export function useCorrectEntry() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: all });
  const put = ({ body, key }: { body: NewEntry; key: string }) => call('POST /api/growth', { body, idempotencyKey: key });
  const undo = useMutation({ mutationFn: put, onSuccess: refresh, onError: toastRefusal });
  return useMutation({
    mutationFn: ({ body, entry, key }: { body: NewEntry; entry: GrowthEntry; key: string }) =>
      put({ body: { ...body, replaces: entry.id }, key }),
    onSuccess: ({ entry: now }, { entry: before }) => {
      const key = newKey();
      const run = () => undo.mutate({ body: { ...as(before), replaces: now.id }, key });
      toasts.add(t('growth.corrected'), { timeout: undoTime, action: { label: t('growth.undo'), run } });
      return refresh();
    },
    // Somebody else was faster: how it stands now comes anew.
    onError: (error) => void (refusalFrom(error).status_code === 'conflict' && refresh()),
  });
}

/** Says how many weeks before the due date somebody was born. */
export function useEarlyWeeks(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (born_early_weeks: number) => call('PUT /api/growth/settings', { body: { person, born_early_weeks } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    onError: toastRefusal,
  });
}
