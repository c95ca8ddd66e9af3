import { t } from '@heartwood/messages/current';
import { useMutation } from '@tanstack/react-query';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { saveMedia, type Leaving } from '../api.ts';

/** Saves media on this device, and says so from the first moment. What is being saved is not saved a second time meanwhile. */
export function useSave() {
  const { isPending, variables, mutate } = useMutation({
    mutationFn: saveMedia,
    onMutate: () => toasts.add(t('downloads.asked'), { icon: 'none' }),
    onSuccess: () => void toasts.add(t('downloads.saving')),
    onError: toastRefusal,
    onSettled: (_, __, ___, asked) => asked && toasts.close(asked),
  });
  const isSaving = ({ ids, original = false }: Leaving): boolean =>
    isPending && variables.ids.join() === ids.join() && (variables.original ?? false) === original;
  const save = (leaving: Leaving, then?: { onSuccess: () => void }): void => {
    if (!isSaving(leaving)) mutate(leaving, then);
  };
  return { save, isSaving, isPending };
}
