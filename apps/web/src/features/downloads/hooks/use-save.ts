import { t } from '@heartwood/messages/current';
import { useMutation } from '@tanstack/react-query';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { saveMedia } from '../api.ts';

/** Saves media on this device. */
export const useSave = () =>
  useMutation({
    mutationFn: saveMedia,
    onSuccess: () => void toasts.add(t('downloads.saving')),
    onError: toastRefusal,
  });
