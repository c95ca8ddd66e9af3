import type { BodyInput } from '@heartwood/contract/endpoint';
import { growthApi, type GrowthEntry } from '@heartwood/contract/growth';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, refusalFrom } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { words } from './words.ts';

const all = ['growth'] as const;

/** How somebody has grown, with the curves beside it. */
export const growthQuery = (person: string) =>
  queryOptions({
    queryKey: [...all, person],
    queryFn: ({ signal }) => call(growthApi.list, { query: { person }, signal }),
    staleTime: 60_000,
  });

type NewEntry = BodyInput<typeof growthApi.add>;

/** Writes a measurement down. @throws CallError, for the form */
export function useAddEntry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewEntry; key: string }) => call(growthApi.add, { body, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

const undoTime = 8_000;
const say = (error: unknown) => void toasts.add(refusalFrom(error, words.tryAgain).message, { type: 'error' });

/** Deletes a measurement; the toast's undo writes it down again. */
export function useRemoveEntry() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: all });
  const again = ({ person, measured_on, height_cm, weight_kg, head_cm, lying }: GrowthEntry, key: string) =>
    call(growthApi.add, { body: { person, measured_on, height_cm, weight_kg, head_cm, lying }, idempotencyKey: key }).then(refresh, say);
  return useMutation({
    mutationFn: (entry: GrowthEntry) => call(growthApi.remove, { params: { id: entry.id } }),
    onSuccess: (_, entry) => {
      const key = newKey();
      toasts.add(words.deleted, { timeout: undoTime, action: { label: words.undo, run: () => void again(entry, key) } });
      return refresh();
    },
    onError: say,
  });
}

/** Says how many weeks before the due date somebody was born. */
export function useEarlyWeeks(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (born_early_weeks: number) => call(growthApi.settings, { body: { person, born_early_weeks } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    onError: say,
  });
}
