import { failures } from '@heartwood/contract/failures';
import { addressesApi } from '@heartwood/contract/addresses';
import { attempt, call } from '#platform/http.ts';

/** Proves an e-mail address by the link of a mail. */
export const verifyEmail = (token: string) => attempt(call(addressesApi.verify, { body: { token } }), failures.invalidToken);

/** Sends that mail again. */
export const resendVerification = () => attempt(call(addressesApi.resendVerification), failures.generic);

/** Asks for the mail that puts a new address in force. */
export const changeEmail = (email: string) => attempt(call(addressesApi.change, { body: { email } }), failures.generic);
