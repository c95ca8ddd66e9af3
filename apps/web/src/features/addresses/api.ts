import { failures } from '@heartwood/contract/failures';
import { attempt, call } from '#platform/http.ts';

/** Proves an e-mail address by the link of a mail. */
export const verifyEmail = (token: string) => attempt(call('POST /api/verify-email', { body: { token } }), failures.invalidToken);

/** Sends that mail again. */
export const resendVerification = () => attempt(call('POST /api/resend-verification'), failures.generic);

/** Asks for the mail that puts a new address in force. */
export const changeEmail = (email: string) => attempt(call('POST /api/change-email', { body: { email } }), failures.generic);
