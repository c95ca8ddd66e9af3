import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmPassword, meQuery } from '#features/accounts/api.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';

/** Proves an e-mail address by the token of a mail. `onError` hears why it failed: it may be tried again. */
export function useVerifyEmail({ onError }: { onError: (error: Error) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('POST /api/verify-email', { body: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: meQuery.queryKey }),
    onError,
  });
}

/** Sends the mail again that proves an e-mail address. @param sent what is said once it has been sent */
export function useResendVerification(sent: string) {
  return useMutation({
    mutationFn: () => call('POST /api/resend-verification'),
    onSuccess: () => void toasts.add(sent),
    onError: toastRefusal,
  });
}

/**
 * Asks for the mail that puts a new address in force. The password proves who does it; if `closed` is aborted before it was found right, nothing
 * more is done. The mutation gives back whether it was done. @throws CallError, for the form
 * @returns the mutation, and whether it `isDecided`: the password was right, and nothing stops it any more
 */
export function useChangeEmail() {
  const [isDecided, decide] = useState(false);
  const change = useMutation({
    // No password is kept longer than it is needed.
    gcTime: 0,
    mutationFn: async ({ email, password, closed }: { email: string; password: string; closed: AbortSignal | undefined }) => {
      await confirmPassword(password);
      if (closed?.aborted) return false;
      decide(true);
      await call('POST /api/change-email', { body: { email } });
      return true;
    },
    onSettled: () => decide(false),
  });
  return { ...change, isDecided };
}
