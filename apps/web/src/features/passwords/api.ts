import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import type { passwordsApi } from '@heartwood/contract/passwords';
import { attempt, call } from '#platform/http.ts';

/** Asks for the mail with which a new password can be chosen. */
export const forgotPassword = (email: string) => attempt(call('POST /api/forgot-password', { body: { email } }), failures.generic);

/** Chooses a new password by the link of that mail. */
export const resetPassword = (body: BodyInput<typeof passwordsApi.reset>) =>
  attempt(call('POST /api/reset-password', { body }), failures.invalidToken);

/** Changes the password; the other devices are signed out. @throws CallError; this action does not answer with a refusal */
export const updatePassword = (body: BodyInput<typeof passwordsApi.update>) => call('POST /api/update-password', { body });
