import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { hearOfCoverage } from '../state.ts';

/** Does something that changes what covers, says that it is done, and lets every page know. */
export function useCoverageChange(change: () => Promise<unknown>, { done, settled }: { done: () => string; settled?: () => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => void toasts.add(done()),
    onError: toastRefusal,
    onSettled: async () => {
      settled?.();
      await hearOfCoverage(queries);
    },
  });
}
