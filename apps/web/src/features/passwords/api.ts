import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import { passwordsApi } from '@heartwood/contract/passwords';
import { attempt, call } from '#platform/http.ts';

/** Asks for the mail with which a new password can be chosen. */
export const forgotPassword = (email: string) => attempt(call(passwordsApi.forgot, { body: { email } }), failures.generic);

/** Chooses a new password by the link of that mail. */
export const resetPassword = (body: BodyInput<typeof passwordsApi.reset>) =>
  attempt(call(passwordsApi.reset, { body }), failures.invalidToken);

/** Changes the password; the other devices are signed out. @throws CallError; this action does not answer with a refusal */
export const updatePassword = (body: BodyInput<typeof passwordsApi.update>) => call(passwordsApi.update, { body });
