import { useMutation } from '@tanstack/react-query';
import { confirmPassword } from '../api.ts';

/** Gives the password again, before something that cannot be undone. @throws CallError, for the form */
export function useConfirmPassword() {
  // No password is kept longer than it is needed.
  return useMutation({ gcTime: 0, mutationFn: confirmPassword });
}
