import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { treasuresKey } from '../api.ts';

/** Adds a shelf, renames one (with `id`), removes one. @throws CallError, for the form */
export function useShelfChange() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: treasuresKey });
  const save = useMutation({
    mutationFn: ({ id, categoryId, name, key }: { id?: string; categoryId: string; name: string; key: string }) =>
      id
        ? call('PATCH /api/treasures/subcategories/:id', { params: { id }, body: { name } })
        : call('POST /api/treasures/subcategories', {
            body: { ...session.inFamily(), category_id: categoryId, name },
            idempotencyKey: key,
          }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /api/treasures/subcategories/:id', { params: { id } }),
    onSuccess: () => void toasts.add(t('treasures.removed'), { icon: 'none' }),
    onError: toastRefusal,
    onSettled,
  });
  return { save, remove };
}
