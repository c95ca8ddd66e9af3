import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { confirmsPassword, email, givenPassword, newPassword, nothing, timestamp, token } from './fields.ts';

const sent = z.object({ sent: z.literal(true) });

/** Forgotten and new passwords. */
export const passwordsApi = {
  forgot: endpoint({
    method: 'POST',
    url: '/api/forgot-password',
    access: 'public',
    summary: 'Ask for a mail to choose a new password',
    body: z.object({ email }),
    data: sent,
  }),
  reset: endpoint({
    method: 'POST',
    url: '/api/reset-password',
    access: 'public',
    logged: true,
    summary: 'Choose a new password by the token of the mail',
    body: z
      .object({ token, email, password: newPassword, password_confirmation: givenPassword })
      .refine(confirmsPassword.check, confirmsPassword.options),
    data: nothing,
  }),
  update: endpoint({
    method: 'POST',
    url: '/api/update-password',
    access: 'account',
    logged: true,
    summary: 'Change the password; ends the other sessions',
    body: z
      .object({ current_password: givenPassword, password: newPassword, password_confirmation: givenPassword })
      .refine(confirmsPassword.check, confirmsPassword.options),
    data: nothing,
  }),
  confirm: endpoint({
    method: 'POST',
    url: '/api/confirm-password',
    access: 'account',
    summary: 'Give the password again; the session counts as fresh for 15 minutes',
    body: z.object({ password: givenPassword }),
    data: z.object({ fresh_until: timestamp }),
  }),
} as const;
