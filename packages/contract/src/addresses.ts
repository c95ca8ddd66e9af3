import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, token } from './fields.ts';

const sent = z.object({ sent: z.literal(true) });

/** Proving an e-mail address and changing it. */
export const addressesApi = {
  verify: endpoint({
    method: 'POST',
    url: '/api/verify-email',
    access: 'public',
    summary: 'Prove an e-mail address by the token of its mail',
    body: z.object({ token }),
    /** `invited`: names, or addresses, of who is invited by what has waited for it and leaves now. */
    data: z.object({ email: z.string(), invited: z.array(z.string()) }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    url: '/api/resend-verification',
    access: 'account',
    summary: 'Send the verification mail again',
    data: sent,
  }),
  change: endpoint({
    method: 'POST',
    url: '/api/change-email',
    access: 'account',
    fresh: true,
    summary: 'Change the e-mail address, once the new one is proved',
    body: z.object({ email }),
    data: sent,
  }),
} as const;
