import { useMutation } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** Stops the mails that a link is of, or has them sent again. `onError` hears why it failed: it may be tried again. */
export function useMailChoice({ onError }: { onError: (error: Error) => void }) {
  return useMutation({
    mutationFn: ({ token, stopped }: { token: string; stopped: boolean }) => call('PUT /api/unsubscribe', { body: { token, stopped } }),
    onError,
  });
}
