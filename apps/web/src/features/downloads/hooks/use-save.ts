import { t } from '@heartwood/messages/current';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { saveMedia, type Leaving } from '../api.ts';

/** What tells one save from another. */
const nameOf = ({ ids, original = false }: Leaving): string => `${original} ${ids.join()}`;

/** Saves media on this device, and says so from the first moment. What is being saved is not saved a second time meanwhile. */
export function useSave() {
  // A mutation knows the newest of several alone.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const { mutate } = useMutation({
    mutationFn: saveMedia,
    onMutate: () => toasts.add(t('downloads.asked'), { icon: 'none' }),
    onSuccess: () => void toasts.add(t('downloads.saving')),
    onError: toastRefusal,
    onSettled: (_, __, leaving, asked) => {
      setUnderWay((names) => names.filter((name) => name !== nameOf(leaving)));
      if (asked) toasts.close(asked);
    },
  });
  const isSaving = (leaving: Leaving): boolean => underWay.includes(nameOf(leaving));
  const save = (leaving: Leaving, then?: { onSuccess: () => void }): void => {
    if (isSaving(leaving)) return;
    setUnderWay((names) => [...names, nameOf(leaving)]);
    mutate(leaving, then);
  };
  return { save, isSaving, isPending: underWay.length > 0 };
}
