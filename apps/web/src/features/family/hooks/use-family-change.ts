import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmPassword, welcomeUser } from '#features/accounts/api.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { choosingFamily } from '../api.ts';
import { inSentence } from '../logic.ts';

/** Gives a family another name. @throws CallError, for the form */
export function useRenameFamily(familyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('PATCH /api/families/:id', { params: { id: familyId }, body: { name } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/**
 * Hands a family over to another member. The password proves once more who does it; if `closed` is aborted before it was found right, nothing more is done.
 * The mutation gives back whether it was done. @throws CallError, for the form
 * @returns the mutation, and whether it `isDecided`: the password was right, and nothing stops it any more
 */
export function useHandOverFamily(familyId: string) {
  const client = useQueryClient();
  const [isDecided, decide] = useState(false);
  const handOver = useMutation({
    // No password is kept longer than it is needed.
    gcTime: 0,
    mutationFn: async ({ userId, password, closed }: { userId: string; password: string; closed: AbortSignal | undefined }) => {
      await confirmPassword(password);
      if (closed?.aborted) return false;
      decide(true);
      await call('POST /api/families/:id/owner', { params: { id: familyId }, body: { user_id: userId } });
      return true;
    },
    // Who owns it decides what everything answers.
    onSuccess: (isDone) => (isDone ? client.invalidateQueries() : undefined),
    onSettled: () => decide(false),
  });
  return { ...handOver, isDecided };
}

/** Makes a family the current one, and says so. */
export function useChooseFamily() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: choosingFamily,
    mutationFn: ({ id }: FamilySummary) => call('POST /api/families/:id/current', { params: { id } }).then(welcomeUser),
    onSuccess: (_, { name }) => showChosen(client, name),
    onError: toastRefusal,
  });
}

/** Shows what is of the family that has become the current one, and says which it is. */
async function showChosen(client: QueryClient, name: string): Promise<void> {
  await client.resetQueries();
  toasts.add(t('family.families.chosen', { name: inSentence(name) }));
}

/** Starts a family; it becomes the current one, and that is said. The same key starts one, however often it is tried. @throws CallError, for the form */
export function useStartFamily() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: choosingFamily,
    mutationFn: ({ name, key }: { name: string; key: string }) =>
      call('POST /api/families', { body: { name }, idempotencyKey: key }).then(welcomeUser),
    onSuccess: (_, { name }) => showChosen(client, name),
  });
}
