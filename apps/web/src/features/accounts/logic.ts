import { limits } from '@heartwood/contract/limits';
import { rules } from '@heartwood/contract/validation';

/** The rules of a new password and of its repetition, in the order in which they are said. */
export const newPasswordRules = {
  password: ['required', `min:${limits.password.min}`, `max:${limits.password.max}`, 'password'],
  password_confirmation: ['required', 'confirmed:password'],
} as const;

/** Which of a password's rules are met so far. */
export function passwordProgress(password: string): { length: boolean; letters: boolean; special: boolean } {
  return {
    length: password !== '' && rules.min(password, limits.password.min),
    letters: /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
    special: password !== '' && rules.password(`Aa${password}`),
  };
}
