import { t } from '@heartwood/messages/current';
import { useMutation } from '@tanstack/react-query';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { saveMedia } from '../api.ts';

/** Saves media on this device, and says so from the first moment. */
export const useSave = () =>
  useMutation({
    mutationFn: saveMedia,
    onMutate: () => toasts.add(t('downloads.asked'), { icon: 'none' }),
    onSuccess: () => void toasts.add(t('downloads.saving')),
    onError: toastRefusal,
    onSettled: (_, __, ___, asked) => asked && toasts.close(asked),
  });
